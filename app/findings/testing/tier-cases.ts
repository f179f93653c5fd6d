import { failure, type RuleCase, text } from './rule-case.ts';
import type { SessionScript } from './session-script.ts';

const add = { name: 'add' };

/** An error in the wrong tier. */
export const TIER_CASES: readonly RuleCase[] = [
  {
    rule: 'T01',
    severity: 'violation',
    fires: (s) => s.handshake().listTools(add).call('add', { a: 'x' }, failure(-32602, 'a must be a number')),
    when: 'where the tool itself is unknown',
    misses: (s) => s.handshake().listTools(add).call('sub', {}, failure(-32602, 'Tool sub not found')),
  },
  {
    rule: 'T01',
    severity: 'advice',
    fires: (s) =>
      s.handshake('2025-06-18').call('add', {}, failure(-32602, 'Invalid arguments for tool add')),
    when: 'where the arguments are not an object, so that the request itself is malformed',
    misses: (s) =>
      s
        .handshake()
        .listTools(add)
        .request('tools/call', { name: 'add', arguments: 5 }, failure(-32602, 'Invalid params')),
  },
  {
    rule: 'T02',
    severity: 'advice',
    fires: (s) => s.handshake().listTools(add).callFails('sub', 'MCP error -32602: Tool sub not found'),
    when: 'after the server said that its list changed',
    misses: (s) =>
      s
        .handshake()
        .listTools(add)
        .server({ method: 'notifications/tools/list_changed' })
        .callFails('sub', 'Division by zero'),
  },
  {
    rule: 'T02',
    severity: 'advice',
    fires: (s) => s.handshake().listTools(add).callFails('hidden', 'Division by zero'),
    when: 'while a page of the list is missing',
    misses: (s) =>
      s
        .handshake()
        .request('tools/list', {}, { result: { tools: [{ name: 'add' }], nextCursor: '2' } })
        .callFails('sub', 'File sub not found'),
  },
  {
    rule: 'T03',
    severity: 'violation',
    fires: (s) => s.handshake().call('nope', {}, failure(-32601, 'MCP error -32601: Unknown tool: nope')),
    when: 'where the method is unknown, not its target',
    misses: (s) => s.handshake().call('nope', {}, failure(-32601, 'Method not found')),
  },
  {
    rule: 'T03',
    severity: 'violation',
    fires: (s) =>
      s.handshake().request('resources/read', { uri: 'x://y' }, failure(0, 'Unknown resource: x://y')),
    when: 'on the code that this revision asks for',
    misses: (s) =>
      s.handshake().request('resources/read', { uri: 'x://y' }, failure(-32002, 'Resource not found')),
  },
  {
    rule: 'T03',
    severity: 'violation',
    fires: (s) => s.handshake().listTools(add).call('nope', {}, failure(-32603, 'Internal error')),
    when: 'where the server never listed its tools',
    misses: (s) => s.handshake().call('nope', {}, failure(-32603, 'Internal error')),
  },
  {
    rule: 'T03',
    severity: 'advice',
    fires: (s) =>
      s.handshake().request('resources/read', { uri: 'x://y' }, failure(-32602, 'No such resource')),
    when: 'in the revision that wants -32602',
    misses: (s) =>
      s.discover().request('resources/read', { uri: 'x://y' }, failure(-32602, 'No such resource')),
  },
  {
    rule: 'T03',
    severity: 'advice',
    fires: (s) => s.handshake().listTools(add).call('nope', {}, failure(-32000, 'unknown tool: nope')),
    when: 'on such a code of a tool that is there',
    misses: (s) => s.handshake().listTools(add).call('add', {}, failure(-32000, 'unknown tool: nope')),
  },
  {
    rule: 'T04',
    severity: 'violation',
    fires: (s) =>
      s.handshake().listTools(add).call('add', {}, failure(-32603, 'Cannot read properties of undefined')),
    when: 'where the failed method is not a tool',
    misses: (s) =>
      s.handshake().listTools(add).request('prompts/get', { name: 'add' }, failure(-32603, 'boom')),
  },
  {
    rule: 'T05',
    severity: 'advice',
    fires: (s) => s.handshake().request('tools/call', {}, failure(-32603, '[{"code":"invalid_type"}]')),
    when: 'where the user sent it malformed on purpose',
    misses: (s) => s.handshake().request('tools/call', {}, failure(-32603, 'boom'), { deliberate: true }),
  },
  {
    rule: 'T07',
    severity: 'violation',
    fires: (s) =>
      s.handshake().request('resources/read', { uri: 'x://y' }, { result: { contents: [], isError: true } }),
    when: 'on the result of a tool',
    misses: (s) => s.handshake().callFails('add', 'a is required'),
  },
  {
    rule: 'T07',
    severity: 'violation',
    fires: (s) => s.handshake().request('ping', {}, { result: { isError: true } }),
    when: 'on false, which says nothing',
    misses: (s) =>
      s.handshake().request('prompts/get', { name: 'p' }, { result: { messages: [], isError: false } }),
  },
  {
    rule: 'T01',
    severity: 'violation',
    fires: (s) =>
      s
        .handshake()
        .listTools({ name: 'add', inputSchema: { type: 'object', required: ['a'] } })
        .call('add', {}, failure(-32602, 'Bad request')),
    when: 'where the error speaks of the handshake',
    misses: (s) => s.handshake().listTools(add).call('add', {}, failure(-32602, 'Server not initialized')),
  },
  {
    rule: 'T02',
    severity: 'advice',
    fires: (s) => s.handshake().callFails('nope', "Unknown tool: 'nope'"),
    when: 'on a tool that is listed',
    misses: (s) => s.handshake().listTools({ name: 'nope' }).callFails('nope', 'Unknown tool: nope'),
  },
  {
    rule: 'T03',
    severity: 'violation',
    fires: (s) =>
      s.handshake().request('prompts/get', { name: 'greet' }, failure(0, 'Unknown prompt: greet')),
    when: 'on a resource that is listed and cannot be read',
    misses: (s) =>
      s
        .handshake()
        .request('resources/list', {}, { result: { resources: [{ uri: 'file:///a', name: 'a' }] } })
        .request('resources/read', { uri: 'file:///a' }, failure(-32603, 'ENOENT: no such file, open a')),
  },
  {
    rule: 'T03',
    severity: 'violation',
    fires: (s) =>
      s
        .handshake()
        .request('resources/read', { uri: 'x://y' }, failure(-32601, "Resource not found: 'x://y'")),
    when: 'where the method is not available',
    misses: (s) =>
      s
        .handshake()
        .request(
          'resources/read',
          { uri: 'x://y' },
          failure(-32601, "Method 'resources/read' is not available."),
        ),
  },
  {
    rule: 'T04',
    severity: 'violation',
    fires: (s) =>
      s
        .handshake()
        .listTools(add)
        .call('add', {}, failure(-32603, 'The connection pool was not initialized')),
    when: 'where the server says that it has had no handshake',
    misses: (s) => s.handshake().listTools(add).call('add', {}, failure(-32000, 'Server not initialized')),
  },
  {
    rule: 'T04',
    severity: 'violation',
    fires: (s) => s.handshake().listTools(add).call('add', {}, failure(-32000, 'Rate limit exceeded')),
    when: 'where the client had cancelled the call',
    misses: (s) =>
      s
        .handshake()
        .listTools(add)
        .client({ id: 90, method: 'tools/call', params: { name: 'add', arguments: {} } })
        .client({ method: 'notifications/cancelled', params: { requestId: 90 } })
        .server({ id: 90, error: { code: 0, message: 'Request cancelled' } }),
  },
  {
    rule: 'T04',
    severity: 'advice',
    fires: (s) => s.handshake().call('add', {}, failure(4711, 'Reader is blocked')),
    when: 'where the arguments are not an object, so that the tool never ran',
    misses: (s) =>
      s
        .handshake()
        .listTools(add)
        .request('tools/call', { name: 'add', arguments: 'x' }, failure(-32603, 'Invalid params')),
  },
  {
    rule: 'T05',
    severity: 'advice',
    fires: (s) => s.handshake().request('logging/setLevel', { level: 'loud' }, failure(-32603, 'boom')),
    when: 'on a required prompt argument that is there',
    misses: (s) =>
      s
        .handshake()
        .request(
          'prompts/list',
          {},
          { result: { prompts: [{ name: 'p', arguments: [{ name: 'city', required: true }] }] } },
        )
        .request('prompts/get', { name: 'p', arguments: { city: 'Oslo' } }, failure(-32603, 'boom')),
  },
  {
    rule: 'T06',
    severity: 'advice',
    fires: (s) => s.handshake().request('resources/read', { uri: 'x://y' }, { result: { contents: [] } }),
    when: 'where the resource is there and empty',
    misses: (s) =>
      s
        .handshake()
        .request('resources/read', { uri: 'x://y' }, { result: { contents: [{ uri: 'x://y', text: '' }] } }),
  },
  {
    rule: 'T06',
    severity: 'advice',
    fires: (s) =>
      s.handshake().request('resources/read', { uri: 'x://y' }, read('Resource not found: x://y')),
    when: 'where a resource has a text that speaks of another thing',
    misses: (s) => s.handshake().request('resources/read', { uri: 'x://y' }, read('Page not found: /a')),
  },
  {
    rule: 'T06',
    severity: 'violation',
    fires: (s) =>
      s.discover().request('resources/read', { uri: 'x://y' }, { result: s.complete({ contents: [] }) }),
    when: 'where a prompt has several messages',
    misses: (s) =>
      s.handshake().request(
        'prompts/get',
        { name: 'p' },
        {
          result: {
            messages: [
              { role: 'user', content: text('Page not found').result.content[0] },
              { role: 'assistant', content: text('Which page?').result.content[0] },
            ],
          },
        },
      ),
  },
  {
    rule: 'T06',
    severity: 'advice',
    fires: (s) =>
      s.handshake().request(
        'prompts/get',
        { name: 'p' },
        {
          result: { messages: [{ role: 'user', content: { type: 'text', text: 'Prompt p not found' } }] },
        },
      ),
    when: 'where a long prompt speaks of things not found',
    misses: (s) =>
      s.handshake().request(
        'prompts/get',
        { name: 'p' },
        {
          result: {
            messages: [
              {
                role: 'user',
                content: { type: 'text', text: `If a file is not found, ${'go on '.repeat(60)}` },
              },
            ],
          },
        },
      ),
  },
  {
    rule: 'T04',
    severity: 'advice',
    fires: (s) => s.handshake().listTools(add).call('add', {}, failure(-32603, 'Internal error')),
    when: 'where the tool asked for a web address as the other era does',
    misses: (s) =>
      s
        .discover()
        .listTools(add)
        .call('add', {}, failure(-32603, 'URL elicitation cannot be signalled by throwing')),
  },
  {
    rule: 'T01',
    severity: 'violation',
    fires: (s) => s.handshake().call('add', {}, failure(-32602, 'city is required')),
    when: 'on a tool that the server calls unknown',
    misses: (s) => s.handshake().call('add', {}, failure(-32602, 'No tool named add: one is required')),
  },
  {
    rule: 'T03',
    severity: 'advice',
    fires: (s) =>
      s.handshake().request('resources/read', { uri: 'x://y' }, failure(-32001, 'Resource y not found')),
    when: 'on an exception of the callback, which misses something else',
    misses: (s) =>
      s.handshake().request('resources/read', { uri: 'x://y' }, failure(-32603, 'key "theme" not found')),
  },
  {
    rule: 'T08',
    severity: 'advice',
    fires: (s) => s.handshake().request('logging/setLevel', { level: 'verbose' }, { result: {} }),
    when: 'on a level that exists, and on one that is refused',
    misses: (s) =>
      s
        .handshake()
        .request('logging/setLevel', { level: 'debug' }, { result: {} })
        .request('logging/setLevel', { level: 'verbose' }, failure(-32602, 'Invalid log level')),
  },
  {
    rule: 'Q21',
    severity: 'advice',
    fires: (s) => repeated(s, 'Internal error', 'Paris', 'Paris', 'Paris', 'Paris'),
    when: 'on a call that failed twice, and on other arguments',
    misses: (s) => repeated(s, 'Internal error', 'Paris', 'Paris', 'Rome', 'Rome'),
  },
  {
    rule: 'T09',
    severity: 'advice',
    fires: (s) => spanned(s, { greenSpan: 'client' }),
    when: 'where the span says that the call failed',
    misses: (s) => spanned(s, {}),
  },
  {
    rule: 'Q20',
    severity: 'advice',
    fires: (s) => crashing(s, TRACEBACK).server({ id: 90, ...text('All done') }),
    when: 'where another call was open as well, whose exception it may be',
    misses: (s) =>
      crashing(
        s.handshake().client({ id: 80, method: 'tools/call', params: { name: 'add' } }),
        TRACEBACK,
      ).server({
        id: 90,
        ...text('All done'),
      }),
  },
  {
    rule: 'Q20',
    severity: 'advice',
    fires: (s) =>
      crashing(s, ['TypeError: x is not a function', '    at run (/srv/index.js:3:9)']).server({
        id: 90,
        ...text('ok'),
      }),
    when: 'on a warning, on an exception without a stack, and on a call that says that it failed',
    misses: (s) =>
      crashing(s, ['UserWarning: slow disk', '  warnings.warn("slow disk")', 'ValueError: retried'])
        .server({ id: 90, ...text('ok') })
        .client({ id: 91, method: 'tools/call', params: { name: 'add' } })
        .stderr(...TRACEBACK)
        .server({ id: 91, ...text('It failed', { isError: true }) }),
  },
];

/** A resource with this text. */
function read(only: string) {
  return { result: { contents: [{ uri: 'x://y', text: only }] } };
}

function spanned(script: SessionScript, more: object): SessionScript {
  const rebuilt = { rebuilt: true };
  return script
    .client({ id: 1, method: 'tools/call', params: { name: 'add' } }, rebuilt)
    .server({ id: 1, ...text('Full', { isError: true }) }, { ...rebuilt, ...more });
}

const TRACEBACK = [
  'Traceback (most recent call last):',
  '  File "/srv/shelf.py", line 3, in run',
  "KeyError: 'isbn'",
];

function crashing(script: SessionScript, lines: readonly string[]): SessionScript {
  return script.client({ id: 90, method: 'tools/call', params: { name: 'add' } }).stderr(...lines);
}

function repeated(script: SessionScript, message: string, ...cities: readonly string[]): SessionScript {
  script.handshake();
  for (const city of cities)
    script.call('find', { city }, { result: { content: [{ type: 'text', text: message }], isError: true } });
  return script;
}
