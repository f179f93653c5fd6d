import { describe, expect, it } from 'vitest';
import { SessionScript } from '../findings/testing/session-script.ts';
import { ReportBuilder } from './build-report.ts';
import { failed, ReportedSession, refused } from './testing/reported.ts';

/** A server request that the client answers with an error. */
function asked(error: object, client: object = { sampling: {}, roots: {} }) {
  const method = 'sampling/createMessage';
  return new ReportedSession({ tools: {} }, client)
    .got({ id: 1, method, params: { messages: [], maxTokens: 5 } })
    .sent({ id: 1, ...error })
    .error();
}

describe('a client that answers a request of its server with an error', () => {
  it.each([
    [-1, 'callback failed: the model file is gone'],
    [-32603, 'connect ECONNREFUSED 127.0.0.1:11434'],
    [7, 'no handler is registered'],
  ])('has to act if it failed to serve what it declared (%i %s)', (code, message) => {
    expect(asked(refused(code, message))).toMatchObject({ acts: 'client', cause: 'request-failed' });
  });

  it.each([
    ['request-refused', -1, 'User rejected sampling request'],
    ['request-refused', -1, 'The user said no'],
    ['request-failed', -32602, 'maxTokens must be at least 10'],
  ])('leaves it to the server: %s, %i %s', (cause, code, message) => {
    expect(asked(refused(code, message))).toMatchObject({ acts: 'server', cause });
  });

  it('leaves it to the server under any code if it never declared the capability', () => {
    for (const code of [-32601, -32603, -1])
      expect(asked(refused(code, 'not supported here'), {})).toMatchObject({
        acts: 'server',
        cause: 'undeclared-request',
      });
  });
});

describe('an exit code that shells and runtimes use at a start', () => {
  const ended = (exitCode: number, session = new ReportedSession({ tools: {} })) =>
    session
      .sent({ id: 7, method: 'tools/call', params: { name: 'a' } })
      .process({ event: 'exited', exitCode })
      .session().errors[0];

  it('says nothing of a server that had started: the code is its own', () => {
    for (const code of [2, 9, 13]) expect(ended(code)).toMatchObject({ acts: 'server' });
  });

  it('explains a server that never answered', () => {
    expect(ended(9, new ReportedSession())).toMatchObject({ acts: 'user' });
  });

  it('names a signal at any time', () => {
    expect(ended(139)?.todo).toBe(ended(139, new ReportedSession())?.todo);
  });
});

describe('a tool that failed', () => {
  const listed = (client = {}) =>
    new ReportedSession({ tools: {} }, client).listed('tools', [
      { name: 'run', inputSchema: { type: 'object', properties: { name: { type: 'string' } } } },
    ]);
  const call = { name: 'run', arguments: { name: 'x' } };

  it.each([
    "Cannot read properties of undefined (reading 'id')",
    "Error executing tool run: name 'pd' is not defined",
    "'NoneType' object is not subscriptable",
    'runtime error: index out of range [2] with length 0',
    'java.lang.NullPointerException: Cannot invoke "String.length()" because "<local1>" is null',
    '** (FunctionClauseError) no function clause matching in Shop.price/1',
    'TypeError [ERR_INVALID_ARG_TYPE]: The "path" argument must be of type string. Received undefined',
  ])('at a fault of its own code is for its author: %s', (text) => {
    expect(listed().call(call, failed(text)).error()).toMatchObject({
      acts: 'server',
      cause: 'tool-crashed',
    });
  });

  it('says which argument was missing if its text shows the empty place', () => {
    const reader = new ReportedSession({ tools: {} }).listed('tools', [
      { name: 'read', inputSchema: { type: 'object', properties: { url: {} }, required: ['url'] } },
    ]);
    const error = reader.call({ name: 'read', arguments: {} }, failed('No page for undefined')).error();
    expect(error).toMatchObject({ acts: 'model', cause: 'request-misfit' });
    expect(error.explanation).toContain('url is required');
  });

  it('but not if it runs what the model wrote', () => {
    const text = 'TypeError: rows.map is not a function';
    const error = listed()
      .call({ name: 'run', arguments: { code: 'rows.map(f)' } }, failed(text))
      .error();
    expect(error).toMatchObject({ acts: 'model', cause: 'tool-error' });
  });

  it.each([
    'There is no tug Zacharias',
    'The bakery is closed for stocktaking',
    'Disk full',
    'spawn /bin/sh ENOENT',
  ])('is for its caller first if its text says why, however it reads: %s', (text) => {
    expect(listed().call(call, failed(text)).error()).toMatchObject({ acts: 'model', cause: 'tool-error' });
  });

  it.each(['', 'Error', 'Something went wrong'])(
    'is for its author if its text says nothing: "%s"',
    (text) => {
      expect(listed().call(call, failed(text)).error()).toMatchObject({ acts: 'server' });
    },
  );

  it.each([
    ['server', {}, -32601, 'Method not found'],
    ['client', { sampling: {} }, -32603, 'the model is not loaded'],
    ['model', { sampling: {} }, -1, 'User rejected sampling request'],
  ])('because the client refused its request is for the %s', (acts, client, code, message) => {
    const error = listed(client)
      .sent({ id: 7, method: 'tools/call', params: call })
      .got({ id: 1, method: 'sampling/createMessage', params: { messages: [], maxTokens: 5 } })
      .sent({ id: 1, ...refused(code, message) })
      .got({ id: 7, ...failed(`no summary: ${message}`) })
      .error();
    expect(error).toMatchObject({ acts, cause: 'tool-refused-by-client' });
    expect(error.explanation).toContain('sampling/createMessage');
  });

  it('says nothing of a refusal that its text does not repeat, or that came before', () => {
    const asked = listed()
      .got({ id: 1, method: 'roots/list' })
      .sent({ id: 1, ...refused(-32601, 'Method not found') });
    expect(asked.call(call, failed('Method not found')).error()).toMatchObject({ cause: 'tool-error' });
  });

  it('because the client lacks a capability is for the client', () => {
    for (const text of [
      'client does not support elicitation',
      'the client did not declare the capability sampling',
    ])
      expect(listed().call(call, failed(text)).error()).toMatchObject({
        acts: 'client',
        cause: 'tool-needs-client',
      });
  });

  it('because a variable of the server is missing is for the user, and a code in capitals is none', () => {
    const error = listed().call(call, failed('SEARCH_API_URL must be set')).error();
    expect(error.acts).toBe('user');
    expect(error.explanation).toContain('SEARCH_API_URL');
    expect(listed().call(call, failed('EMPTY_RESULT: page was not found')).error()).not.toMatchObject({
      acts: 'user',
    });
  });
});

describe('a batch that its revision forbids', () => {
  const batch = '[{"jsonrpc":"2.0","id":7,"method":"ping"}]';
  const sent = () => new ReportedSession({}).raw('client-to-server', batch);

  it('is for the client, and its requests are too, however they end', () => {
    const ends = [
      sent().process({ event: 'exited', exitCode: 1 }),
      sent().wait(60_000).client('timeout', 'no answer'),
      sent().process({ event: 'stdin-closed' }).process({ event: 'exited', exitCode: 0 }),
      sent().got({ id: 7, ...refused(-32700, 'Parse error') }),
      sent().got({ id: 7, ...refused(-32600, 'Invalid Request') }),
    ];
    for (const session of ends) {
      const ofBatch = session.session().errors.filter(({ method }) => method === 'ping');
      expect(ofBatch.map(({ acts }) => acts)).toEqual(ofBatch.map(() => 'client'));
      expect(ofBatch.length).toBeGreaterThan(0);
    }
  });
});

it('asks no author to act on an error that only says that the cancelled work stopped: an SDK writes it', () => {
  const error = new ReportedSession({ tools: {} })
    .sent({ id: 7, method: 'tools/call', params: { name: 'run' } })
    .wait(2000)
    .sent({ method: 'notifications/cancelled', params: { requestId: 7, reason: 'timed out' } })
    .got({ id: 7, ...refused(0, 'Request cancelled') })
    .error();
  const todo = expect.stringContaining('Python SDK 2');
  expect(error).toMatchObject({ acts: 'sdk', cause: 'stopped-after-cancel', todo });
});

it('lays an exit at a request before notifications/initialized to the SDK, though that followed at once', () => {
  const findings = (early: boolean) => {
    const session = new ReportedSession();
    const offer = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      serverInfo: { name: 's', version: '1' },
    };
    session.sent({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {} },
    });
    session.got({ id: 1, result: { ...offer, capabilities: { logging: {} } } });
    const level = { id: 2, method: 'logging/setLevel', params: { level: 'debug' } };
    const done = { method: 'notifications/initialized' };
    for (const message of early ? [level, done] : [done, level]) session.sent(message);
    return session
      .process({ event: 'exited', exitCode: 1, signal: null })
      .session()
      .errors.flatMap((error) => error.findings);
  };
  const sides = (early: boolean) =>
    findings(early)
      .filter(({ rule }) => rule === 'E14')
      .map(({ side }) => side);
  expect(sides(true)).toEqual(['sdk']);
  expect(sides(false)).toEqual(['server']);
});

it('lays the silence after an unknown method to the client, and that after a known one to the server', () => {
  const silent = (method: string) =>
    new ReportedSession({ tools: {} })
      .sent({ id: 7, method })
      .wait(60_000)
      .client('timeout', 'no answer')
      .error();
  expect(silent('catalogue/export')).toMatchObject({ acts: 'client', cause: 'request-dropped' });
  expect(silent('tools/list')).toMatchObject({ acts: 'server', cause: 'timed-out' });
});

it('leaves a malformed request to its client when the connection ends, and an answer to a client that left to nobody', () => {
  const session = () => new ReportedSession({ tools: {} });
  const malformed = session().sent({ id: 7, method: 'tools/call', params: [1] });
  const [lost] = malformed.process({ event: 'exited', exitCode: 70 }).session().errors;
  expect(lost).toMatchObject({ acts: 'client', cause: 'request-dropped' });
  const late = session()
    .sent({ id: 7, method: 'tools/call', params: { name: 'wait' } })
    .process({ event: 'stdin-closed' })
    .got({ id: 7, ...refused(-32603, 'context canceled') });
  expect(late.session().errors[0]).toMatchObject({ acts: 'nobody', cause: 'closed-by-client' });
});

it('asks the server why it refuses arguments that fit its schema, if it gives no reason', () => {
  // Later revisions require a tool error for such a refusal, which takes precedence.
  const refusal = (message: string, data?: unknown) => {
    const { records } = new SessionScript()
      .handshake('2025-03-26', { tools: {} })
      .request('tools/list', {}, { result: { tools: [{ name: 'add', inputSchema: { type: 'object' } }] } })
      .request(
        'tools/call',
        { name: 'add', arguments: { title: 'x' } },
        { ...refused(-32602, message, data) },
      );
    const builder = new ReportBuilder();
    for (const [index, record] of records.entries()) builder.take(record, index + 2);
    return builder.finish('a', 'tierscope', []).sessions[0]?.errors[0]?.acts;
  };
  expect([refusal('Invalid params'), refusal('Invalid params', { message: 'author: ' })]).toEqual([
    'server',
    'server',
  ]);
  expect(refusal('Invalid params', { message: 'isbn: checksum is wrong' })).toBe('model');
});

it('lays a start that cannot reach what it needs to the user, and a malformed initialize to the client', () => {
  const [lost, exit] = new ReportedSession()
    .sent({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } })
    .stderr('Connection error: TypeError: fetch failed', '    at run (/srv/proxy.js:12:3)')
    .process({ event: 'exited', exitCode: 1 })
    .session().errors;
  expect([lost?.acts, exit?.acts]).toContain('user');
  const bare = new ReportedSession().request('initialize', undefined, refused(-32601, 'Method not found'));
  expect(bare.error()).toMatchObject({ acts: 'client', cause: 'request-malformed' });
});

it('lays an internal error to the user if its text or stderr names what is missing or unreachable', () => {
  const unset = new ReportedSession({ tools: {} })
    .call({ name: 'search' }, refused(-32603, 'FERRY_URL not set. Set FERRY_URL'))
    .error();
  expect(unset).toMatchObject({ acts: 'user', cause: 'setting-missing' });
  expect(unset.todo).toContain('FERRY_URL');
  const unreached = new ReportedSession()
    .sent({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
    })
    .stderr('TypeError: fetch failed', '  [cause]: Error: getaddrinfo ENOTFOUND ferry.example')
    .got({ id: 1, ...refused(-32603, 'Failed to pass the request on') })
    .error();
  expect(unreached).toMatchObject({ acts: 'user', todo: expect.stringContaining('ferry.example') });
});

it('names the version of the Java SDK that reads the modes of elicitation', () => {
  const message =
    'Unrecognized field "form" (class x.McpSchema$ClientCapabilities$Elicitation), not marked as ignorable';
  const opening = {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: { form: {} } },
    clientInfo: { name: 'c', version: '1' },
  };
  const error = new ReportedSession().request('initialize', opening, refused(-32603, message)).error();
  expect(error).toMatchObject({ acts: 'server', cause: 'elicitation-modes-refused' });
  expect(error.todo).toContain('io.modelcontextprotocol.sdk:mcp to 0.17.1');
});
