import { describe, expect, it } from 'vitest';
import { failure } from './testing/rule-case.ts';
import { SessionScript } from './testing/session-script.ts';

const LEND = { name: 'lend', inputSchema: { type: 'object', properties: { isbn: { type: 'string' } } } };

/** Who must act for each finding of a rule, in a session with a server that uses these vocabularies. */
function sidesOf(rule: string, script: SessionScript, ...vocabularies: readonly string[]): readonly string[] {
  const found = script.findings({ vocabularies: () => vocabularies });
  return found.filter((one) => one.rule === rule).map(({ side }) => side);
}

const refused = (message: string) =>
  new SessionScript()
    .handshake()
    .listTools(LEND)
    .call('lend', { isbn: '1' }, failure(-32602, 'Invalid params', { message }));

describe('who must act', () => {
  it.each(['hermes', 'anubis'])('is the author of a tool that refuses arguments which fit, on %s', (sdk) => {
    expect(sidesOf('T01', refused('isbn: this book is already lent'), sdk)).toEqual(['server']);
  });

  it.each([
    'isbn: is required, expected type of :string',
    'year: should be greater then or equal to 1450; author: ',
    'shelf: expected one of ["A", "B"] received "Z"',
  ])('is the SDK whose validator writes "%s"', (message) => {
    expect(sidesOf('T01', refused(message), 'hermes')).toEqual(['sdk']);
  });

  it('is the SDK that drops a request which it cannot read, and nobody more if no SDK is known', () => {
    const silent = (params: unknown) =>
      new SessionScript()
        .handshake()
        .client({ id: 50, method: 'tools/call', params })
        .request('ping', {}, { result: {} })
        .wait(5000)
        .request('ping', {}, { result: {} });
    expect(sidesOf('E15', silent({ arguments: {} }), 'rust-rmcp')).toEqual(['sdk']);
    expect(sidesOf('E15', silent([1]), 'rust-rmcp')).toEqual(['sdk']);
    expect(sidesOf('E15', silent({ name: 'lend' }), 'rust-rmcp')).toEqual(['server']);
    expect(sidesOf('E15', silent({ arguments: {} }))).toEqual(['server']);
  });

  it('is the Go SDK for its code 0, and for an unknown method under it', () => {
    const script = () =>
      new SessionScript()
        .handshake()
        .request('shelf/dust', {}, failure(0, 'JSON RPC not handled: "shelf/dust" unsupported'))
        .client({ id: 60, method: 'ping', params: ['a'] })
        .server({ id: 60, ...failure(0, "handling 'ping': cannot unmarshal array into Go value") });
    for (const rule of ['C07', 'C12', 'T05']) expect(sidesOf(rule, script(), 'go-sdk')).toEqual(['sdk']);
    // Its own words show it.
    expect(sidesOf('C12', script())).toEqual(['sdk']);
  });

  it('is the SDK that makes a text of the error which its own class stands for', () => {
    const missing = (text: string) =>
      new SessionScript().discover().listTools(LEND).callFails('lend', text, { resultType: 'complete' });
    expect(sidesOf('M15', missing('Missing required client capabilities: sampling'))).toEqual(['sdk']);
    expect(sidesOf('M15', missing('The client did not declare sampling'))).toEqual(['server']);
  });

  it('is the Python SDK for the id "server-error"', () => {
    const script = new SessionScript()
      .process('spawned')
      .client({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } })
      .server({ id: 'server-error', ...failure(-32600, 'Bad Request: Missing session ID') });
    expect(sidesOf('E04', script)).toEqual(['sdk']);
  });

  it('is the SDK that answers a cancelled request because it was cancelled, however soon', () => {
    const cancelled = (answer: object) =>
      new SessionScript()
        .handshake()
        .client({ id: 70, method: 'tools/call', params: { name: 'lend' } })
        .wait(500)
        .client({ method: 'notifications/cancelled', params: { requestId: 70 } })
        .server({ id: 70, ...answer });
    expect(sidesOf('E07', cancelled(failure(0, 'Request cancelled')))).toEqual(['sdk']);
    expect(sidesOf('E07', cancelled(failure(-32800, 'request was cancelled')))).toEqual(['server']);
    expect(sidesOf('E07', cancelled({ result: { content: [] } }))).toEqual([]);
  });
});
