import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recount, ScriptedSession } from './testing/scripted-session.ts';

let session: ScriptedSession;

beforeEach(() => {
  session = new ScriptedSession();
});

afterEach(() => {
  const { counts, exchanges, orphans } = session.model.book;
  expect(counts).toMatchObject(recount(exchanges, orphans));
});

describe('an answer', () => {
  test('until it comes, the exchange is pending and counts at no tier', () => {
    const request = session.call(1);
    expect(session.exchange(request)).toMatchObject({ outcome: 'pending', answerSeq: 0, endedAt: -1 });
    expect(session.row(request)).toMatchObject({ shape: 'request', outcome: 'pending', tier: 'ok', id: '1' });
    expect(session.model.book.counts).toMatchObject({ requests: 1, unanswered: 1, ok: 0 });
  });

  test('without isError is ok, and both halves know each other', () => {
    const request = session.call(1, 'echo');
    const answer = session.result(1);
    expect(session.row(request)).toMatchObject({ outcome: 'ok', pair: answer, tier: 'ok' });
    expect(session.row(answer)).toMatchObject({
      outcome: 'ok',
      pair: request,
      tier: 'ok',
      method: 'tools/call',
      target: 'echo',
      durationMs: 10,
      text: 'done',
    });
    expect(session.model.book.counts).toMatchObject({ ok: 1, unanswered: 0 });
  });

  test('with isError is a tool error that says its first text', () => {
    const request = session.call(1);
    const answer = session.result(1, { isError: true, content: [{ type: 'text', text: 'no such file' }] });
    expect(session.row(answer)).toMatchObject({ tier: 'tool', outcome: 'tool error', text: 'no such file' });
    expect(session.row(request)).toMatchObject({ tier: 'ok', outcome: 'tool error' });
    expect(session.model.book.counts).toMatchObject({ tool: 1, ok: 0 });
  });

  test.each([
    ['an integer', -32602, '-32602'],
    ['zero', 0, '0'],
    ['a float', 1.5, '1.5'],
    ['a string', 'E_FAIL', '"E_FAIL"'],
    ['no code', undefined, ''],
  ])('with an error is a protocol error that shows the code of the wire: %s', (_, code, shown) => {
    const request = session.call(1);
    const answer = session.error(1, code, 'bad params');
    expect(session.row(answer)).toMatchObject({
      tier: 'protocol',
      outcome: 'protocol error',
      shape: 'error',
      code: shown,
      text: 'bad params',
    });
    expect(session.exchange(request)).toMatchObject({ codeText: shown, message: 'bad params' });
    expect(session.model.book.counts.protocol).toBe(1);
  });

  test.each([
    ['both members', { jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: 'm' } }],
    ['neither member', { jsonrpc: '2.0', id: 1 }],
    ['an error that is a string', { jsonrpc: '2.0', id: 1, error: 'boom' }],
    ['an error without a message', { jsonrpc: '2.0', id: 1, error: { code: 1 } }],
    ['another version', { jsonrpc: '1.0', id: 1, result: {} }],
    ['the method echoed', { jsonrpc: '2.0', id: 1, method: 'tools/call', result: {} }],
  ])('that breaks JSON-RPC is a protocol error and settles its call: %s', (_, line) => {
    const request = session.call(1);
    const answer = session.server(line);
    expect(session.row(request)).toMatchObject({ outcome: 'protocol error', pair: answer });
    expect(session.row(answer)).toMatchObject({ tier: 'protocol', outcome: 'protocol error' });
    expect(session.row(answer).text).not.toBe('');
  });

  test('with the id as a string for a number ends the call as a protocol error', () => {
    const request = session.call(5);
    const answer = session.result('5');
    expect(session.row(answer)).toMatchObject({ outcome: 'protocol error', id: '"5"', pair: request });
    expect(session.row(answer).text).toContain('the answer has the id "5", the request had 5');
    expect(session.exchange(request).outcome).toBe('protocol error');
  });

  test('to a string id is an orphan if the number has been answered', () => {
    session.call(5);
    session.result(5);
    expect(session.row(session.result('5'))).toMatchObject({ outcome: 'orphan', pair: 0 });
  });

  test('finds its own call if the number and the string are both in flight', () => {
    const calls = [session.call(5), session.call('5')];
    const answers = [session.result('5'), session.result(5)].reverse();
    expect(calls.map((seq) => session.exchange(seq))).toMatchObject(
      answers.map((answerSeq) => ({ outcome: 'ok', answerSeq })),
    );
  });

  test('to an id beyond 2^53 answers that id and not its neighbor', () => {
    const first = session.client('{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/list"}');
    const second = session.client('{"jsonrpc":"2.0","id":9007199254740992,"method":"tools/list"}');
    session.server('{"jsonrpc":"2.0","result":{"tools":[],"id":9007199254740992},"id":9007199254740993}');
    expect(session.exchange(first).outcome).toBe('ok');
    expect(session.exchange(second).outcome).toBe('pending');
  });
});

describe('what belongs to the order of things', () => {
  const ask = (method: string) => session.client(JSON.stringify({ jsonrpc: '2.0', id: 9, method }));

  test('a subscription that ends with the connection is not lost', () => {
    const request = ask('subscriptions/listen');
    session.record({ type: 'process', seq: 90, at: 90, session: 's1', event: 'stdin-closed' });
    session.record({ type: 'process', seq: 91, at: 91, session: 's1', event: 'exited', exitCode: 0 });
    expect(session.exchange(request).outcome).toBe('ok');
    expect(session.model.book.counts).toMatchObject({ ok: 1, transport: 0 });
  });

  const acknowledge = (id: number) =>
    session.server(
      `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":${id}},"notifications":{}}}`,
    );
  const cancel = (id: number) =>
    `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id}}}`;

  test('a subscription is listening once it is acknowledged, and counts at no tier while it is open', () => {
    const request = ask('subscriptions/listen');
    expect(session.row(acknowledge(9))).toMatchObject({ tier: 'ok', pair: request });
    expect(session.row(request)).toMatchObject({ outcome: 'listening', tier: 'ok' });
    expect(session.model.book.counts).toMatchObject({ ok: 0, client: 0 });
    expect(session.row(acknowledge(8)).pair).toBe(0);
  });

  test('an answer without an id is meant for the one call beside a subscription', () => {
    ask('subscriptions/listen');
    acknowledge(9);
    const call = session.call(1);
    expect(session.row(session.server('{"jsonrpc":"2.0","result":{}}')).pair).toBe(call);
  });

  test.each(['client', 'server'] as const)('a subscription that the %s cancels has ended well', (side) => {
    const request = ask('subscriptions/listen');
    acknowledge(9);
    expect(session.row(session[side](cancel(9)))).toMatchObject({ tier: 'ok', pair: request });
    expect(session.exchange(request)).toMatchObject({ outcome: 'ok', tier: 'ok' });
    expect(session.model.book.counts).toMatchObject({ ok: 1, client: 0 });
  });

  test('a server cannot cancel a call of the client', () => {
    const call = session.call(9);
    session.server(cancel(9));
    expect(session.exchange(call).outcome).toBe('pending');
  });
});

describe('a task that is asked for', () => {
  const got = (result: object) => {
    session.client('{"jsonrpc":"2.0","id":3,"method":"tasks/get","params":{"taskId":"t1"}}');
    return session.row(
      session.server(JSON.stringify({ jsonrpc: '2.0', id: 3, result: { taskId: 't1', ...result } })),
    );
  };

  test('is ok while it works, and says how far it is', () => {
    expect(got({ status: 'working', statusMessage: 'half' })).toMatchObject({
      tier: 'ok',
      target: 't1',
      text: 'task working: half',
    });
  });

  test('is a tool error where its call ended in a result with isError', () => {
    const result = { isError: true, content: [{ type: 'text', text: 'no such city' }] };
    expect(got({ status: 'completed', result })).toMatchObject({ tier: 'tool', text: 'no such city' });
    expect(session.model.book.counts).toMatchObject({ tool: 1 });
  });

  test('is a protocol error with its code where its call ended in a JSON-RPC error', () => {
    expect(got({ status: 'failed', error: { code: -32603, message: 'limit' } })).toMatchObject({
      tier: 'protocol',
      outcome: 'protocol error',
      code: '-32603',
      text: 'limit',
    });
  });

  test.each([
    { status: 'cancelled' },
    { status: 'failed' },
    { status: 'completed', result: 7 },
    { status: 'completed', result: { content: [] } },
  ])('is ok in every other state: %j', (result) => {
    expect(got(result).tier).toBe('ok');
  });
});

describe('a frame that fits no exchange', () => {
  test('an answer that nobody asked for is an orphan at the protocol tier', () => {
    const answer = session.result(99);
    expect(session.row(answer)).toMatchObject({ tier: 'protocol', outcome: 'orphan', pair: 0, id: '99' });
    expect(session.row(answer).text).toContain('nobody asked for');
    expect(session.model.book.orphans).toMatchObject([{ seq: answer, tier: 'protocol' }]);
  });

  test.each([
    ['true', true],
    ['[1]', [1]],
  ])('an orphan with the id %s shows it as it came', (text, id) => {
    const answer = session.server({ jsonrpc: '2.0', id, result: {} });
    expect(session.row(answer)).toMatchObject({ outcome: 'orphan', id: text });
    expect(session.row(answer).text).toContain(`an answer to id ${text}, which nobody asked for`);
  });

  test('a second answer is a duplicate and leaves the first one standing', () => {
    const request = session.call(1);
    const first = session.result(1);
    const second = session.error(1, -32000, 'again');
    expect(session.exchange(request)).toMatchObject({ outcome: 'ok', answerSeq: first });
    expect(session.row(second)).toMatchObject({
      outcome: 'duplicate',
      tier: 'protocol',
      pair: request,
      code: '-32000',
    });
    expect(session.model.book.counts).toMatchObject({ ok: 1, protocol: 1 });
    const { target } = session.row(request);
    expect(session.model.book.orphans).toMatchObject([{ requestSeq: request, target }]);
    expect(target).not.toBe('');
  });

  test.each([
    ['not JSON', 'Server listening', 'not JSON', /^not JSON: /],
    ['not JSON-RPC', '{"level":"info"}', 'not JSON-RPC', /^not JSON-RPC: /],
    ['an empty line', '', 'not JSON', /^not JSON: an empty line/],
  ])('a line of the server that is %s is malformed at the transport tier', (_, line, method, reason) => {
    const seq = session.server(line);
    const row = { shape: 'invalid', outcome: 'malformed', tier: 'transport', method };
    expect(session.row(seq)).toMatchObject(row);
    expect(session.model.book.orphans[0]?.message).toMatch(reason);
    expect(session.model.book.counts.transport).toBe(1);
  });

  test('an empty line of the client is not an error', () => {
    expect(session.row(session.client(' '))).toMatchObject({ shape: 'invalid', tier: 'ok', outcome: '' });
    expect(session.model.book.counts).toMatchObject({ client: 0, transport: 0 });
  });

  test('a malformed line of the client is the client tier', () => {
    expect(session.row(session.client('{"jsonrpc":'))).toMatchObject({
      tier: 'client',
      outcome: 'malformed',
    });
    expect(session.model.book.counts).toMatchObject({ client: 1, transport: 0 });
  });

  test('a line that the size limit cut says so instead of blaming the server for broken JSON', () => {
    const cut = { type: 'frame', seq: 1, at: 0, session: 's1', direction: 'server-to-client' } as const;
    session.record({ ...cut, raw: '{"jsonrpc":"2.0","id":1,"res', truncatedBytes: 500 });
    expect(session.row(1)).toMatchObject({ outcome: 'malformed', sizeBytes: 528 });
    expect(session.row(1).method).toBe('cut at the size limit for lines');
    expect(session.model.book.orphans[0]?.message).toContain('500 more bytes');
  });

  test('bytes that are not UTF-8 are malformed, shown, and counted in bytes', () => {
    const frame = { type: 'frame', seq: 1, at: 0, session: 's1', direction: 'server-to-client' } as const;
    session.record({ ...frame, rawBase64: 'Yf9i' });
    expect(session.row(1)).toMatchObject({ outcome: 'malformed', text: 'a\uFFFDb', sizeBytes: 3 });
  });
});

describe('an answer without a usable id', () => {
  test('settles the one call in flight', () => {
    const request = session.call(1);
    const answer = session.error(null, -32700, 'parse error');
    expect(session.row(answer)).toMatchObject({ id: 'null', pair: request, outcome: 'protocol error' });
    expect(session.exchange(request)).toMatchObject({ outcome: 'protocol error', match: 'without-id' });
  });

  test('gives way when the true answer comes after all', () => {
    const request = session.call(1);
    const guess = session.error(null, -32700, 'parse error');
    const answer = session.result(1);
    expect(session.exchange(request)).toMatchObject({ outcome: 'ok', answerSeq: answer, match: 'id' });
    expect(session.row(request)).toMatchObject({ outcome: 'ok', pair: answer });
    expect(session.row(guess)).toMatchObject({ outcome: 'orphan', pair: 0, durationMs: -1, code: '-32700' });
    expect(session.model.book.counts).toMatchObject({ ok: 1, protocol: 1, unanswered: 0 });
    expect(session.row(session.result(1)).outcome).toBe('duplicate');
  });

  test('fits none where two calls are in flight', () => {
    const calls = [session.call(1), session.call(2)];
    const answer = session.error(null, -32700);
    expect(session.row(answer)).toMatchObject({ outcome: 'orphan', tier: 'protocol', code: '-32700' });
    expect(calls.map((seq) => session.exchange(seq).outcome)).toEqual(['pending', 'pending']);
    session.result(2);
    expect(session.row(session.result(null, {}))).toMatchObject({
      outcome: 'protocol error',
      pair: calls[0],
    });
  });

  test('of the client never settles a call of the client', () => {
    const request = session.call(1);
    expect(session.row(session.client({ jsonrpc: '2.0', id: null, result: {} })).outcome).toBe('orphan');
    expect(session.exchange(request).outcome).toBe('pending');
  });
});

describe('both directions', () => {
  test('both sides may use one id at once', () => {
    const call = session.call(1, 'ask');
    const asked = session.server({ jsonrpc: '2.0', id: 1, method: 'roots/list' });
    const refused = session.client({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no roots' } });
    const answer = session.result(1);
    expect(session.row(refused)).toMatchObject({
      tier: 'protocol',
      direction: 'client-to-server',
      pair: asked,
      method: 'roots/list',
    });
    expect(session.row(answer)).toMatchObject({ tier: 'ok', pair: call, target: 'ask' });
    expect(session.model.book.counts).toMatchObject({ requests: 2, ok: 1, protocol: 1, unanswered: 0 });
  });

  test('an answer goes to the other side than the one that wrote it', () => {
    const asked = session.server({ jsonrpc: '2.0', id: 1, method: 'ping' });
    expect(session.row(session.result(1)).outcome).toBe('orphan');
    expect(session.exchange(asked).outcome).toBe('pending');
  });

  test('an id used again before its answer is answered oldest first, and nothing waits forever', () => {
    const calls = [session.call(1, 'a'), session.call(1, 'b')];
    const answers = [session.result(1), session.result(1)];
    expect(calls.map((seq) => session.exchange(seq).answerSeq)).toEqual(answers);
    expect(session.row(session.result(1))).toMatchObject({ outcome: 'duplicate', pair: calls[1] });
  });

  test('a call that was cancelled before its id was used again gets the answer that comes after the other', () => {
    const calls = [session.call(1, 'a'), session.call(1, 'b')];
    session.client({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    const answers = [session.result(1), session.result(1)];
    expect(answers.map((seq) => session.row(seq).pair)).toEqual(calls.toReversed());
    expect(calls.map((seq) => session.exchange(seq).outcome)).toEqual(['late', 'ok']);
  });
});

describe('a batch', () => {
  test('answers several calls in one row that shows its worst part', () => {
    const calls = [session.call(1), session.call(2)];
    const batch = session.server([
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 2, error: { code: -32603, message: 'boom' } },
    ]);
    expect(calls.map((seq) => session.exchange(seq).outcome)).toEqual(['ok', 'protocol error']);
    expect(session.row(batch)).toMatchObject({
      shape: 'batch',
      tier: 'protocol',
      code: '-32603',
      text: 'batch of 2: boom',
    });
    expect(session.model.book.counts.frames).toBe(3);
  });

  test('of requests waits until the last is answered, and shows a lost one although another was answered', () => {
    const batch = session.client([
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { jsonrpc: '2.0', id: 2, method: 'prompts/list' },
    ]);
    session.result(1);
    expect(session.row(batch)).toMatchObject({ outcome: 'pending', tier: 'ok' });
    session.process('exited', { exitCode: 1 });
    expect(session.row(batch)).toMatchObject({ outcome: 'lost', tier: 'transport' });
  });

  test('keeps showing a part that is not a message after its requests are answered', () => {
    const batch = session.client([7, { jsonrpc: '2.0', id: 1, method: 'tools/list' }]);
    session.result(1);
    expect(session.row(batch)).toMatchObject({ outcome: 'malformed', tier: 'client' });
  });
});
