import { call, handshake, inModernEra, request, type Step } from './step.ts';

/** A server to record, and the requests to it. */
export type Family = {
  readonly name: string;
  /** Packages that the project does not depend on, with exact versions; installed in their own folder. */
  readonly install: readonly string[];
  /** The packages whose versions the recording represents. */
  readonly packages: readonly string[];
  /** A script of `e2e/servers/recorded`, or the package whose program is run. */
  readonly server: { readonly script: string } | { readonly program: string };
  /** The server's command-line arguments; `FOLDER` stands for a new folder. */
  readonly args?: readonly string[];
  readonly env?: { readonly [name: string]: string };
  readonly steps: readonly Step[];
};

/** Requests to every server besides its tools. */
const MISSES: readonly Step[] = [
  request('resources/read', { uri: 'note://missing' }),
  request('prompts/get', { name: 'missing', arguments: {} }),
  request('inspector/doesNotExist'),
];

const MALFORMED: readonly Step[] = [
  { kind: 'malformed', line: '{"jsonrpc":"2.0","id":99,"method":' },
  { kind: 'malformed', line: '{"id":98,"method":"ping"}' },
];

/** Requests to the servers of `e2e/servers/recorded`, which all have the same tools. */
function tour(extra: readonly Step[], end: readonly Step[], malformed = MALFORMED): Step[] {
  return [
    request('tools/list'),
    call('add', { a: 2, b: 3 }),
    call('fail'),
    ...extra,
    call('no_such_tool'),
    call('add', { a: 'two' }),
    request('tools/call'),
    request('resources/read', { uri: 'note://welcome' }),
    request('resources/read', { uri: 'not a uri' }),
    ...MISSES,
    request('prompts/get', { name: 'greet', arguments: {} }),
    ...malformed,
    call('wait', {}, 'cancel'),
    call('wait', {}, 'time-out'),
    ...end,
  ];
}

/** A request before the handshake, then the handshake. */
const EARLY: readonly Step[] = [request('tools/list'), ...handshake({})];

const CRASH: readonly Step[] = [call('crash', {}, 'exit')];

export const FAMILIES: readonly Family[] = [
  {
    name: 'typescript-sdk-v1-everything',
    install: [],
    packages: ['@modelcontextprotocol/server-everything', '@modelcontextprotocol/sdk'],
    server: { program: '@modelcontextprotocol/server-everything' },
    args: ['stdio'],
    steps: [
      ...handshake({ sampling: {}, roots: {} }),
      request('ping'),
      request('tools/list'),
      call('echo', { message: 'hello' }),
      call('get-structured-content', { location: 'Chicago' }),
      call('get-sum', { a: 'one', b: 2 }),
      call('no-such-tool'),
      request('resources/read', { uri: 'demo://resource/dynamic/text/none' }),
      request('resources/read', { uri: 'demo://nowhere' }),
      request('prompts/get', { name: 'no-such-prompt' }),
      request('inspector/doesNotExist'),
      call('trigger-sampling-request', { prompt: 'Say hello', maxTokens: 10 }),
      ...MALFORMED,
      call('trigger-long-running-operation', { duration: 5, steps: 2 }, 'cancel'),
    ],
  },
  {
    name: 'typescript-sdk-v1-filesystem',
    install: [],
    packages: ['@modelcontextprotocol/server-filesystem', '@modelcontextprotocol/sdk'],
    server: { program: '@modelcontextprotocol/server-filesystem' },
    args: ['FOLDER'],
    steps: [
      ...handshake({}),
      request('tools/list'),
      call('write_file', { path: 'FOLDER/notes.txt', content: 'first line\n' }),
      call('read_text_file', { path: 'FOLDER/notes.txt' }),
      call('read_text_file', { path: 'FOLDER/gone.txt' }),
      call('read_text_file', { path: '/elsewhere/notes.txt' }),
      call('read_text_file', { head: 'three' }),
      call('no_such_tool'),
      request('resources/list'),
      request('prompts/get', { name: 'missing' }),
      ...MALFORMED,
    ],
  },
  {
    name: 'typescript-sdk-v1-memory',
    install: [],
    packages: ['@modelcontextprotocol/server-memory', '@modelcontextprotocol/sdk'],
    server: { program: '@modelcontextprotocol/server-memory' },
    env: { MEMORY_FILE_PATH: 'FOLDER/memory.jsonl' },
    steps: [
      ...EARLY,
      request('tools/list'),
      call('create_entities', {
        entities: [{ name: 'Ada', entityType: 'person', observations: ['writes'] }],
      }),
      call('read_graph'),
      call('add_observations', { observations: [{ entityName: 'Nobody', contents: ['is missing'] }] }),
      call('create_entities', { entities: 'Ada' }),
      call('no_such_tool'),
      ...MISSES,
    ],
  },
  {
    name: 'typescript-sdk-v1-mcp-server',
    install: [],
    packages: ['@modelcontextprotocol/sdk'],
    server: { script: 'mcp-server-v1' },
    steps: [...EARLY, ...tour([call('count')], CRASH)],
  },
  {
    name: 'typescript-sdk-v1-low-level',
    install: [],
    packages: ['@modelcontextprotocol/sdk'],
    server: { script: 'low-level-v1' },
    steps: [...EARLY, ...tour([call('full_disk')], CRASH)],
  },
  {
    name: 'typescript-sdk-v2-initialize-era',
    install: [],
    packages: ['@modelcontextprotocol/server'],
    server: { script: 'server-v2' },
    steps: [...EARLY, ...tour([call('count')], CRASH)],
  },
  {
    name: 'typescript-sdk-v2-modern-era',
    install: [],
    packages: ['@modelcontextprotocol/server'],
    server: { script: 'server-v2' },
    steps: [
      ...inModernEra([request('server/discover'), ...tour([call('count')], [])]),
      // Only now: as the first message after discovery it would switch the server back to the other era.
      request('tools/list'),
      ...handshake({}),
      ...inModernEra(CRASH),
    ],
  },
  {
    name: 'fastmcp-typescript',
    install: ['fastmcp@4.20.16', 'zod@4.6.7'],
    packages: ['fastmcp', '@modelcontextprotocol/sdk'],
    server: { script: 'fastmcp' },
    // It writes a hundred lines on stderr about the second malformed line.
    steps: [...EARLY, ...tour([call('full_disk'), call('hang')], CRASH, MALFORMED.slice(0, 1))],
  },
  {
    name: 'mcp-ts-core',
    install: ['@cyanheads/mcp-ts-core@0.10.17', 'zod@4.6.7'],
    packages: ['@cyanheads/mcp-ts-core', '@modelcontextprotocol/sdk'],
    server: { script: 'mcp-ts-core' },
    // Its log must not contain this machine's paths, or be left behind in the project.
    env: { LOGS_DIR: 'FOLDER/logs', MCP_LOG_LEVEL: 'error', OTEL_ENABLED: 'false' },
    steps: [...EARLY, ...tour([call('full_disk'), call('conflict'), call('upstream')], [])],
  },
];
