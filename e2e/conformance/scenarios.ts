/** A scenario of the official suite for one revision, and what the client does in it. */
export type Scenario = {
  readonly name: string;
  readonly revision: '2025-11-25' | '2026-07-28';
  /** The tools to call in order after reading the list; `echo-schema` returns a listed schema. */
  readonly calls: readonly {
    readonly tool: string;
    readonly arguments: { readonly [name: string]: unknown };
  }[];
  /** How many calls wait for an elicitation, which is accepted in the window with its initial form values. */
  readonly elicitations: number;
  /** Requests to make after the calls. */
  readonly requests?: readonly {
    readonly method: string;
    readonly params: { readonly [name: string]: unknown };
  }[];
};

const call = (tool: string, args = {}) => ({ tool, arguments: args });

/** The client scenarios without authorization. */
export const SCENARIOS: readonly Scenario[] = [
  { name: 'initialize', revision: '2025-11-25', calls: [], elicitations: 0 },
  {
    name: 'tools_call',
    revision: '2025-11-25',
    calls: [call('add_numbers', { a: 5, b: 3 })],
    elicitations: 0,
  },
  {
    name: 'tools_call',
    revision: '2026-07-28',
    calls: [call('add_numbers', { a: 5, b: 3 })],
    elicitations: 0,
  },
  {
    name: 'elicitation-sep1034-client-defaults',
    revision: '2025-11-25',
    calls: [call('test_client_elicitation_defaults')],
    elicitations: 1,
  },
  { name: 'request-metadata', revision: '2026-07-28', calls: [], elicitations: 0 },
  {
    name: 'sep-2322-client-request-state',
    revision: '2026-07-28',
    calls: [
      call('test_mrtr_echo_state'),
      call('test_mrtr_unrelated'),
      call('test_mrtr_no_state'),
      call('test_mrtr_no_result_type'),
    ],
    elicitations: 2,
  },
  { name: 'json-schema-ref-no-deref', revision: '2026-07-28', calls: [], elicitations: 0 },
  {
    name: 'json-schema-2020-12-preservation',
    revision: '2025-11-25',
    calls: [call('json_schema_echo')],
    elicitations: 0,
  },
  {
    name: 'json-schema-2020-12-preservation',
    revision: '2026-07-28',
    calls: [call('json_schema_echo')],
    elicitations: 0,
  },
  {
    name: 'http-standard-headers',
    revision: '2026-07-28',
    calls: [call('test_headers')],
    elicitations: 0,
    requests: [
      { method: 'resources/list', params: {} },
      { method: 'resources/read', params: { uri: 'file:///path/to/file%20name.txt' } },
      { method: 'prompts/list', params: {} },
      { method: 'prompts/get', params: { name: 'test_prompt' } },
    ],
  },
  {
    name: 'http-custom-headers',
    revision: '2026-07-28',
    calls: [
      call('test_custom_headers', {
        ...{ region: 'us-west1', priority: 42, verbose: false, debug: true, empty_val: '' },
        ...{ method_val: 'test-method', float_val: 2.5, non_ascii_val: 'Hello, 世界' },
        ...{ whitespace_val: ' padded ', leading_space_val: ' us-west1', trailing_space_val: 'us-west1 ' },
        ...{ internal_space_val: 'us west 1', control_char_val: 'line1\nline2', crlf_val: 'line1\r\nline2' },
        ...{ tab_val: '\tindented', query: 'SELECT * FROM users' },
      }),
      call('test_custom_headers_null', {
        ...{ region: 'us-east1', priority: 1, verbose: null, query: 'SELECT 1' },
      }),
    ],
    elicitations: 0,
  },
  {
    name: 'http-invalid-tool-headers',
    revision: '2026-07-28',
    calls: [call('valid_tool', { region: 'us-west1' })],
    elicitations: 0,
  },
  { name: 'sse-retry', revision: '2025-11-25', calls: [call('test_reconnection')], elicitations: 0 },
];

export type ServerScenario = Pick<Scenario, 'name' | 'revision'>;

const of =
  (revision: Scenario['revision']) =>
  (name: string): ServerScenario => ({ name, revision });

/** The server scenarios that need no tools of the suite. */
export const SERVER_SCENARIOS: readonly ServerScenario[] = [
  ...[
    'server-initialize',
    'server-session-lifecycle',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
  ].map(of('2025-11-25')),
  ...[
    'server-stateless',
    'tools-list',
    'resources-list',
    'prompts-list',
    'sep-2164-resource-not-found',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
  ].map(of('2026-07-28')),
];
