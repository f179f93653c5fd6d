import { failure, type RuleCase, text } from './rule-case.ts';
import type { SessionScript } from './session-script.ts';

const core = (message: string, data?: object) => ({
  structuredContent: { error: { code: -32001, message, ...(data === undefined ? {} : { data }) } },
});
const recovery = { hint: 'Call list_items first and pass one of its ids.' };
const answer = { type: 'object', required: ['sum'], properties: { sum: { type: 'number' } } };
const add = { name: 'add', outputSchema: answer };
/** The output schema in which mcp-ts-core declares a tool's reasons. */
const declaring = (...examples: readonly string[]) => {
  const data = { type: 'object', properties: { reason: { type: 'string', examples } } };
  const error = { type: 'object', properties: { data } };
  return { name: 'add', outputSchema: { type: 'object', properties: { error } } };
};

/** What a model reads when a tool fails. */
export const TEXT_CASES: readonly RuleCase[] = [
  {
    rule: 'Q01',
    severity: 'advice',
    fires: (s) => s.handshake().call('add', {}, { result: { content: [], isError: true } }),
    when: 'where there is one block',
    misses: (s) => s.handshake().callFails('add', 'a is required'),
  },
  {
    rule: 'Q01',
    severity: 'advice',
    fires: (s) => s.handshake().callFails('add', ' '),
    when: 'on a missing content, which breaks the schema',
    misses: (s) => s.handshake().call('add', {}, { result: { isError: true } }),
  },
  {
    rule: 'Q02',
    severity: 'advice',
    fires: (s) => s.handshake().callFails('add', 'The operation did not succeed for some reason or other'),
    when: 'where the text names a way out',
    misses: (s) => s.handshake().callFails('add', 'The operation did not succeed. Try a smaller range.'),
  },
  {
    rule: 'Q03',
    severity: 'violation',
    vocabularies: ['mcp-ts-core'],
    fires: (s) =>
      s.handshake().callFails('add', 'Error: Something went wrong here', core('Item 7 not found')),
    when: 'where the text has the message',
    misses: (s) => s.handshake().callFails('add', 'Error: Item 7 not found', core('Item 7 not found')),
  },
  {
    rule: 'Q04',
    severity: 'advice',
    vocabularies: ['mcp-ts-core'],
    fires: (s) => s.handshake().callFails('add', 'Error: gone', core('gone', { reason: 'ItemGone' })),
    when: 'on snake_case',
    misses: (s) => s.handshake().callFails('add', 'Error: gone', core('gone', { reason: 'item_gone' })),
  },
  {
    rule: 'Q05',
    severity: 'advice',
    vocabularies: ['mcp-ts-core'],
    fires: (s) =>
      s
        .handshake()
        .callFails('add', 'Error: gone. Try again', core('gone', { recovery: { hint: 'Try again' } })),
    when: 'on five words',
    misses: (s) =>
      s
        .handshake()
        .callFails('add', 'Error: gone', core('gone', { recovery: { hint: 'Pass one of the ids' } })),
  },
  {
    rule: 'Q06',
    severity: 'advice',
    vocabularies: ['mcp-ts-core'],
    fires: (s) => s.handshake().callFails('add', 'Error: gone', core('gone', { recovery })),
    when: 'where the text repeats the hint',
    misses: (s) =>
      s.handshake().callFails('add', `Error: gone\n\nRecovery: ${recovery.hint}`, core('gone', { recovery })),
  },
  {
    rule: 'Q07',
    severity: 'advice',
    vocabularies: ['mcp-ts-core'],
    fires: (s) => s.handshake().callFails('add', 'Error: gone', core('gone')),
    when: 'where there is a reason',
    misses: (s) => s.handshake().callFails('add', 'Error: gone', core('gone', { reason: 'gone' })),
  },
  {
    rule: 'Q08',
    severity: 'advice',
    fires: (s) => s.handshake().listTools(add).callFails('add', 'Error: gone', core('gone')),
    when: 'where the schema allows the error',
    misses: (s) =>
      s
        .handshake()
        .listTools({
          name: 'add',
          outputSchema: { anyOf: [answer, { type: 'object', required: ['error'] }] },
        })
        .callFails('add', 'Error: gone', core('gone')),
  },
  {
    rule: 'Q09',
    severity: 'violation',
    fires: (s) => s.handshake().listTools(add).call('add', {}, text('3')),
    when: 'where the structure fits',
    misses: (s) =>
      s
        .handshake()
        .listTools(add)
        .call('add', {}, text('3', { structuredContent: { sum: 3 } })),
  },
  {
    rule: 'Q09',
    severity: 'violation',
    fires: (s) =>
      s
        .handshake()
        .listTools(add)
        .call('add', {}, text('3', { structuredContent: { sum: '3' } })),
    when: 'on a tool error',
    misses: (s) => s.handshake().listTools(add).callFails('add', 'a must be a number'),
  },
  {
    rule: 'Q09',
    severity: 'violation',
    fires: (s) =>
      createdTask(s)
        .request('tasks/get', { taskId: 't' }, { result: { taskId: 't', status: 'completed' } })
        .request('tasks/result', { taskId: 't' }, text('3')),
    when: 'where the result of a task fits',
    misses: (s) =>
      createdTask(s).request('tasks/result', { taskId: 't' }, text('3', { structuredContent: { sum: 3 } })),
  },
  {
    rule: 'Q09',
    severity: 'violation',
    fires: (s) => endedTask(s, { structuredContent: { sum: '3' } }),
    when: 'where the task came to a tool error',
    misses: (s) => endedTask(s, { isError: true }),
  },
  {
    rule: 'Q10',
    severity: 'violation',
    fires: (s) => s.handshake().listTools(add).call('fly', {}, text('Error: unknown tool fly')),
    when: 'where the server serves a tool that it does not list',
    misses: (s) => s.handshake().listTools(add).call('fly', {}, text('Airborne, 3 tools on board')),
  },
  {
    rule: 'Q11',
    severity: 'advice',
    fires: (s) =>
      s
        .process('spawned')
        .request(
          'initialize',
          { protocolVersion: '2025-11-25', capabilities: { elicitation: { url: {} } } },
          { result: { protocolVersion: '2025-11-25', capabilities: { tools: {} } } },
        )
        .client({ method: 'notifications/initialized' })
        .callFails('add', 'UrlElicitationRequired: sign in first'),
    when: 'where the client declared no visits to a URL, so that a text is all that is left',
    misses: (s) => s.handshake().callFails('add', 'UrlElicitationRequired: sign in first'),
  },
  {
    rule: 'Q10',
    severity: 'advice',
    fires: (s) => s.handshake().call('add', {}, text('Error: ENOENT: no such file')),
    when: 'where isError is set',
    misses: (s) => s.handshake().callFails('add', 'Error: ENOENT: no such file'),
  },
  {
    rule: 'Q10',
    severity: 'advice',
    fires: (s) => s.handshake().call('add', {}, text('{"error":{"code":500,"message":"upstream"}}')),
    when: 'where the error member is empty',
    misses: (s) => s.handshake().call('add', {}, text('{"error":null,"data":[1,2]}')),
  },
  {
    rule: 'Q10',
    severity: 'advice',
    fires: (s) => s.handshake().call('add', {}, text('{"error":true,"message":"no such note"}')),
    when: 'where the member says that there was none',
    misses: (s) => s.handshake().call('add', {}, text('{"error":false,"message":"saved"}')),
  },
  {
    rule: 'Q10',
    severity: 'advice',
    fires: (s) => s.handshake().call('add', {}, text('Failed to connect to the database')),
    when: 'on a document that speaks of errors',
    misses: (s) =>
      s.handshake().call('read', {}, text('Error handling in Go is explicit: functions return errors.')),
  },
  {
    rule: 'Q11',
    severity: 'advice',
    fires: (s) => s.handshake().callFails('add', 'MCP error -32602: Input validation error: a is required'),
    when: 'on one prefix in a protocol error, where it belongs to the SDK',
    misses: (s) => s.handshake().call('add', {}, failure(-32602, 'MCP error -32602: Tool add not found')),
  },
  {
    rule: 'Q11',
    severity: 'advice',
    fires: (s) =>
      s.handshake().call('add', {}, failure(-32603, 'MCP error -32603: MCP error -32602: bad uri')),
    when: 'where the text mentions it further on',
    misses: (s) => s.handshake().callFails('add', 'The upstream server said: MCP error -32602: bad uri'),
  },
  {
    rule: 'Q11',
    severity: 'advice',
    fires: (s) => s.handshake().call('add', {}, text('MCP error -32603: upstream died')),
    when: 'where it stands further on in a result',
    misses: (s) =>
      s.handshake().call('add', {}, text('The log has one line: MCP error -32603: upstream died')),
  },
  {
    rule: 'Q12',
    severity: 'advice',
    fires: (s) =>
      s
        .handshake()
        .callFails('add', 'Invalid: [{"code":"invalid_type","path":["a"],"message":"Expected number"}]'),
    when: 'on JSON that is the tool’s own',
    misses: (s) => s.handshake().callFails('add', 'Known values: [{"code":"a","label":"A"}]'),
  },
  {
    rule: 'Q13',
    severity: 'violation',
    fires: (s) => s.handshake().callFails('add', 'boom\n    at add (/srv/app/index.js:10:5)'),
    when: 'where the path was the caller’s own',
    misses: (s) =>
      s.handshake().call(
        'read',
        { path: '/home/ann/notes.txt' },
        {
          result: { content: [{ type: 'text', text: 'Cannot open /home/ann/notes.txt:3' }], isError: true },
        },
      ),
  },
  {
    rule: 'Q13',
    severity: 'advice',
    fires: (s) =>
      s.handshake().call(
        'run',
        { code: '1/0' },
        {
          result: {
            content: [{ type: 'text', text: 'Traceback (most recent call last):\n  …' }],
            isError: true,
          },
        },
      ),
    when: 'on a trace in a result that is not an error',
    misses: (s) => s.handshake().call('read_log', {}, text('boom\n    at add (/srv/app/index.js:10:5)')),
  },
  {
    rule: 'Q14',
    severity: 'advice',
    fires: (s) => s.handshake().callFails('add', 'Tool invocation failed.'),
    when: 'where a reason follows',
    misses: (s) => s.handshake().callFails('add', 'Tool invocation failed: no disk'),
  },
  {
    rule: 'Q14',
    severity: 'advice',
    fires: (s) => s.handshake().callFails('add', "An error occurred invoking 'add'."),
    when: 'where the cause follows',
    misses: (s) => s.handshake().callFails('add', 'An error occurred: the disk is full'),
  },
  {
    rule: 'Q15',
    severity: 'advice',
    fires: (s) =>
      s.handshake().call('add', {}, { result: { isError: true, reason: 'not_found', message: 'gone' } }),
    when: 'where content says it too',
    misses: (s) => s.handshake().callFails('add', 'gone', { reason: 'not_found' }),
  },
  {
    rule: 'Q17',
    severity: 'info',
    fires: (s) => s.handshake().callFails('add', 'ERROR:RATE_LIMIT — wait 30 s'),
    when: 'without a category',
    misses: (s) => s.handshake().callFails('add', 'ERROR: RATE_LIMIT'),
  },
  {
    rule: 'Q18',
    severity: 'advice',
    vocabularies: ['mcp-ts-core'],
    fires: (s) =>
      s
        .handshake()
        .listTools(declaring('disk_full'))
        .callFails('add', 'Error: gone', core('gone', { reason: 'item_gone' })),
    when: 'on a declared reason',
    misses: (s) =>
      s
        .handshake()
        .listTools(declaring('disk_full', 'item_gone'))
        .callFails('add', 'Error: gone', core('gone', { reason: 'item_gone' })),
  },
  {
    rule: 'Q18',
    severity: 'advice',
    vocabularies: ['mcp-ts-core'],
    fires: (s) =>
      s.handshake().callFails(
        'add',
        "Error: ctx.fail() called with unknown reason 'gone'",
        core("ctx.fail() called with unknown reason 'gone' — not declared in errors[].", {
          reason: 'gone',
          declaredReasons: ['item_gone'],
        }),
      ),
    when: 'where the tool declares nothing',
    misses: (s) =>
      s
        .handshake()
        .listTools(add)
        .callFails('add', 'Error: gone', core('gone', { reason: 'gone' })),
  },
  {
    rule: 'Q19',
    severity: 'advice',
    fires: (s) => s.handshake().callFails('add', '{"code":"E7","message":"No user 7: list the users first"}'),
    when: 'on a sentence with its details in a second block',
    misses: (s) => {
      const content = [text('No user 7: list the users first'), text('{"code":"E7"}')].flatMap(
        ({ result }) => result.content,
      );
      return s.handshake().call('add', {}, { result: { content, isError: true } });
    },
  },
  {
    rule: 'Q19',
    severity: 'advice',
    fires: (s) => s.handshake().callFails('add', ' ["E7", 7]'),
    when: 'on JSON that repeats structuredContent',
    misses: (s) => s.handshake().callFails('add', '{"id":7}', { structuredContent: { id: 7 } }),
  },
];

/** A task of 2025-11-25 for a call. */
function createdTask(s: SessionScript): SessionScript {
  return s
    .handshake()
    .listTools(add)
    .request(
      'tools/call',
      { name: 'add', task: {} },
      { result: { task: { taskId: 't', status: 'working' } } },
    );
}

/** A completed task of 2026-07-28, with this result in its status. */
function endedTask(s: SessionScript, more: { readonly [key: string]: unknown }): SessionScript {
  const task = { resultType: 'task', taskId: 't', status: 'working' };
  const result = { content: [{ type: 'text', text: '3' }], ...more };
  return s
    .discover({ extensions: { 'io.modelcontextprotocol/tasks': {} } })
    .listTools(add)
    .request('tools/call', { name: 'add' }, { result: s.complete(task) })
    .request(
      'tasks/get',
      { taskId: 't' },
      { result: s.complete({ ...task, resultType: 'complete', status: 'completed', result }) },
    );
}
