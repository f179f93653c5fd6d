import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { readEnvelope } from '../../app/wire/envelope.ts';
import { newCall } from './call-context.ts';
import { initializeClientHandles, initializeClientReads } from './initialize-client.ts';
import { ORPHAN_GRACE_MS, TapTransport } from './tap-transport.ts';

/** A transport over nothing, with a clock that the test moves; id 99 belongs to a raw message. */
function set() {
  const received: JSONRPCMessage[] = [];
  const due: { at: number; work: () => void }[] = [];
  let now = 0;
  let seq = 0;
  const transport = new TapTransport({
    send: () => {
      seq += 1;
      return { seq, written: Promise.resolve() };
    },
    close: () => undefined,
    mayAnswerRaw: (id) => id?.text === '99',
    clientReads: initializeClientReads,
    clientHears: initializeClientHandles,
    after: (milliseconds, work) => {
      const one = { at: now + milliseconds, work };
      due.push(one);
      return () => due.splice(due.indexOf(one), 1);
    },
    revision: '',
  });
  transport.onmessage = (message) => received.push(message);
  return {
    transport,
    received,
    request: (id: number, method = 'tools/call', token = id) =>
      transport.send({ jsonrpc: '2.0', id, method }, { relatedRequestId: token }),
    hear: (line: string) => transport.deliver({ envelope: readEnvelope(line), value: JSON.parse(line) }, 9),
    pass: (milliseconds: number) => {
      now += milliseconds;
      for (const one of due.splice(0)) {
        if (one.at <= now) one.work();
        else due.push(one);
      }
    },
  };
}

const NULL_ID = '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}';
const OWN_ID = '{"jsonrpc":"2.0","id":"err_1","error":{"code":-32600,"message":"Invalid Request"}}';
const GOOD = '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}';

describe('the request of a call', () => {
  test('is known by its token, however late and in whatever order the client sends it', async () => {
    const { transport, request } = set();
    const [one, two] = [newCall(), newCall()];
    transport.expect(1, one);
    transport.expect(2, two);
    await Promise.resolve();
    await request(8, 'ping', 3);
    await request(6, 'tools/call', 2);
    await request(5, 'tools/call', 1);
    expect([one, two].map(({ id, requestSeq }) => [id, requestSeq])).toEqual([
      [5, 3],
      [6, 2],
    ]);
  });

  test('is not another one once its token is forgotten', async () => {
    const { transport, request } = set();
    const call = newCall();
    transport.expect(1, call);
    transport.forget(1);
    await request(5, 'tools/call', 1);
    expect(call.id).toBeUndefined();
  });

  test('may be known by the filter that it carries', async () => {
    const { transport } = set();
    const call = newCall();
    const notifications = { toolsListChanged: true };
    transport.expect(notifications, call);
    const params = { notifications };
    await transport.send({ jsonrpc: '2.0', id: 'listen:0', method: 'subscriptions/listen', params });
    expect(call.id).toBe('listen:0');
  });
});

describe('an answer without a usable id', () => {
  test('is dropped if the good answer follows it', async () => {
    const { request, hear, pass, received } = set();
    await request(1);
    hear(NULL_ID);
    pass(ORPHAN_GRACE_MS - 1);
    hear(GOOD);
    pass(ORPHAN_GRACE_MS);
    expect(received).toEqual([JSON.parse(NULL_ID), JSON.parse(GOOD)]);
  });

  test('ends the one open call if nothing better comes', async () => {
    const { transport, request, hear, pass, received } = set();
    const call = newCall();
    transport.expect(1, call);
    await request(1);
    await request(2, 'subscriptions/listen');
    hear(NULL_ID);
    expect(call.answered).toBe('no');
    pass(ORPHAN_GRACE_MS);
    expect(call).toMatchObject({ answered: 'unreadable', answerSeq: 9 });
    expect(received.at(-1)).toMatchObject({ id: 1, error: { message: expect.stringContaining('id-null') } });
  });

  test('waits for as long as the server reports progress of the call', async () => {
    const { transport, hear, pass, received } = set();
    const params = { _meta: { progressToken: 1 } };
    const progress = (progressToken: number) =>
      hear(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken } }));
    await transport.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    hear(NULL_ID);
    for (let times = 0; times < 3; times += 1) {
      pass(ORPHAN_GRACE_MS - 1);
      progress(1);
    }
    expect(received.some((message) => 'id' in message && message.id === 1)).toBe(false);
    progress(2);
    pass(ORPHAN_GRACE_MS);
    expect(received.at(-1)).toMatchObject({ id: 1, error: { message: expect.stringContaining('id-null') } });
  });

  test('ends no call if several are open, nor a later one', async () => {
    const { request, hear, pass, received } = set();
    await request(1);
    await request(2);
    hear(NULL_ID);
    pass(ORPHAN_GRACE_MS);
    hear('{"jsonrpc":"2.0","id":2,"result":{}}');
    hear(NULL_ID);
    hear(GOOD);
    await request(3);
    pass(ORPHAN_GRACE_MS);
    expect(received.filter((message) => 'error' in message && message.id === 3)).toEqual([]);
  });

  test('ends nothing after the connection has closed', async () => {
    const { transport, request, hear, pass, received } = set();
    await request(1);
    hear(NULL_ID);
    transport.disconnected();
    pass(ORPHAN_GRACE_MS);
    expect(received).toEqual([JSON.parse(NULL_ID)]);
  });
});

describe('an answer under an id that waits for nothing', () => {
  const CONTENT = '"result":{"content":[{"type":"text","text":"four"}]}}';
  const under = (id: unknown, rest = CONTENT) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${rest}`;

  test.each([
    ['of the server’s own', OWN_ID],
    ['that was used before', under(0)],
    ['that was used before, for an error', under(0, '"error":{"code":-32602,"message":"no"}}')],
    ['of no request', under(77)],
  ])('%s becomes the answer of the one open call', async (_, line) => {
    const { transport, request, hear, pass, received } = set();
    const call = newCall();
    transport.expect(1, call);
    await request(0, 'ping');
    hear('{"jsonrpc":"2.0","id":0,"result":{}}');
    await request(1);
    hear(line);
    pass(ORPHAN_GRACE_MS);
    expect(call).toMatchObject({ answerSeq: 9 });
    expect(received.at(-1)).toEqual({ ...JSON.parse(line), id: 1 });
  });

  test('becomes the answer of each call that only its content fits', async () => {
    const { request, hear, pass, received } = set();
    await request(1);
    await request(2, 'tools/list');
    const tools = '"result":{"tools":[]}}';
    hear(under(0, tools));
    hear(under(0));
    pass(ORPHAN_GRACE_MS);
    expect(received.slice(2)).toEqual([JSON.parse(under(2, tools)), JSON.parse(under(1))]);
  });

  test.each([
    ['a raw message has the id', 'tools/call', under(99)],
    ['a call that was given up has it', 'tools/call', under(1)],
    ['the same came for that id before', 'tools/call', under(0)],
    ['the content is another method’s', 'ping', under(0, '"result":{"tools":[]}}')],
    ['the id was answered and the content shows nothing', 'tools/call', under(0, '"result":{}}')],
  ])('is left alone if %s', async (_, method, line) => {
    const { transport, request, hear, pass, received } = set();
    await request(0);
    hear(under(0));
    await request(1);
    transport.abandon(1);
    await request(2, method);
    hear(line);
    pass(ORPHAN_GRACE_MS);
    expect(received).toEqual([JSON.parse(under(0)), JSON.parse(line)]);
  });

  test('leaves the next call alone when the true answer comes after all', async () => {
    const { request, hear, pass, received } = set();
    await request(1);
    hear(under(77));
    pass(ORPHAN_GRACE_MS);
    await request(2);
    hear(under(1));
    pass(ORPHAN_GRACE_MS);
    expect(received.filter((message) => 'id' in message && message.id === 2)).toEqual([]);
  });
});

test('an answer whose shape the client does not know ends its call at once', async () => {
  const { request, hear, received } = set();
  await request(1);
  hear('{"jsonrpc":"2.0","id":1,"result":{},"more":1}');
  expect(received).toMatchObject([{ id: 1, error: { message: expect.stringContaining('shape') } }]);
});
