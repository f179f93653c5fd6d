import { describe, expect, it } from 'vitest';
import { ReportedSession } from './testing/reported.ts';

/** A request that its client gave up after a minute, in a session of 2025-11-25. */
function givenUp(params: unknown, method = 'tools/call') {
  return new ReportedSession({ tools: {} })
    .sent({ id: 7, method, params })
    .wait(60_000)
    .client('timeout', 'Request timed out');
}

/** The same as raw text: JavaScript would round the id. */
function givenUpRaw(id: string) {
  const raw = `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"search"}}`;
  return new ReportedSession({ tools: {} }).raw('client-to-server', raw).wait(60_000);
}

const timeout = (session: ReportedSession, id: string) =>
  session.client('timeout', 'no answer', JSON.parse(id));

describe('a request that its server could not read is blamed before the silence of the server', () => {
  it.each(['9007199254740993', '1790000000000000123', '-9007199254740995'])('for the id %s', (id) => {
    const error = timeout(givenUpRaw(id), id).error();
    expect(error).toMatchObject({ tier: 'client', acts: 'client' });
    expect(error.explanation).toContain(`${id}, is beyond 2^53-1`);
    expect(error.todo).toContain('small integers or strings');
  });

  it('also if stderr shows that the server met it', () => {
    const refused = timeout(
      givenUpRaw('9007199254740993').stderr('ZodError: Number must be an integer in the safe range'),
      '9007199254740993',
    ).error();
    expect(refused).toMatchObject({ acts: 'client', explanation: expect.stringContaining('safe range') });
  });

  it.each(['9007199254740991', '41', '"1790000000000000123"'])('but not for the id %s', (id) => {
    const error = timeout(givenUpRaw(id), id).error();
    expect(error.acts).toBe('server');
  });

  it('for params that are not an object', () => {
    const error = givenUp(['search', {}]).error();
    expect(error).toMatchObject({ acts: 'client', todo: expect.stringContaining('params as an object') });
    expect(error.explanation).toContain('params is a list');
    expect(givenUp([], 'resources/templates/list').error().acts).toBe('client');
  });

  it('for a missing name, and never for arguments that only the tool can judge', () => {
    expect(givenUp({ tool: 'search' }).error()).toMatchObject({
      acts: 'client',
      explanation: expect.stringContaining('params.name is missing'),
    });
    expect(givenUp({ name: 'search', arguments: { depth: 'seven' } }).error().acts).toBe('server');
  });

  it('for a _meta that lacks what 2026-07-28 demands', () => {
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    const session = new ReportedSession()
      .sent({ id: 1, method: 'server/discover', params: { _meta: meta } })
      .wait(60_000)
      .client('timeout', 'Request timed out', 1);
    expect(session.error()).toMatchObject({
      acts: 'client',
      explanation: expect.stringContaining('clientCapabilities'),
    });
  });

  it('for a revision that the server does not list', () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const later = { ...meta, 'io.modelcontextprotocol/protocolVersion': '2027-01-15' };
    const result = { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, resultType: 'complete' };
    const session = new ReportedSession()
      .sent({ id: 1, method: 'server/discover', params: { _meta: meta } })
      .got({ id: 1, result })
      .sent({ id: 2, method: 'tools/list', params: { _meta: later } })
      .wait(60_000)
      .client('timeout', 'Request timed out', 2);
    expect(session.error()).toMatchObject({ acts: 'client', todo: expect.stringContaining('2026-07-28') });
  });
});

it('lays an error that the client sends back for noise to the client', () => {
  const error = new ReportedSession({ tools: {} })
    .raw('server-to-client', 'listening for work')
    .sent({ id: null, error: { code: -32700, message: 'Parse error' } })
    .error();
  expect(error).toMatchObject({ acts: 'client', todo: expect.stringContaining('answer nothing') });
  expect(error.explanation).toContain('The server did not send this error');
});

it('blames neither side if client and server share no revision', () => {
  const error = new ReportedSession()
    .sent({
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
    })
    .got({
      id: 0,
      result: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        serverInfo: { name: 's', version: '1' },
      },
    })
    .client('result-rejected', "Server's protocol version is not supported: 2025-11-25", 0)
    .error();
  expect(error).toMatchObject({ acts: 'user', todo: expect.stringContaining('Update the older') });
});
