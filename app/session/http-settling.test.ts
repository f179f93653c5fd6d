import { describe, expect, it } from 'vitest';
import { RowTable } from '../frame/row-table.ts';
import { LogModel } from './log-model.ts';
import { RowReader } from './row-reader.ts';
import { answer, HttpScript, refusal } from './testing/http-script.ts';

/** How each call of a script ended, and what failed outside calls. */
function judged(script: HttpScript) {
  const log = new LogModel();
  for (const record of script.records) log.take(record);
  log.finish();
  const { exchanges, orphans, counts } = log.model('s1').book;
  const calls = exchanges.filter(({ method }) => method !== 'initialize');
  return {
    calls: calls.map(({ tier, where, status, codeText }) => [tier, where, status, codeText].join(' ').trim()),
    others: orphans.map(({ tier, http, codeText }) =>
      [tier, http?.where, http?.status, codeText].join(' ').trim(),
    ),
    counts,
  };
}

const script = () => new HttpScript().handshake();
const page = { body: '<!DOCTYPE html><html></html>', headers: { 'Content-Type': 'text/html' } };

describe('a call over HTTP', () => {
  it.each([
    ['refused', { failed: { phase: 'connect', code: 'ECONNREFUSED' } }, 'transport network 0 ECONNREFUSED'],
    [
      'no certificate',
      { failed: { phase: 'tls', code: 'CERT_HAS_EXPIRED' } },
      'transport tls 0 CERT_HAS_EXPIRED',
    ],
    ['accepted and never answered', { status: 202 }, 'transport http 202'],
    ['a page', page, 'transport http 200'],
    ['an empty answer', { headers: { 'Content-Type': 'application/json' } }, 'transport http 200'],
    ['another id', { body: answer('other') }, 'transport http 200'],
    ['no token', { status: 401, body: '{"error":"invalid_token"}' }, 'transport auth 401'],
    [
      'a dead session',
      { status: 404, body: refusal(-32001, 'Session not found') },
      'transport session 404 -32001',
    ],
    [
      'a session gone with 400',
      { status: 400, body: refusal(-32000, 'No valid session ID') },
      'transport session 400 -32000',
    ],
    ['a wrong path', { status: 404, ...page }, 'transport http 404'],
    ['a gateway', { status: 502, ...page }, 'transport http 502'],
    ['an error under its id', { status: 400, body: refusal(-32602, 'bad', 1) }, 'protocol  400 -32602'],
    ['an unknown method of 2026', { status: 404, body: refusal(-32601, 'unknown') }, 'protocol  404 -32601'],
    ['a header mismatch', { status: 400, body: refusal(-32020, 'mismatch') }, 'protocol  400 -32020'],
    ['a stream that ends', { sse: ': bye\n\n' }, 'transport stream 200'],
    ['a stream that breaks off', { sse: ': x\n\n', how: 'cut' }, 'transport stream 200'],
    ['a client that leaves', { sse: ': x\n\n', how: 'client-closed' }, 'client  200'],
    ['a good answer', { sse: [answer(1)] }, 'ok  200'],
  ] as const)('settles at once: %s', (_name, came, expected) => {
    const { calls, others } = judged(script().call(1, came));
    expect(calls).toEqual([expected]);
    expect(others).toEqual([]);
  });

  it('is answered in its own exchange, even if another request has used its id', () => {
    const { calls } = judged(script().call(1, { sse: ': wait\n\n', how: 'open' }).fine(1));
    expect(calls).toEqual(['ok  200', 'ok  200']);
  });

  it('waits for a stream that goes on, and takes the answer from there', () => {
    const primed = { sse: 'id: e1\nretry: 10\ndata: \n\n' };
    const resumed = script()
      .call(1, primed)
      .get({ sse: [answer(1)] }, { 'Last-Event-ID': 'e1' });
    expect(judged(resumed).calls).toEqual(['ok  200']);
    expect(judged(script().call(1, primed)).calls).toEqual(['transport stream 200']);
    const failed = judged(
      script()
        .call(1, primed)
        .get({ status: 404, ...page }, { 'Last-Event-ID': 'e1' }),
    );
    expect(failed.calls).toEqual(['transport stream 200']);
    expect(failed.others).toEqual(['transport stream 404']);
  });

  it('is not an error if a token was asked for and given', () => {
    const challenge = { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
    const token = (one: HttpScript) =>
      one.at('http://as/token').post('grant_type=authorization_code', { body: { access_token: 'x' } });
    const asked = token(script().call(1, challenge)).at('http://127.0.0.1:4000/mcp');
    const { calls, counts } = judged(asked.call(2, { body: answer(2) }, { Authorization: 'Bearer x' }));
    expect(calls).toEqual(['ok  401', 'ok  200']);
    expect(counts.transport).toBe(0);
  });

  it('is not an error if it only asked for the era, and the client goes on with initialize', () => {
    const refused = { status: 400, body: refusal(-32000, 'Bad Request: Server not initialized') };
    const asked = new HttpScript().post({ id: 7, method: 'server/discover', params: {} }, refused);
    expect(judged(asked).calls).toEqual(['transport session 400 -32000']);
    expect(judged(asked.handshake()).calls).toEqual(['ok  400 -32000']);
  });

  it('says in the row of its status what the refusal means, once the client goes on', () => {
    const refused = { status: 404, body: 'Not Found', headers: { 'Content-Type': 'text/plain' } };
    const asked = new HttpScript().post({ id: 7, method: 'server/discover', params: {} }, refused);
    const rows = new RowTable();
    const log = new LogModel({ all: [new RowReader(rows)] });
    for (const record of asked.handshake().records) log.take(record);
    const all = Array.from({ length: rows.length }, (_, index) => rows.row(index));
    const row = all.find((one) => one?.kind === 'http' && one.status === 404);
    expect(row).toMatchObject({ tier: 'ok', text: 'not a 2026-07-28 server: 404: Not Found' });
  });
});

it('is not an error if the client goes on over HTTP+SSE', () => {
  const ask = { id: 7, method: 'initialize', params: {} };
  const stream = { sse: 'event: endpoint\ndata: /messages\n\n', how: 'open' } as const;
  const refused = () => new HttpScript().post(ask, { status: 405 }).get(stream);
  const ended = (one: HttpScript) => {
    const log = new LogModel();
    for (const record of one.records) log.take(record);
    log.finish();
    return log.model('s1').book.exchanges.map(({ tier }) => tier);
  };
  expect(ended(refused())).toEqual(['transport']);
  expect(ended(refused().post({ ...ask, id: 8 }, { status: 202 }))[0]).toBe('ok');
});

describe('an exchange without a request', () => {
  it.each([
    ['no listening stream', script().get({ status: 405 }), []],
    ['a listening stream that its reader closes', script().get({ sse: '', how: 'client-closed' }), []],
    ['a listening stream that breaks off', script().get({ sse: '', how: 'cut' }), ['transport stream 200']],
    ['a page instead of a stream', script().get(page), ['transport http 200']],
    [
      'a second stream',
      script().get({ status: 409, body: refusal(-32000, 'Conflict') }),
      ['transport session 409 -32000'],
    ],
    [
      'a body that is not a message',
      script().post('{', { status: 400, body: refusal(-32700, 'Parse error') }),
      ['transport http 400 -32700'],
    ],
    ['a response to nothing', script().post({ id: 9, result: {} }, { status: 202 }), []],
  ])('comes to what it is: %s', (_name, one, expected) => {
    expect(judged(one)).toMatchObject({ calls: [], others: expected });
  });

  it('counts at no tier if the user wrote it', () => {
    const { counts, others } = judged(script().post('{', { status: 400, body: 'no' }).raw());
    expect(others).toEqual(['transport http 400']);
    expect(counts).toMatchObject({ transport: 0, expected: 1 });
  });
});
