import { describe, expect, test } from 'vitest';
import { ScriptedSession } from './testing/scripted-session.ts';

const PARSE_ERROR = { code: -32700, message: 'Parse error' };

describe('a line that was malformed on purpose', () => {
  test('is marked, and counted at no tier', () => {
    const session = new ScriptedSession();
    const line = session.rawMessage('{oops');
    expect(session.row(line)).toMatchObject({ fromRawMessage: true, outcome: 'malformed', tier: 'client' });
    expect(session.model.book.counts).toMatchObject({ client: 0, expected: 1 });
  });

  test('is answered by the error without an id that comes next, which is counted at no tier', () => {
    const session = new ScriptedSession();
    const line = session.rawMessage('{oops');
    const answer = session.server({ jsonrpc: '2.0', id: null, error: PARSE_ERROR });
    expect(session.row(line).pair).toBe(answer);
    expect(session.row(answer)).toMatchObject({
      fromRawMessage: true,
      pair: line,
      tier: 'protocol',
      outcome: 'protocol error',
      code: '-32700',
      durationMs: 10,
    });
    expect(session.model.book.counts).toMatchObject({ protocol: 0, expected: 2 });
  });

  test('is answered before a call that is open at the same time', () => {
    const session = new ScriptedSession();
    const call = session.call(1);
    const line = session.rawMessage('[]');
    session.server({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } });
    session.result(1);
    expect(session.exchange(call).outcome).toBe('ok');
    expect(session.row(line).pair).toBe(3);
  });

  test.each([
    ['a message of another version', '{"jsonrpc":"1.0","id":"mine","method":"ping"}'],
    ['a message that was cut off', '{"jsonrpc":"2.0","id":"mine","method":"ping"'],
  ])('is found by the id that a lenient server reads from %s', (_, raw) => {
    const session = new ScriptedSession();
    const line = session.rawMessage(raw);
    const answer = session.result('mine', {});
    expect(session.row(answer)).toMatchObject({
      pair: line,
      tier: 'ok',
      outcome: 'ok',
      fromRawMessage: true,
    });
    expect(session.model.book.counts).toMatchObject({ protocol: 0, ok: 0 });
  });

  test('is not taken for the reason of an error that comes much later', () => {
    const session = new ScriptedSession();
    session.rawMessage('{oops');
    for (let index = 0; index < 1000; index += 1) session.server({ jsonrpc: '2.0', method: 'n' });
    const late = session.server({ jsonrpc: '2.0', id: null, error: PARSE_ERROR });
    expect(session.row(late)).toMatchObject({ outcome: 'orphan', fromRawMessage: false });
    expect(session.model.book.counts.protocol).toBe(1);
  });
});

describe('an answer without an id', () => {
  const refused = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } };

  test('is meant for what was sent last, although an earlier line got none', () => {
    const session = new ScriptedSession();
    const first = session.rawMessage('{oops');
    for (let index = 0; index < 10; index += 1) session.server({ jsonrpc: '2.0', method: 'n' });
    const second = session.rawMessage('{"jsonrpc":"2.0","result":{}}');
    session.server(refused);
    expect([session.row(first).pair, session.row(second).pair]).toEqual([0, second + 1]);
  });

  test('is shared out in order to lines that were sent together', () => {
    const session = new ScriptedSession();
    const lines = [session.rawMessage('{'), session.rawMessage('}')];
    const answers = [session.server(refused), session.server(refused)];
    expect(lines.map((line) => session.row(line).pair)).toEqual(answers);
  });

  test('ends a raw request while a call is open', () => {
    const session = new ScriptedSession();
    session.call(1);
    const request = session.rawMessage('{"jsonrpc":"2.0","id":"a","method":"ping","params":"x"}');
    session.server(refused);
    expect(session.exchange(request).outcome).toBe('protocol error');
    expect(session.exchange(1).outcome).toBe('pending');
    expect(session.model.book.counts).toMatchObject({ protocol: 0, expected: 1 });
  });
});

describe('a raw request', () => {
  test('has its error at no tier, and so has one that is lost', () => {
    const session = new ScriptedSession();
    session.rawMessage('{"jsonrpc":"2.0","id":"a","method":"no/such"}');
    const answer = session.error('a', -32601, 'Method not found');
    session.rawMessage('{"jsonrpc":"2.0","id":"b","method":"ping"}');
    session.process('exited', { exitCode: 0 });
    expect(session.row(answer)).toMatchObject({
      fromRawMessage: true,
      tier: 'protocol',
      outcome: 'protocol error',
    });
    expect(session.model.book.counts).toMatchObject({ protocol: 0, expected: 2, unanswered: 1 });
  });

  test('leaves a success a success', () => {
    const session = new ScriptedSession();
    session.rawMessage('{"jsonrpc":"2.0","id":"a","method":"ping"}');
    session.result('a', {});
    expect(session.model.book.counts).toMatchObject({ ok: 1, expected: 0 });
  });

  test('has a second answer that is held against nobody', () => {
    const session = new ScriptedSession();
    session.rawMessage('{"jsonrpc":"2.0","id":"a","method":"ping"}');
    session.result('a', {});
    const second = session.result('a', {});
    expect(session.row(second)).toMatchObject({ outcome: 'duplicate', fromRawMessage: true });
    expect(session.model.book.counts).toMatchObject({ protocol: 0, expected: 1 });
  });
});
