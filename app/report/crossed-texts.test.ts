import { describe, expect, it } from 'vitest';
import { errorDetails } from './problems.ts';
import { ReportedSession } from './testing/reported.ts';

it('a visit to a URL that a tool hides in its text is the server to put on the wire', () => {
  const failed = (client: object) =>
    new ReportedSession({ tools: {} }, client)
      .sent({ id: 7, method: 'tools/call', params: { name: 'open' } })
      .got({ id: 7, result: { content: [{ type: 'text', text: 'URLElicitationRequired' }], isError: true } })
      .error();
  expect(failed({ elicitation: { url: {} } })).toMatchObject({
    acts: 'server',
    todo: expect.stringContaining('-32042'),
  });
  // A client that declared no such visits could not have started one.
  expect(failed({}).todo).not.toContain('-32042');
});

it('an error under the id that the Python SDK gives to what it has not read is quoted, and the gateway to correct', () => {
  const error = { code: -32600, message: 'Not Acceptable: Client must accept both' };
  const errors = new ReportedSession({ tools: {} })
    .sent({ id: 7, method: 'tools/list' })
    .got({ id: 'server-error', error })
    .wait(30_000)
    .client('timeout', 'Request timed out')
    .session().errors;
  for (const { acts } of errors) expect(acts).toBe('operator');
  expect(errors[0]?.explanation).toContain('-32600, “Not Acceptable: Client must accept both”');
});

it('a call that timed out inside its server may have done its work', () => {
  const error = (method: string) =>
    new ReportedSession({ tools: {}, resources: {} })
      .sent({ id: 7, method, params: { name: 'save', uri: 'x://y' } })
      .got({ id: 7, error: { code: -32603, message: 'timeout' } })
      .error();
  const retry = (method: string) => errorDetails(error(method)).find(({ label }) => label === 'retry')?.text;
  expect(retry('tools/call')).toContain('see first whether it did its work');
  expect(retry('resources/read')).toBe('the same call may succeed after a pause');
});

describe('what a server means by -32001', () => {
  const tools = [{ name: 'run', inputSchema: { type: 'object', properties: { a: { type: 'string' } } } }];
  const called = (message: string) =>
    new ReportedSession({ tools: {} })
      .listed('tools', tools)
      .call({ name: 'run' }, { error: { code: -32001, message } })
      .error();
  const T04 = expect.arrayContaining([expect.objectContaining({ rule: 'T04' })]);

  it.each(['Request timed out', 'MCP error -32001: Request timed out'])(
    'is a wait of its own or behind it, if it says what clients say: %s',
    (message) => {
      const error = called(message);
      expect(error).toMatchObject({ cause: 'client-words-sent', acts: 'server', findings: T04 });
      expect(error.explanation).toContain('The client had not given up');
    },
  );

  it('is the session, or who calls, if it says so: no tool has failed', () => {
    expect(called('Session not found')).toMatchObject({ cause: 'session-lost', acts: 'client' });
    expect(called('Unauthorized: token has expired')).toMatchObject({
      cause: 'credentials-refused',
      acts: 'user',
    });
    for (const message of ['Session not found', 'Unauthorized'])
      expect(called(message).findings).not.toEqual(T04);
    expect(called('Session 7 of the festival was not found in the programme').findings).toEqual(T04);
  });

  it('is a time-out of the client alone if nothing came', () => {
    const error = new ReportedSession({ tools: {} })
      .sent({ id: 7, method: 'tools/call', params: { name: 'run' } })
      .wait(60_000)
      .client('timeout', 'MCP error -32001: Request timed out')
      .error();
    expect(error).toMatchObject({ cause: 'timed-out', tier: 'client' });
    expect(error.explanation).toContain("this limit is the client's, not the server's");
  });
});

it('a revision that the server refuses under -32602 is named, with those that it has', () => {
  const data = { supported: ['2025-11-25'], requested: '1999-01-01' };
  const error = new ReportedSession()
    .request(
      'initialize',
      { protocolVersion: '1999-01-01' },
      { error: { code: -32602, message: 'Unsupported protocol version', data } },
    )
    .error();
  expect(error).toMatchObject({ cause: 'revision-unsupported', acts: 'client' });
  expect(error.explanation).toBe(
    'The server does not speak the revision "1999-01-01". It supports 2025-11-25.',
  );
});

it('a validator that rejects no argument accuses what the tool has read, and not the model', () => {
  const inputSchema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
  const said = (path: string, args: object, before = '') => {
    const issues = [{ code: 'invalid_type', expected: 'string', path: [path], message: 'Required' }];
    const text = `${before}${JSON.stringify(issues, null, 2)}`;
    return new ReportedSession({ tools: {} })
      .listed('tools', [{ name: 'run', inputSchema }])
      .call(
        { name: 'run', arguments: args },
        { result: { content: [{ type: 'text', text }], isError: true } },
      )
      .error();
  };
  expect(said('response', { a: 'x' })).toMatchObject({ cause: 'tool-read-misfit', acts: 'server' });
  expect(said('a', {})).toMatchObject({ cause: 'request-misfit', acts: 'model' });
  // The tool checks an argument that its schema does not name.
  expect(said('b', { a: 'x' }, 'Invalid arguments: ')).toMatchObject({ acts: 'model' });
  expect(said('b', { a: 'x', b: 1 })).toMatchObject({ acts: 'model' });
});

it.each(['-32022', '-32602'])(
  'says how a revision without initialize is opened, if the code is of one: %s',
  (code) => {
    const data = { supported: ['2026-07-28'], requested: '2025-11-25' };
    const error = new ReportedSession()
      .request(
        'initialize',
        { protocolVersion: '2025-11-25' },
        { error: { code: Number(code), message: 'Unsupported protocol version', data } },
      )
      .error();
    expect(error).toMatchObject({ cause: 'revision-unsupported', acts: 'client' });
    expect(error.todo.includes('server/discover')).toBe(code === '-32022');
  },
);
