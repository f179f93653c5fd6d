import { beforeEach, describe, expect, test } from 'vitest';
import { ScriptedSession } from './testing/scripted-session.ts';

let session: ScriptedSession;
beforeEach(() => {
  session = new ScriptedSession();
});

describe('the answer to a probe', () => {
  const ask = () => session.client({ jsonrpc: '2.0', id: 9, method: 'server/discover', params: {} });

  test('that refuses it is not an error, keeps its code, and says what the server is not', () => {
    const request = ask();
    const answer = session.error(9, -32601, 'no');
    expect(session.row(answer)).toMatchObject({ tier: 'ok', outcome: 'ok', code: '-32601', pair: request });
    expect(session.row(answer).text).toBe('not a 2026-07-28 server: no');
    expect(session.model.book.counts).toMatchObject({ ok: 1, protocol: 0 });
  });

  test('may be a result that is no DiscoverResult', () => {
    ask();
    const answer = session.result(9, {});
    expect(session.row(answer)).toMatchObject({ tier: 'ok', text: 'not a 2026-07-28 server' });
  });

  const refused = (code: number, data?: object) => {
    ask();
    return session.row(session.server({ jsonrpc: '2.0', id: 9, error: { code, message: 'no', data } }));
  };

  test.each([
    [-32022, { supported: ['2026-07-28'], requested: '2027-01-01' }],
    [-32022, undefined],
    [-32021, { requiredCapabilities: { elicitation: {} } }],
  ])('that refuses it with %d of 2026-07-28 is an error of a server that speaks it', (code, data) => {
    expect(refused(code, data)).toMatchObject({ tier: 'protocol', outcome: 'protocol error', text: 'no' });
  });

  test('that names none but earlier revisions is how an earlier server refuses it', () => {
    expect(refused(-32022, { supported: ['2025-11-25'] })).toMatchObject({ tier: 'ok' });
  });
});

describe('initialize that was sent because the probe was not answered yet', () => {
  const initialize = () =>
    session.client({
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25' },
    });
  const probe = () => {
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    session.client({ jsonrpc: '2.0', id: 'probe-1', method: 'server/discover', params: { _meta } });
  };
  const discovered = () =>
    session.result('probe-1', {
      supportedVersions: ['2026-07-28'],
      capabilities: {},
      resultType: 'complete',
    });
  const refused = (data?: object) =>
    session.server({ jsonrpc: '2.0', id: 0, error: { code: -32022, message: 'no', data } });

  test('may be refused by a server that answers the probe late, and by one that names its revision', () => {
    probe();
    initialize();
    discovered();
    const answer = session.row(refused());
    expect(answer).toMatchObject({ tier: 'ok', outcome: 'ok', code: '-32022' });
    expect(answer.text).toBe('a 2026-07-28 server, which needs no initialize: no');
    session = new ScriptedSession();
    probe();
    initialize();
    expect(session.row(refused({ supported: ['2026-07-28'] }))).toMatchObject({ tier: 'ok' });
    expect(session.model.book.counts).toMatchObject({ protocol: 0 });
  });

  test('may stay without an answer', () => {
    probe();
    const request = initialize();
    discovered();
    session.event('timeout', { id: 0 });
    expect(session.row(request)).toMatchObject({ tier: 'ok', outcome: 'timed out' });
  });

  test('is an error if nothing was probed, or the probe had an answer before', () => {
    initialize();
    expect(session.row(refused({ supported: ['2026-07-28'] }))).toMatchObject({ tier: 'protocol' });
    session = new ScriptedSession();
    probe();
    discovered();
    initialize();
    expect(session.row(refused())).toMatchObject({ tier: 'protocol' });
  });
});

describe('silence after a probe', () => {
  const probed = () =>
    session.client({ jsonrpc: '2.0', id: 'probe-1', method: 'server/discover', params: {} });
  const silent = () => session.event('timeout', { id: 'probe-1' });

  test('is not an error once the client has gone on with initialize, even if an answer comes after all', () => {
    const probe = probed();
    session.client({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} });
    const event = silent();
    expect(session.row(probe)).toMatchObject({ tier: 'ok', outcome: 'timed out' });
    expect(session.row(event)).toMatchObject({ tier: 'ok', outcome: 'timed out' });
    expect(session.model.book.counts).toMatchObject({ ok: 1, client: 0 });
    const answer = session.error('probe-1', -32601);
    expect(session.row(answer)).toMatchObject({ tier: 'ok', outcome: 'ok' });
    expect(session.model.book.counts).toMatchObject({ ok: 1, client: 0, protocol: 0 });
  });

  test('is one for a client that has asked nothing else', () => {
    const probe = probed();
    silent();
    expect(session.row(probe)).toMatchObject({ tier: 'client', outcome: 'timed out' });
  });
});
