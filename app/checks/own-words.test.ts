import { describe, expect, it, test } from 'vitest';
import { failed, ReportedSession, refused } from '../report/testing/reported.ts';
import { reasonOfExit } from './doctor/start-failure.ts';

const QUERY = [{ name: 'query', inputSchema: { type: 'object' } }];
const tool = (text: string, args: object = {}) =>
  new ReportedSession({ tools: {} })
    .listed('tools', QUERY)
    .call({ name: 'query', arguments: args }, failed(text))
    .error();
const read = (uri: string, answer: object, session = new ReportedSession({ resources: {} })) =>
  session.request('resources/read', { uri }, { ...answer }).error();

describe('a tool that could not reach what it needs', () => {
  test.each([
    ['connect ECONNREFUSED 127.0.0.1:5432', 'Start 127.0.0.1:5432 (usually PostgreSQL)'],
    ["HTTPConnectionPool(host='box', port=8123): Failed to establish a new connection", 'Start box:8123'],
    ['dial tcp 10.1.2.3:6379: connect: connection refused', 'Start 10.1.2.3:6379 (usually Redis)'],
    ['redis://cache.local:6379: ConnectError: All connection attempts failed', 'Start cache.local:6379'],
    ['getaddrinfo ENOTFOUND api.rain.example', 'the name of api.rain.example'],
    ['dial tcp: lookup store.internal: no such host', 'the name of store.internal'],
    ['httpx.ConnectError: [Errno -3] Temporary failure in name resolution', 'Check the network'],
    ['connect EHOSTUNREACH 10.0.0.9:9200', 'Check that 10.0.0.9:9200 (usually Elasticsearch) runs'],
    ['TypeError: fetch failed', 'Check that the service behind it runs'],
  ])('is for the user to look into: %s', (text, todo) => {
    const error = tool(text);
    expect(error).toMatchObject({ tier: 'tool', acts: 'user', retry: 'later' });
    expect(error.todo).toContain(todo);
  });

  it.each(['Request failed with status code 503', 'HTTP 500: boom', '502 Bad Gateway'])(
    'can wait: %s',
    (text) => {
      expect(tool(text)).toMatchObject({ acts: 'model', retry: 'later' });
      expect(tool(text).todo).toMatch(/^Send the same call again after a pause/);
    },
  );

  it('may have been given a wrong address in the call', () => {
    const error = tool('getaddrinfo ENOTFOUND exmaple.org', { url: 'https://exmaple.org/' });
    expect(error).toMatchObject({ acts: 'model', todo: expect.stringContaining('Correct the address') });
  });

  it.each(['500 rows were read, 1 was bad', 'The network diagram is empty', 'No such order: 503'])(
    'is not read into: %s',
    (text) => {
      expect(tool(text).explanation).toBe('The tool query ran and reports that it failed.');
    },
  );
});

describe('a tool that waited in vain for what it asked the client', () => {
  const initialize = { protocolVersion: '2025-11-25', capabilities: {} };
  const waited = (name: string, answer?: object) => {
    const session = new ReportedSession()
      .sent({ id: 'i', method: 'initialize', params: { ...initialize, clientInfo: { name, version: '1' } } })
      .got({ id: 'i', result: { ...initialize, serverInfo: { name: 's', version: '1' } } })
      .sent({ id: 7, method: 'tools/call', params: { name: 'ask', arguments: {} } })
      .got({ id: 0, method: 'elicitation/create', params: { message: 'Sure?' } });
    if (answer !== undefined) session.sent({ id: 0, ...answer });
    return session
      .wait(60_000)
      .got({ id: 7, ...failed('MCP error -32001: Request timed out') })
      .error();
  };

  it('says who did not answer, and how long the server waited', () => {
    const error = waited('tierscope');
    expect(error).toMatchObject({ cause: 'unanswered-ask', acts: 'user' });
    expect(error.explanation).toBe(
      "You answered nothing to elicitation/create for 60 s, and the server's SDK stopped waiting (#6).",
    );
    expect(waited('ide')).toMatchObject({ cause: 'unanswered-ask', acts: 'client' });
  });

  it('was not left alone if it had its answer', () => {
    expect(waited('tierscope', { result: { action: 'decline' } }).cause).not.toBe('unanswered-ask');
  });
});

describe('what a server says of its refusal goes before a guess', () => {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'c', version: '1' },
  };
  test.each([
    [-32001, 'the access token has expired'],
    [-32000, 'Missing API key'],
    [-32603, 'Unauthorized'],
    [-32001, 'license revoked'],
  ])('of credentials: %i %s', (code, message) => {
    const error = new ReportedSession().request('initialize', params, refused(code, message)).error();
    expect(error).toMatchObject({
      acts: 'user',
      todo: expect.stringMatching(/^Renew what the message names/),
    });
    expect(error.explanation).toContain(message);
  });

  test.each([
    [-32600, 'Server already initialized'],
    [-32602, 'Duplicate initialize request'],
    [-32603, 'initialize was called twice'],
  ])('of a second initialize: %i %s', (code, message) => {
    const error = new ReportedSession({ tools: {} })
      .request('initialize', params, refused(code, message))
      .error();
    expect(error).toMatchObject({ acts: 'client', todo: expect.stringContaining('once for each session') });
  });

  it('and nothing is read into a word that stands for something else', () => {
    const error = new ReportedSession({ tools: {} })
      .listed('tools', QUERY)
      .call({ name: 'query' }, refused(-32603, 'Invalid token at position 4'))
      .error();
    expect(error.acts).toBe('server');
  });
});

describe('a resource that cannot be read', () => {
  it('is never looked for in a list that the server does not have', () => {
    const undeclared = read('a://b', refused(-32602, 'Unknown resource'), new ReportedSession({ tools: {} }));
    expect(undeclared.todo).toBe('The server declares no resources: read none of it.');
    const none = new ReportedSession({ resources: {} }).listed('resources', []);
    expect(read('a://b', refused(-32002, 'Resource not found'), none).todo).toContain('names none');
  });

  it.each(['Method not found', 'Unknown method: resources/read'])('is not missing if %s', (message) => {
    const error = read('a://b', refused(-32601, message));
    expect(error.explanation).toContain('does not know resources/read, although it declared');
    expect(error.acts).toBe('server');
  });

  it.each([
    ['relation "books" does not exist', false],
    ['no such table: books', false],
    ['Unknown resource', true],
    ['shelf://books/1 not found', true],
    ['ENOENT: no such file: books/1', true],
  ])('is missing under -32603 only if the message speaks of it: %s', (message, isMissing) => {
    const error = read('shelf://books/1', refused(-32603, message));
    expect(error.findings.some(({ rule }) => rule === 'T03')).toBe(isMissing);
    expect(error.explanation.includes('finds no resource')).toBe(isMissing);
  });
});

it('asks first for what makes clients throw the whole answer away', () => {
  const outputSchema = { type: 'object', properties: { rows: { type: 'array' } }, required: ['rows'] };
  const session = new ReportedSession({ tools: {} })
    .listed('tools', [{ name: 'query', inputSchema: { type: 'object' }, outputSchema }])
    .call(
      { name: 'query', arguments: {} },
      failed('Nothing fits. Try a wider range.', {
        structuredContent: { error: { code: -32001, message: 'Nothing fits.', data: {} } },
      }),
    );
  const error = session.error();
  expect(error.findings.map(({ rule }) => rule)).toContain('Q08');
  expect(error.todo).toContain('leave structuredContent out');
});

describe('the end of a server', () => {
  const trace = [
    'Traceback (most recent call last):',
    '  File "/app/server.py", line 15, in get_weather',
    "KeyError: 'paris'",
  ];

  it('is not explained by what stderr said before the last answer', () => {
    const error = new ReportedSession({ tools: {} })
      .sent({ id: 1, method: 'tools/call', params: { name: 'get_weather', arguments: {} } })
      .stderr(...trace)
      .got({ id: 1, ...failed('Error executing tool get_weather') })
      .sent({ id: 2, method: 'tools/call', params: { name: 'crash', arguments: {} } })
      .process({ event: 'exited', exitCode: 3, signal: null })
      .session()
      .errors.find(({ target }) => target === 'crash');
    expect(error?.explanation).toContain('Nothing on stderr says why.');
    expect(`${error?.explanation}${error?.todo}`).not.toContain('paris');
  });

  it('has one cause in the report and in the banner, and names the user', () => {
    const stderr = [
      'npm error code E404',
      'npm error 404 Not Found - GET https://registry.example/mcp-server-wether-oslo',
      'npm error A complete log of this run can be found in: /root/.npm/_logs/x.log',
    ];
    const error = new ReportedSession()
      .sent({ id: 1, method: 'initialize', params: {} })
      .stderr(...stderr)
      .process({ event: 'exited', exitCode: 1, signal: null })
      .error();
    expect(error.acts).toBe('user');
    const { cause, todo } = reasonOfExit({ code: 1, signal: null, stderr });
    expect(error.explanation).toContain(cause);
    expect(todo).toContain(error.todo);
    expect(cause).toBe(stderr[1]);
  });
});
