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

describe('a result', () => {
  test.each([
    ['in structuredContent.error', { structuredContent: { error: { code: 3, message: 'too big' } } }],
    ['as top-level message', { message: 'too big', reason: 'size' }],
    ['as top-level reason', { reason: 'too big', details: {} }],
    ['as an error string', { error: 'too big' }],
  ])('a tool error without text is read where the server put it: %s', (_, members) => {
    session.call(1);
    const answer = session.result(1, { isError: true, content: [], ...members });
    expect(session.row(answer)).toMatchObject({ tier: 'tool', text: 'too big' });
  });

  test('only the boolean true makes a tool error', () => {
    session.call(1);
    expect(session.row(session.result(1, { isError: false, content: [] })).tier).toBe('ok');
    session.call(2);
    expect(session.row(session.result(2, { isError: 'true', content: [] }))).toMatchObject({
      tier: 'client',
      outcome: 'rejected by the client',
      text: 'isError is "true" and must be true or false',
    });
  });

  test.each([
    [null, 'the result is null and must be an object'],
    [{ content: [{ text: 'a' }] }, 'content[0].type is missing'],
    [{ content: 'a' }, 'content is "a" and must be an array'],
    [{ content: [], _meta: [] }, '_meta is an array and must be an object'],
  ])('that no client can read is the client tier, and says what is wrong: %j', (result, text) => {
    const call = session.call(1);
    const answer = session.server({ jsonrpc: '2.0', id: 1, result });
    expect(session.row(answer)).toMatchObject({ tier: 'client', outcome: 'rejected by the client', text });
    expect(session.exchange(call)).toMatchObject({ tier: 'client', message: text });
    expect(session.model.book.counts).toMatchObject({ ok: 0, client: 1, unanswered: 0 });
  });

  test('that breaks its schema where clients pass over it stays ok', () => {
    session.call(1);
    expect(session.row(session.result(1, { structuredContent: {} }))).toMatchObject({
      tier: 'ok',
      outcome: 'ok',
    });
  });

  test('of a request that shares its id with another is not held against it', () => {
    const ping = session.client({ jsonrpc: '2.0', id: 1, method: 'ping' });
    session.call(1);
    session.result(1);
    expect(session.exchange(ping).tier).toBe('ok');
  });

  test('of another method is no tool error, whatever it says', () => {
    session.client({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'x://y' } });
    const answer = session.result(1, { contents: [], isError: true });
    expect(session.row(answer)).toMatchObject({ tier: 'ok', outcome: 'ok' });
  });

  test('that a client sends leaves the tier as it is: it is the server that reads it', () => {
    session.server({ jsonrpc: '2.0', id: 's1', method: 'roots/list' });
    const answer = session.client({ jsonrpc: '2.0', id: 's1', result: { roots: 'none' } });
    expect(session.row(answer)).toMatchObject({ tier: 'ok', outcome: 'ok' });
  });
});
