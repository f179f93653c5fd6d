import { describe, expect, test } from 'vitest';
import { handshaking, plain, type Rig, rig, scripted, tool } from './testing/session-rig.ts';

const BOTH_ERAS = 'main/session/testing/both-eras-server.js';

/** Each client request makes the server send this one, with a large id, before it is answered. */
function asking(method: string, params: object, id = '9007199254740993'): string[] {
  return handshaking(`
    say('{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${JSON.stringify(params)}}');
    say({ jsonrpc: '2.0', id: request.id, result: { content: [] } });`);
}

async function asked(one: Rig) {
  await one.reached((session) => session.details.serverRequests.length > 0);
  const [request] = one.session.details.serverRequests;
  if (request === undefined) throw new Error('nothing was asked');
  return request;
}

/** The answer that the server received: it writes everything but requests to stderr. */
async function heard({ records }: Rig): Promise<string> {
  const found = () => records.find((record) => record.type === 'stderr');
  await expect.poll(found, { timeout: 20_000 }).toBeDefined();
  return found()?.text ?? '';
}

const FORM = { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } };

describe('a request of the server', () => {
  const waitsForAnswer = scripted(`
    if (request.method === 'initialize') initialized(request);
    else if (request.method === 'tools/call') {
      globalThis.call = request.id;
      say({ jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: ${JSON.stringify(FORM)} });
    } else if (request.id === 'q') say({ jsonrpc: '2.0', id: globalThis.call, result: { content: [] } });`);

  test('stops the time of the call that waits for it, as long as its user thinks', async () => {
    const one = rig(waitsForAnswer, { era: 'initialize' });
    await one.session.start();
    const call = one.session.call(tool('any'), { timeoutMs: 1000 });
    const strict = one.session.call(plain('ping'), { timeoutMs: 1000, countThinkingTime: true });
    await asked(one);
    // The other call was sent at the same moment with the same limit, and has ended by now.
    expect((await strict).failure).toBe('No answer within 1 s.');
    one.session.answer('a1', { kind: 'result', result: { action: 'accept', content: {} } });
    expect((await call).failure).toBe('');
  });

  test('waits for its user while calls go on, and is answered under its exact id', async () => {
    const one = rig(asking('elicitation/create', FORM), { era: 'initialize' });
    await one.session.start();
    expect((await one.session.call(tool('any'))).failure).toBe('');
    expect((await one.session.call(plain('tools/list'))).failure).toBe('');
    const request = await asked(one);
    expect(request).toMatchObject({
      requestId: 'a1',
      method: 'elicitation/create',
      params: FORM,
      via: 'request',
    });
    expect(one.records[request.seq - 1]).toMatchObject({ type: 'frame', direction: 'server-to-client' });
    expect(one.session.answer('a1', { kind: 'result', result: { action: 'accept', content: {} } })).toBe(
      true,
    );
    expect(one.session.answer('a1', { kind: 'decline' })).toBe(false);
    expect(await heard(one)).toBe(
      '{"jsonrpc":"2.0","id":9007199254740993,"result":{"action":"accept","content":{}}}',
    );
  });

  test('is reported together with those that come in the same moment', async () => {
    const flood = `for (let id = 0; id < 2000; id += 1)
      say({ jsonrpc: '2.0', id: 'q' + id, method: 'elicitation/create', params: ${JSON.stringify(FORM)} });
      say({ jsonrpc: '2.0', id: request.id, result: { content: [] } });`;
    const one = rig(handshaking(flood), { era: 'initialize' });
    await one.session.start();
    let reports = 0;
    const all = one.reached(({ details }) => {
      reports += 1;
      return details.serverRequests.length === 2000;
    });
    await one.session.call(tool('any'));
    await all;
    expect(reports).toBeLessThan(1000);
  });

  test.each([
    ['elicitation/create', { kind: 'decline' }, '"result":{"action":"decline"}'],
    ['elicitation/create', { kind: 'cancel' }, '"result":{"action":"cancel"}'],
    ['sampling/createMessage', { kind: 'decline' }, '"error":{"code":-1,'],
    [
      'sampling/createMessage',
      { kind: 'error', code: 7, message: 'x', data: [1] },
      '"error":{"code":7,"message":"x","data":[1]}',
    ],
  ] as const)('%s is answered as its user says: %o', async (method, answer, expected) => {
    const one = rig(asking(method, {}), { era: 'initialize' });
    await one.session.start();
    await one.session.call(tool('any'));
    one.session.answer((await asked(one)).requestId, answer);
    expect(await heard(one)).toContain(expected);
  });

  test.each([
    ['roots/list', {}, '"result":{"roots":[{"uri":"file:///a","name":"a"}]}'],
    ['ping', {}, '"result":{}'],
    ['ping', { ping: { kind: 'error', code: 1, message: 'no' } }, '"error":{"code":1,"message":"no"}'],
    [
      'sampling/createMessage',
      { sampling: { kind: 'canned', result: { role: 'x' } } },
      '"result":{"role":"x"}',
    ],
    ['sampling/createMessage', { sampling: { kind: 'decline' } }, '"error":{"code":-1,'],
  ] as const)('%s is answered by the policy %o without a user', async (method, answers, expected) => {
    const roots = [{ uri: 'file:///a', name: 'a' }];
    const one = rig(asking(method, {}), { era: 'initialize', roots, answers });
    await one.session.start();
    await one.session.call(tool('any'));
    expect(await heard(one)).toContain(expected);
    expect(one.session.details.serverRequests).toEqual([]);
  });

  test('is never answered if its user says so', async () => {
    const one = rig(asking('sampling/createMessage', {}), { era: 'initialize' });
    await one.session.start();
    await one.session.call(tool('any'));
    one.session.answer((await asked(one)).requestId, { kind: 'silent' });
    expect(one.session.details.serverRequests).toEqual([]);
    await one.session.call(plain('ping'));
    expect(one.records.some((record) => record.type === 'stderr')).toBe(false);
  });

  test('is refused by the client if its capability is not declared', async () => {
    const one = rig(asking('roots/list', {}, '7'), { era: 'initialize', capabilities: {} });
    await one.session.start();
    await one.session.call(tool('any'));
    expect(await heard(one)).toContain('-32601');
  });

  test('is taken back by the server, and by the end of the server', async () => {
    const takesBack = handshaking(`
      if (request.method === 'ping') say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 's' } });
      else say({ jsonrpc: '2.0', id: 's', method: 'elicitation/create', params: {} });
      say({ jsonrpc: '2.0', id: request.id, result: {} });`);
    const one = rig(takesBack, { era: 'initialize' });
    await one.session.start();
    await one.session.call(plain('tools/list'));
    await asked(one);
    await one.session.call(plain('ping'));
    await one.reached((session) => session.details.serverRequests.length === 0);
    await one.session.call(plain('tools/list'));
    await asked(one);
    await one.session.disconnect('test');
    expect(one.session.details.serverRequests).toEqual([]);
    expect(one.session.details.cancelledServerRequests).toMatchObject([
      { requestId: 'a1', method: 'elicitation/create', why: 'the server cancelled it' },
      { requestId: 'a2', why: 'the session ended' },
    ]);
  });

  test('names the calls that were open when it came, and is answered also after they are over', async () => {
    const serverRequestsOnly = handshaking(
      `say({ jsonrpc: '2.0', id: 's', method: 'elicitation/create', params: {} });`,
    );
    const one = rig(serverRequestsOnly, { era: 'initialize' });
    await one.session.start();
    const call = one.session.call(tool('any'), { timeoutMs: 3_600_000 });
    const request = await asked(one);
    const [seq = 0, ...more] = request.during ?? [];
    expect(more).toEqual([]);
    expect(one.records[seq - 1]).toMatchObject({ raw: expect.stringContaining('"tools/call"') });
    expect(one.session.cancel(seq)).toBe(true);
    expect((await call).failure).toBe('Cancelled.');
    expect(one.session.details.serverRequests).toEqual([request]);
    one.session.answer(request.requestId, { kind: 'decline' });
    expect(await heard(one)).toContain('"action":"decline"');
  });

  test('is taken back with the death of its server as the reason', async () => {
    const dies = handshaking(`
      if (request.method === 'ping') process.exit(3);
      else say({ jsonrpc: '2.0', id: 's', method: 'elicitation/create', params: {} });`);
    const one = rig(dies, { era: 'initialize' });
    await one.session.start();
    const call = one.session.call(tool('any'));
    await asked(one);
    await one.session.call(plain('ping'));
    await call;
    await one.reached((session) => session.details.serverRequests.length === 0);
    expect(one.session.details.cancelledServerRequests).toMatchObject([
      { why: 'the server exited with code 3' },
    ]);
  });

  test('in URL mode is followed by word that its user is done', async () => {
    const done = { method: 'notifications/elicitation/complete', params: { elicitationId: 'e-1' } };
    const one = rig(
      handshaking(`say({ jsonrpc: '2.0', ...${JSON.stringify(done)} });
        say({ jsonrpc: '2.0', id: request.id, result: {} });`),
      { era: 'initialize' },
    );
    await one.session.start();
    await one.session.call(plain('ping'));
    expect(one.session.details.completedElicitations).toEqual(['e-1']);
  });

  test('for its roots is announced when they change', async () => {
    const one = rig(handshaking(''), { era: 'initialize' });
    await one.session.start();
    one.session.configure({ roots: [{ uri: 'file:///b' }] });
    await expect
      .poll(() => one.lines('client-to-server').map(({ method }) => method))
      .toContain('notifications/roots/list_changed');
  });
});

describe('input that a call requires', () => {
  test('is asked for, and the call retried under a new id with the state as it came', async () => {
    const one = rig([BOTH_ERAS], { era: 'modern' });
    await one.session.start();
    const call = one.session.call(tool('ask-name'));
    const request = await asked(one);
    expect(request).toMatchObject({ via: 'input-required', key: 'who', params: { message: 'Who are you?' } });
    expect((await one.session.call(tool('greet', { name: 'Ada' }))).failure).toBe('');
    one.session.answer(request.requestId, {
      kind: 'result',
      result: { action: 'accept', content: { name: 'Bob' } },
    });
    expect((await call).result).toMatchObject({ content: [{ text: 'hello Bob' }] });
    const calls = one.lines('client-to-server').filter(({ method }) => method === 'tools/call');
    expect(calls.map(({ id }) => id)).toEqual([0, 1, 2]);
    expect(calls[2]?.params).toMatchObject({ requestState: 'as it was', inputResponses: { who: {} } });
  });

  test('is answered by the list of roots', async () => {
    const one = rig([BOTH_ERAS], { era: 'modern', roots: [{ uri: 'file:///a' }] });
    await one.session.start();
    const end = await one.session.call(tool('ask-roots'));
    expect(JSON.stringify(end.result)).toContain('file:///a');
  });

  test('gives the call up, as an event of the client, if it is refused with an error', async () => {
    const one = rig([BOTH_ERAS], { era: 'modern' });
    await one.session.start();
    const call = one.session.call(tool('ask-name'));
    one.session.answer((await asked(one)).requestId, { kind: 'error', code: 5, message: 'no' });
    expect((await call).failure).toContain('refused with 5');
    expect(one.clientEvents()).toMatchObject([{ event: 'cancelled', method: 'tools/call' }]);
  });

  test('ends with the call that its user cancels', async () => {
    const one = rig([BOTH_ERAS], { era: 'modern' });
    await one.session.start();
    const call = one.session.call(tool('ask-name'));
    await asked(one);
    const requests = one.records.map((record, index) => ({ text: JSON.stringify(record), seq: index + 1 }));
    const request = requests.find(({ text }) => text.includes('tools/call'));
    expect(one.session.cancel(request?.seq ?? 0)).toBe(true);
    expect((await call).failure).toContain('given up by the user');
    expect(one.session.details.serverRequests).toEqual([]);
    expect(one.session.details.cancelledServerRequests).toMatchObject([{ why: 'its call was cancelled' }]);
  });

  test('ends with the server', async () => {
    const one = rig([BOTH_ERAS], { era: 'modern' });
    await one.session.start();
    const call = one.session.call(tool('ask-name'));
    await asked(one);
    await one.session.disconnect('test');
    expect((await call).failure).not.toBe('');
    expect(one.session.details.serverRequests).toEqual([]);
  });

  test('ends with the death of the server as its reason', async () => {
    const one = rig([BOTH_ERAS], { era: 'modern' });
    await one.session.start();
    const call = one.session.call(tool('ask-name'));
    await asked(one);
    process.kill(one.session.status.pid ?? 0, 'SIGKILL');
    await call;
    await one.reached((session) => session.details.serverRequests.length === 0);
    expect(one.session.details.cancelledServerRequests[0]?.why).toMatch(/^the server exited with .*SIGKILL/);
  });
});
