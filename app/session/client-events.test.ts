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

function cancelFrame(requestId: unknown, reason?: string) {
  return { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason } };
}

describe('a time-out', () => {
  test('settles its call at the client tier', () => {
    const call = session.call(1, 'hang');
    const event = session.event('timeout', { id: 1, message: 'no answer within 60 s' });
    expect(session.exchange(call)).toMatchObject({
      outcome: 'timed out',
      tier: 'client',
      endedAt: event * 10,
    });
    expect(session.row(call)).toMatchObject({ outcome: 'timed out', tier: 'client', pair: 0 });
    expect(session.row(event)).toMatchObject({
      kind: 'client',
      tier: 'client',
      outcome: 'timed out',
      pair: call,
      target: 'hang',
      durationMs: 10,
    });
    expect(session.model.book.counts).toMatchObject({ client: 1, unanswered: 1 });
  });

  test('stays a time-out although the client also sends a cancellation first', () => {
    const call = session.call(1);
    session.client(cancelFrame(1));
    session.event('timeout', { id: 1 });
    expect(session.exchange(call).outcome).toBe('timed out');
    expect(session.model.book.counts.client).toBe(1);
  });

  test.each([
    ['a result', (id: number) => session.result(id), ''],
    ['an error', (id: number) => session.error(id, -32603), '-32603'],
  ])('%s after it is late, still violet, with the code of the wire', (_, answer, code) => {
    const call = session.call(1);
    session.event('timeout', { id: 1, message: 'gave up' });
    const late = answer(1);
    expect(session.row(late)).toMatchObject({ outcome: 'late', tier: 'client', pair: call, code });
    expect(session.row(call)).toMatchObject({ outcome: 'late', tier: 'ok', pair: late });
    expect(session.exchange(call)).toMatchObject({ message: 'gave up', codeText: code });
    expect(session.model.book.counts).toMatchObject({ client: 1, ok: 0, protocol: 0, unanswered: 0 });
  });

  test('recorded after the answer means that the answer came too late for the client', () => {
    const call = session.call(1);
    const answer = session.result(1);
    session.event('timeout', { id: 1 });
    expect(session.exchange(call)).toMatchObject({ outcome: 'late', answerSeq: answer });
    expect(session.row(answer)).toMatchObject({ outcome: 'late', tier: 'client' });
  });

  test('does not hide a broken answer under the id of the call, which the client could not read', () => {
    const call = session.call(1);
    session.server({ jsonrpc: '1.0', id: 1, error: { code: -32700, message: 'failed' } });
    session.event('timeout', { id: 1 });
    expect(session.exchange(call).outcome).toBe('protocol error');
  });
});

describe.each([
  ['of the server’s own', 'err_1', 'failed (under the id "err_1")'],
  ['null', null, 'failed'],
])('an answer under an id %s', (_, id, text) => {
  beforeEach(() => void session.process('spawned'));

  test('is the answer to the one open call for as long as its client reports nothing else', () => {
    const call = session.call(1);
    const answer = session.error(id, -32600);
    session.client(cancelFrame(1, 'timeout'));
    expect(session.exchange(call)).toMatchObject({ tier: 'protocol', answerSeq: answer, likelyAnswerSeq: 0 });
    expect(session.row(answer)).toMatchObject({ outcome: 'protocol error', pair: call, text });
  });

  test.each(['timeout', 'cancelled'] as const)(
    'never reached a client that reports its %s, and is only likely meant for the call',
    (event) => {
      const call = session.call(1);
      const answer = session.error(id, -32600);
      session.event(event, { id: 1, message: 'gave up' });
      const outcome = event === 'timeout' ? 'timed out' : 'cancelled';
      expect(session.exchange(call)).toMatchObject({
        ...{ tier: 'client', outcome, message: 'gave up', codeText: '' },
        ...{ answerSeq: 0, match: undefined, likelyAnswerSeq: answer },
      });
      expect(session.row(call)).toMatchObject({ tier: 'client', outcome, pair: 0 });
      expect(session.row(answer)).toMatchObject({
        ...{ tier: 'protocol', outcome: 'orphan', code: '-32600' },
        ...{ pair: call, target: 'search', text },
      });
      expect(session.model.book.orphans).toMatchObject([
        { seq: answer, tier: 'protocol', requestSeq: call, codeText: '-32600', message: 'failed' },
      ]);
      expect(session.model.book.counts).toMatchObject({ client: 1, protocol: 1, unanswered: 1 });
    },
  );

  test('is an orphan of nothing if the true answer comes late', () => {
    const call = session.call(1);
    const answer = session.error(id, -32600);
    session.event('timeout', { id: 1 });
    const late = session.result(1);
    expect(session.exchange(call)).toMatchObject({
      ...{ tier: 'client', outcome: 'late', answerSeq: late, likelyAnswerSeq: 0 },
    });
    expect(session.row(answer)).toMatchObject({ tier: 'protocol', outcome: 'orphan', pair: 0, target: '' });
    expect(session.model.book.orphans.map(({ seq, requestSeq }) => [seq, requestSeq])).toEqual([
      [answer, undefined],
    ]);
    expect(session.model.book.counts).toMatchObject({ client: 1, protocol: 1, unanswered: 0 });
  });

  test('leaves the next run of the server with no call unanswered', () => {
    session.call(1);
    session.error(id, -32600);
    session.process('spawned');
    session.event('timeout', { id: 1 });
    expect(session.model.unanswered).toBe(0);
    expect(session.model.book.counts.unanswered).toBe(1);
  });
});

test('an answer under an id of the server’s own refuses a probe, whatever its client then says', () => {
  const probe = session.client({ jsonrpc: '2.0', id: 'probe-1', method: 'server/discover', params: {} });
  const answer = session.error('err_1', -32600);
  session.event('timeout', { id: 'probe-1', message: 'no answer under the id of the probe' });
  expect(session.exchange(probe)).toMatchObject({ tier: 'ok', outcome: 'ok', answerSeq: answer });
  expect(session.row(answer)).toMatchObject({ tier: 'ok', outcome: 'ok', pair: probe });
  expect(session.model.book.counts).toMatchObject({ ok: 1, client: 0, protocol: 0, unanswered: 0 });
});

describe('a cancellation', () => {
  test('on the wire settles the call, with its reason', () => {
    const call = session.call(1);
    const cancel = session.client(cancelFrame(1, 'user pressed stop'));
    expect(session.exchange(call)).toMatchObject({
      outcome: 'cancelled',
      tier: 'client',
      message: 'user pressed stop',
      endedAt: cancel * 10,
    });
    expect(session.row(cancel)).toMatchObject({ pair: call, target: '1', shape: 'notification' });
  });

  test('of the server names a request of the server, not the call with that id', () => {
    const call = session.call(1);
    const asked = session.server({ jsonrpc: '2.0', id: 1, method: 'elicitation/create' });
    session.server(cancelFrame(1));
    expect(session.exchange(asked).outcome).toBe('cancelled');
    expect(session.exchange(call).outcome).toBe('pending');
  });

  test('after the answer changes nothing', () => {
    const call = session.call(1);
    session.result(1);
    session.client(cancelFrame(1));
    expect(session.exchange(call).outcome).toBe('ok');
  });

  test('then an answer is late, and a second one a duplicate', () => {
    const call = session.call(1);
    session.client(cancelFrame(1));
    expect(session.row(session.result(1)).outcome).toBe('late');
    expect(session.row(session.result(1)).outcome).toBe('duplicate');
    session.event('cancelled', { id: 1 });
    expect(session.exchange(call).outcome).toBe('late');
  });

  test.each([[undefined], [null], ['x'], [[1]], [{}]])('of %j settles nothing', (requestId) => {
    const call = session.call(1);
    expect(session.row(session.client(cancelFrame(requestId))).pair).toBe(0);
    expect(session.exchange(call).outcome).toBe('pending');
  });

  test('finds an id beyond 2^53, which JSON.parse rounds', () => {
    const call = session.client('{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/list"}');
    session.client(
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9007199254740993}}',
    );
    expect(session.exchange(call).outcome).toBe('cancelled');
  });
});

describe('a result that the client rejects', () => {
  test('turns answer and event violet, and the counts stay true', () => {
    const call = session.call(1);
    const answer = session.result(1, { structuredContent: { wrong: true }, content: [] });
    expect(session.model.book.counts.ok).toBe(1);
    const event = session.event('result-rejected', { id: 1, message: 'does not match its output schema' });
    for (const seq of [answer, event]) {
      expect(session.row(seq)).toMatchObject({ tier: 'client', outcome: 'rejected by the client' });
    }
    expect(session.row(call)).toMatchObject({ outcome: 'rejected by the client', pair: answer });
    expect(session.model.book.counts).toMatchObject({ ok: 0, client: 1, unanswered: 0 });
  });

  test('is said once if its frame shows that no client can read it', () => {
    const call = session.call(1);
    session.result(1, { content: 'nothing' });
    const { message, endedAt } = session.exchange(call);
    session.event('result-rejected', { id: 1, message: 'content: expected array' });
    expect(session.exchange(call)).toMatchObject({ outcome: 'rejected by the client', message, endedAt });
    expect(session.model.book.counts).toMatchObject({ ok: 0, client: 1 });
  });

  test('stays what it is if the client then ran into its time-out', () => {
    const call = session.call(1);
    session.server({ jsonrpc: '2.0', id: 1, result: null });
    session.event('timeout', { id: 1 });
    expect(session.exchange(call).outcome).toBe('rejected by the client');
    expect(session.model.book.counts).toMatchObject({ client: 1, unanswered: 0 });
  });

  test('stays a protocol error if the answer broke JSON-RPC', () => {
    const call = session.call(1);
    session.server({ jsonrpc: '2.0', id: 1 });
    session.event('result-rejected', { id: 1 });
    expect(session.exchange(call).outcome).toBe('protocol error');
    expect(session.model.book.counts).toMatchObject({ protocol: 1, client: 0 });
  });
});

test('a call that was never sent for want of a capability is the client tier, without an exchange', () => {
  const event = session.event('capability-missing', { method: 'resources/subscribe' });
  expect(session.row(event)).toMatchObject({
    tier: 'client',
    outcome: 'rejected by the client',
    method: 'resources/subscribe',
    pair: 0,
  });
  expect(session.model.book.orphans).toMatchObject([{ tier: 'client', method: 'resources/subscribe' }]);
  expect(session.model.book.counts).toMatchObject({ client: 1, requests: 0 });
});

test('that the client closed the connection is shown and is not an error', () => {
  const event = session.event('closed');
  expect(session.row(event)).toMatchObject({ tier: 'ok', outcome: '', text: 'client says closed' });
  expect(session.model.book.orphans).toEqual([]);
});
