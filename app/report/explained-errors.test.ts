import { describe, expect, it, test } from 'vitest';
import { failed, ReportedSession, refused } from './testing/reported.ts';

const ALL = { tools: {}, prompts: {}, resources: {} };
const BOOK = {
  name: 'book-flight',
  inputSchema: {
    type: 'object',
    properties: { departureDate: { type: 'string' }, seats: { type: 'integer' } },
    required: ['departureDate'],
  },
};
const airline = () =>
  new ReportedSession(ALL)
    .listed('tools', [BOOK, { name: 'find-flights', inputSchema: { type: 'object' } }])
    .listed('prompts', [{ name: 'plan', arguments: [{ name: 'city', required: true }] }])
    .listed('resources', [{ uri: 'air://timetable', name: 'timetable' }]);

describe('the explanation of a refused request names', () => {
  test.each([
    [
      'the argument that does not fit',
      'tools/call',
      { name: 'book-flight', arguments: { seats: 'two', departureDate: 'x' } },
      refused(-32602, 'Invalid params'),
      'seats: expected integer, received string',
    ],
    [
      'the argument that is missing',
      'tools/call',
      { name: 'book-flight', arguments: { departure_date: 'x' } },
      refused(-32602, 'Invalid params'),
      'departureDate is required. "departure_date" was sent: did you mean "departureDate"?',
    ],
    [
      'the tool that is not there, and the nearest',
      'tools/call',
      { name: 'book-flights' },
      refused(-32602, 'Unknown tool'),
      'The server lists no tool "book-flights". Did you mean "book-flight"?',
    ],
    [
      'another tool that is not there, and the nearest',
      'tools/call',
      { name: 'book-flight', arguments: { departureDate: '2026-01-01' } },
      refused(-32602, 'Unknown tool: book_fligt'),
      'of "book-flight" and says that it has no tool "book_fligt". Did you mean "book-flight"?',
    ],
    [
      'arguments that are not an object',
      'tools/call',
      { name: 'book-flight', arguments: ['two'] },
      refused(-32603, 'Internal error'),
      'arguments is a list',
    ],
    ['a missing name', 'tools/call', {}, refused(-32603, 'Internal error'), 'params.name is missing'],
    [
      'the missing argument of a prompt',
      'prompts/get',
      { name: 'plan' },
      refused(-32603, 'Internal error'),
      'requires the argument "city"',
    ],
    [
      'the prompt that is not there',
      'prompts/get',
      { name: 'plans' },
      refused(-32602, 'Unknown prompt'),
      'lists no prompt "plans". Did you mean "plan"?',
    ],
    [
      'the resource that is not there',
      'resources/read',
      { uri: 'air://timetables' },
      refused(-32002, 'Resource not found'),
      'no resource "air://timetables". Did you mean "air://timetable"?',
    ],
    ['a missing uri', 'resources/read', { path: 'x' }, refused(-32602, 'bad'), 'params.uri is missing'],
    [
      'a wrong log level',
      'logging/setLevel',
      { level: 'eror' },
      refused(-32602, 'bad'),
      '"eror" is not a log level. Did you mean "error"?',
    ],
    [
      'a method that nobody defines',
      'tools/lst',
      {},
      refused(-32601, 'Method not found'),
      'no revision of MCP defines it. Did you mean "tools/list"?',
    ],
    [
      'the capability that was never declared',
      'completion/complete',
      { ref: {}, argument: {} },
      refused(-32601, 'Method not found'),
      'never declared the capability completions',
    ],
    [
      'the capability that was declared',
      'resources/templates/list',
      undefined,
      refused(-32601, 'Method not found'),
      'although it declared the capability resources',
    ],
    [
      'the address to open',
      'tools/call',
      { name: 'find-flights' },
      refused(-32042, 'URL', { elicitations: [{ url: 'https://a.example/login' }] }),
      'must open "https://a.example/login" first',
    ],
    [
      'the capability of the client',
      'tools/call',
      { name: 'find-flights' },
      refused(-32021, 'no', { requiredCapabilities: { sampling: {} } }),
      'needs "sampling" of the client, which the client did not declare',
    ],
    [
      'the revisions that are supported',
      'tools/call',
      { name: 'find-flights' },
      refused(-32022, 'no', { supported: ['2026-07-28'], requested: '2099-01-01' }),
      'does not speak the revision "2099-01-01". It supports 2026-07-28.',
    ],
  ])('%s', (_, method, params, answer, sentence) => {
    const { explanation, todo } = airline().request(method, params, answer).error();
    expect(explanation).toContain(sentence);
    expect(todo).not.toBe('');
  });
});

describe('a refusal for lack of what the client declared', () => {
  it('is a contradiction, which the author of the server must fix', () => {
    const refusal = refused(-32021, 'no', { requiredCapabilities: { roots: {} } });
    const { explanation, todo } = new ReportedSession(ALL, { roots: {} })
      .request('tools/call', { name: 'find-flights' }, refusal)
      .error();
    expect(explanation).toContain('contradicts the client: it refuses the call for lack of "roots"');
    expect(todo).toContain('The author of the server must fix this');
  });
});

describe('the explanation claims nothing that the frames do not show', () => {
  it('calls no envelope broken that is whole', () => {
    const { explanation } = airline()
      .request('resources/list', {}, refused(-32600, 'Too many sessions'))
      .error();
    expect(explanation).toContain('The request is well-formed');
    expect(explanation).toContain('Too many sessions');
  });

  it('says only that no initialize was completed before, for one may follow', () => {
    const early = new ReportedSession().request(
      'tools/list',
      {},
      refused(-32602, 'Invalid request parameters'),
    );
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'c', version: '1' },
    };
    early.sent({ id: 'i', method: 'initialize', params });
    const serverInfo = { name: 's', version: '1' };
    early.got({ id: 'i', result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo } });
    expect(early.error()).toMatchObject({
      cause: 'before-handshake',
      explanation: expect.stringContaining('no initialize was completed before it.'),
    });
  });

  it('speaks of the handshake where there was none', () => {
    const early = new ReportedSession().request('tools/list', {}, refused(-32600, 'Server not initialized'));
    expect(early.error().explanation).toContain('came before the handshake');
  });

  it('does not send anybody to stderr for an internal error if there is none', () => {
    const { explanation, todo } = airline().call({ name: 'find-flights' }, refused(-32603, 'boom')).error();
    expect(explanation).toBe(
      'tools/call find-flights failed inside the server, which reports an internal error. It says “boom”.',
    );
    expect(todo).not.toContain('stderr');
  });

  it('does not blame the arguments for a failure inside the handler', () => {
    const call = { name: 'book-flight', arguments: { departureDate: 1 } };
    expect(airline().call(call, refused(-32603, 'disk full')).error().explanation).toContain(
      'failed inside the server',
    );
  });

  it('gives no meaning to a number that everybody uses', () => {
    const { explanation } = airline().call({ name: 'find-flights' }, refused(-32011, 'no')).error();
    expect(explanation).toContain('the number alone explains nothing');
  });

  it('calls no tool unknown because its own text says "not found"', () => {
    const session = new ReportedSession(ALL).call(
      { name: 'find-flights' },
      failed('City Olso was not found'),
    );
    expect(session.error().explanation).toBe('The tool find-flights ran and reports that it failed.');
  });
});

describe('a call without a usable answer', () => {
  it('that timed out says whose time-out it was, and after how long', () => {
    const session = airline().sent({ id: 7, method: 'tools/call', params: { name: 'find-flights' } });
    const { explanation } = session.wait(1499).client('timeout', 'no answer').error();
    expect(explanation).toContain(
      "The client waited 1.5 s for tools/call find-flights and gave up: this limit is the client's, not the server's.",
    );
  });

  it('that is the handshake asks how the server is started, unless it had answered before', () => {
    const clientInfo = { name: 'client', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const opening = { id: 7, method: 'initialize', params };
    const silent = new ReportedSession().sent(opening).wait(5000).client('timeout', 'no answer').error();
    expect(silent).toMatchObject({
      acts: 'user',
      todo: expect.stringContaining('over stdio, not over HTTP'),
    });
    const asked = new ReportedSession().request('server/discover', {}, refused(-32601, 'Method not found'));
    const halfWay = asked
      .sent({ ...opening, id: 8 })
      .wait(5000)
      .client('timeout', 'no answer', 8)
      .session().errors;
    expect(halfWay.at(-1)).toMatchObject({
      acts: 'user',
      todo: expect.stringMatching(/^It answered what came before/),
    });
    const again = asked.process({ event: 'exited', exitCode: 0 }).process({ event: 'spawned', pid: 2 });
    again
      .sent({ ...opening, id: 9 })
      .wait(5000)
      .client('timeout', 'no answer', 9);
    expect(again.session().errors.at(-1)?.todo).toContain('over stdio, not over HTTP');
  });

  it('that was cancelled says who cancelled it and why', () => {
    const session = airline().sent({ id: 7, method: 'tools/call', params: { name: 'find-flights' } });
    session.sent({ method: 'notifications/cancelled', params: { requestId: 7, reason: 'the user left' } });
    expect(session.error().explanation).toContain('The client cancelled tools/call find-flights');
    expect(session.error().explanation).toContain('Its reason: “the user left”.');
  });

  it('that was lost says how the process ended, and quotes its last word', () => {
    const session = airline().sent({ id: 7, method: 'tools/call', params: { name: 'find-flights' } });
    session.stderr('cannot open the store').process({ event: 'exited', exitCode: 3 });
    const lost = session.session().errors.find(({ method }) => method === 'tools/call');
    expect(lost?.explanation).toContain('exited with code 3, 2 ms after the request');
    expect(lost?.explanation).toContain('Its last line on stderr: “cannot open the store”.');
    expect(lost?.stderr).toEqual(['cannot open the store']);
  });

  it('that the SDK of the server ended itself once the client had left accuses nobody', () => {
    const session = airline().sent({ id: 7, method: 'tools/call', params: { name: 'find-flights' } });
    session.process({ event: 'stdin-closed' });
    session.got({ id: 7, error: { code: -32000, message: 'Connection closed' } });
    const error = session.error();
    expect(error).toMatchObject({ tier: 'protocol', acts: 'nobody', todo: '' });
    expect(error.explanation).toMatch(/^The client closed the connection before tools\/call find-flights/);
  });

  it.each<[string, (session: ReportedSession) => ReportedSession, RegExp]>([
    [
      'the client left',
      (session) => session.process({ event: 'stdin-closed' }).process({ event: 'exited', exitCode: 1 }),
      /^The client closed the connection before tools\/call find-flights was answered\.$/,
    ],
    [
      'somebody killed the server',
      (session) => session.process({ event: 'exited', signal: 'SIGKILL' }),
      /^A signal from outside ended the server \(SIGKILL\) 2 ms after .* look at the system log\.$/,
    ],
  ])('that was open when %s accuses nobody', (_, end, explanation) => {
    const session = airline().sent({ id: 7, method: 'tools/call', params: { name: 'find-flights' } });
    const { errors, findings } = end(session.stderr('Error: stdin closed')).session();
    expect(errors).toMatchObject([{ tier: 'client', acts: 'nobody', todo: '' }]);
    expect(errors[0]?.explanation).toMatch(explanation);
    expect(findings.map(({ rule }) => rule)).not.toContain('E14');
  });

  it('of a server that crashed is not explained by what an answered call wrote', () => {
    const session = airline().sent({ id: 6, method: 'tools/call', params: { name: 'find-flights' } });
    session.stderr('UnexpectedToolError: no flights').got({ id: 6, ...failed('no flights') });
    session.stderr('ValueError: a straggler of that call').wait(40_000);
    session.sent({ id: 7, method: 'tools/call', params: { name: 'find-flights' } });
    const [, lost, exit] = session.process({ event: 'exited', exitCode: 3 }).session().errors;
    for (const one of [lost, exit]) {
      expect(one?.explanation).toMatch(/ Nothing on stderr says why\.$/);
      expect(one?.stderr).toEqual([]);
    }
  });

  it('whose result no client reads names the member', () => {
    const { explanation, tier } = airline()
      .call({ name: 'find-flights' }, { result: { content: 'ok' } })
      .error();
    expect(tier).toBe('client');
    expect(explanation).toContain('its member content is "ok"');
  });
});

describe('what a server writes to stderr', () => {
  it('stands beside the call that it is about, with the exception in the explanation', () => {
    const session = airline().sent({ id: 7, method: 'tools/call', params: { name: 'find-flights' } });
    session.stderr(
      'INFO request',
      'Traceback (most recent call last):',
      '  File "a.py", line 3',
      'KeyError: 3',
    );
    const { explanation, stderr } = session.got({ id: 7, ...refused(-32603, 'Internal error') }).error();
    expect(stderr).toEqual(['KeyError: 3']);
    expect(explanation).toContain('It raised “KeyError: 3” at a.py:3.');
  });

  it('counts to the next call if it comes after that was sent', () => {
    const session = airline().call({ name: 'find-flights' }, failed('a'));
    session.sent({ id: 8, method: 'tools/call', params: { name: 'find-flights' } });
    session.stderr('ValueError: in find-flights').got({ id: 8, ...failed('b') });
    expect(session.session().errors.map(({ stderr }) => stderr)).toEqual([
      [],
      ['ValueError: in find-flights'],
    ]);
  });
});

test('what is written while two calls are open counts to the one that ends next', () => {
  const session = airline().sent({ id: 7, method: 'tools/call', params: { name: 'find-flights' } });
  session.sent({ id: 8, method: 'tools/call', params: { name: 'book-flight', arguments: {} } });
  session.stderr('ValueError: no seats').got({ id: 8, ...failed('no') });
  session.wait(1000).got({ id: 7, ...failed('closed') });
  expect(session.session().errors.map(({ target, stderr }) => [target, stderr])).toEqual([
    ['book-flight', ['ValueError: no seats']],
    ['find-flights', []],
  ]);
});

test('a tool error shows its structured code, reason, hint and whether it can be retried', () => {
  const error = {
    code: -32001,
    message: 'No city',
    data: { reason: 'no_city', retryable: false, recovery: { hint: 'Ask for cities.' } },
  };
  const found = airline()
    .call({ name: 'find-flights' }, failed('Error: No city', { structuredContent: { error } }))
    .error();
  expect(found).toMatchObject({
    tier: 'tool',
    code: -32001,
    structured: { code: -32001, reason: 'no_city', hint: 'Ask for cities.', retryable: false },
    retry: 'no',
    reaches: { host: null, asOf: '2025-11-25' },
  });
  expect(found.explanation).toContain('says how to go on');
});

test('a refusal of the client names the capability that it declared, or did not', () => {
  const ask = (client: object) =>
    new ReportedSession({}, client)
      .got({ id: 1, method: 'sampling/createMessage', params: {} })
      .sent({ id: 1, ...refused(-32601, 'Method not found') })
      .error().explanation;
  expect(ask({})).toContain('it never declared the capability sampling');
  expect(ask({ sampling: {} })).toContain('although it declared the capability sampling');
});
