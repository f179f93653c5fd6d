import { beforeEach, describe, expect, test } from 'vitest';
import { ScriptedSession } from './testing/scripted-session.ts';

const CONTENT = { content: [{ type: 'text', text: 'four' }] };
const TOOLS = { tools: [] };

let session: ScriptedSession;
beforeEach(() => {
  session = new ScriptedSession();
  session.process('spawned');
});

function ask(id: unknown, method: string, params?: unknown): number {
  return session.client({ jsonrpc: '2.0', id, method, params });
}

describe('an answer under an id that waits for nothing', () => {
  beforeEach(() => {
    ask(0, 'initialize', {});
    session.result(0, { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 's' } });
  });

  test.each([
    ['used before', 0, 'own-id'],
    ['never sent', 77, 'own-id'],
    ['a text', 'answer-1', 'own-id'],
    ['null', null, 'without-id'],
  ])('is meant for the one request that waits, if the id is %s', (_, id, match) => {
    const list = ask(1, 'tools/list');
    const answer = session.result(id, TOOLS);
    expect(session.exchange(list)).toMatchObject({ match, answerSeq: answer, tier: 'protocol' });
    expect(session.model.book.orphans).toEqual([]);
    const call = session.call(2);
    session.error(id, -32000, 'no disk');
    expect(session.exchange(call)).toMatchObject({ match, codeText: '-32000' });
  });

  test('is meant for that one of several whose result it can only be', () => {
    const [call, list, ping] = [session.call(1), ask(2, 'tools/list'), ask(3, 'ping')];
    session.result(0, TOOLS);
    session.result(0, CONTENT);
    session.result(0, {});
    for (const [seq, place] of [list, call, ping].entries())
      expect(session.exchange(place)).toMatchObject({ match: 'own-id', answerSeq: ping + 1 + seq });
  });

  test('is a second answer if its content belongs to the request that had the id', () => {
    const list = ask(1, 'tools/list');
    session.result(1, TOOLS);
    const call = session.call(2);
    expect(session.row(session.result(1, { tools: [{ name: 'a' }] }))).toMatchObject({
      outcome: 'duplicate',
      pair: list,
    });
    expect(session.exchange(call).outcome).toBe('pending');
  });

  test('is a second answer if it is the same line again', () => {
    session.call(1);
    session.result(1, CONTENT);
    const call = session.call(2);
    expect(session.row(session.result(1, CONTENT)).outcome).toBe('duplicate');
    expect(session.exchange(call).outcome).toBe('pending');
  });

  test('is no second answer for being the same line, if the line before had another’s id too', () => {
    ask(0, 'ping');
    session.result(0, {});
    for (const id of [1, 2, 3]) {
      const call = session.call(id);
      expect(session.exchange(call)).toMatchObject({ answerSeq: session.error(0, -32601, 'no') });
    }
  });

  test('is that of the first of two which ask the same, if the server misnumbered before', () => {
    const [first, second] = [session.call(1), session.call(2)];
    session.result(77);
    expect(session.exchange(first).outcome).toBe('pending');
    session.result(1);
    session.result(77);
    const [third, fourth] = [session.call(3), session.call(4)];
    const answers = [session.result(77), session.result(77)];
    expect([second, third, fourth].map((seq) => session.exchange(seq).match)).toEqual(
      Array(3).fill('own-id'),
    );
    expect([third, fourth].map((seq) => session.exchange(seq).answerSeq)).toEqual(answers);
  });

  test('turns out to be a second answer once the true one comes', () => {
    const first = session.call(1);
    session.result(1, CONTENT);
    const call = session.call(2);
    const again = session.error(1, -32603, 'sent twice');
    expect(session.exchange(call).tier).toBe('protocol');
    const answer = session.result(2, CONTENT);
    expect(session.exchange(call)).toMatchObject({ match: 'id', tier: 'ok', answerSeq: answer });
    expect(session.row(again)).toMatchObject({ outcome: 'duplicate', pair: first, target: 'search' });
    expect(session.model.book.counts).toMatchObject({ protocol: 1, unanswered: 0 });
  });

  test('is nobody’s if traffic is missing', () => {
    const list = ask(1, 'tools/list');
    session.record({ type: 'dropped', seq: 50, at: 50, session: 's1', count: 1, reason: 'memory' });
    session.result(0, TOOLS);
    expect(session.exchange(list).outcome).toBe('pending');
  });
});

describe('of two requests under one id', () => {
  test.each([
    ['a list to the list', 'tools/list', 'ping', { result: TOOLS }],
    ['content to the call', 'tools/call', 'tools/list', { result: CONTENT }],
    ['-32601 to what no revision defines', 'acme/spin', 'ping', { error: { code: -32601, message: 'No' } }],
    [
      'an error about tools to the call',
      'tools/call',
      'ping',
      { error: { code: -32602, message: 'No tool' } },
    ],
    ['an error that names its method', 'ping', 'tools/list', { error: { code: -32000, message: 'ping?' } }],
  ])('%s goes by content, whichever came first', (_, method, other, answer) => {
    for (const order of [
      [method, other],
      [other, method],
    ] as const) {
      const [first, second] = [ask(9, order[0]), ask(9, order[1])];
      const seq = session.server({ jsonrpc: '2.0', id: 9, ...answer });
      const meant = order[0] === method ? first : second;
      expect(session.exchange(meant)).toMatchObject({ answerSeq: seq, sharesId: false });
      session.result(9, {});
    }
  });

  test('the first is answered first if nothing shows which one is meant, and both stay uncertain', () => {
    const calls = [session.call(9, 'one'), session.call(9, 'two')];
    session.result(9, CONTENT);
    expect(calls.map((seq) => [session.exchange(seq).outcome, session.exchange(seq).sharesId])).toEqual([
      ['ok', true],
      ['pending', true],
    ]);
  });
});
