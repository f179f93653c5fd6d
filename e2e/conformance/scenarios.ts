/** A scenario of the official suite for one revision, and what the client does in it. */
export type Scenario = {
  readonly name: string;
  readonly revision: '2025-11-25' | '2026-07-28';
  /** Tools that are called in this order after the list was read; `echo-schema` sends a listed schema back. */
  readonly calls: readonly {
    readonly tool: string;
    readonly arguments: { readonly [name: string]: unknown };
  }[];
  /** How many of the calls wait for an elicitation, which is accepted in the window as its form begins. */
  readonly elicitations: number;
};

const call = (tool: string, args = {}) => ({ tool, arguments: args });

/** The scenarios that do not depend on HTTP or on authorization: what a client over stdio can be asked. */
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
];
