/** Results with every member that their methods define, and the params of their requests. */
const meta = { _meta: { 'example.org/trace': 'a' } };
const annotations = { audience: ['user'], priority: 0.5, lastModified: '2025-01-12T15:00:58Z' };
const icons = [{ src: 'x', mimeType: 'image/png', sizes: ['any'], theme: 'light' }];
const named = { name: 'n', title: 't', description: 'd', icons, ...meta };
const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
const hints = {
  title: 't',
  readOnlyHint: true,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

const blocks = [
  { type: 'text', text: 'a', annotations, ...meta },
  { type: 'image', data: 'AAAA', mimeType: 'image/png' },
  { type: 'audio', data: 'AAA=', mimeType: 'audio/wav' },
  { type: 'resource', resource: { uri: 'a:b', mimeType: 'text/plain', text: 'x', ...meta } },
  { type: 'resource', resource: { uri: 'a:b', blob: 'AA==' } },
  { type: 'resource_link', uri: 'a:b', mimeType: 'text/plain', size: 3, ...named },
];
const task = {
  taskId: 't',
  status: 'working',
  ttl: 5,
  createdAt: 'x',
  lastUpdatedAt: 'y',
  pollInterval: 3,
  statusMessage: 's',
};

type Valid = { readonly params?: object; readonly results: readonly { readonly [name: string]: unknown }[] };

export const VALID_RESULTS: { readonly [method: string]: Valid } = {
  ping: { results: [{}, meta] },
  'tools/list': {
    results: [
      {
        tools: [
          {
            ...named,
            inputSchema: { $schema: 'x', ...schema },
            outputSchema: schema,
            annotations: hints,
            execution: { taskSupport: 'optional' },
          },
        ],
        nextCursor: 'x',
        ...meta,
      },
    ],
  },
  'tools/call': {
    params: { name: 'a' },
    results: [
      { content: blocks, structuredContent: { a: 1 }, ...meta },
      { content: [], isError: true, _meta: { progressToken: 5 } },
    ],
  },
  'resources/list': {
    results: [
      {
        resources: [{ uri: 'a:b', mimeType: 'text/plain', size: 3, annotations, ...named }],
        nextCursor: 'a',
      },
    ],
  },
  'resources/read': {
    params: { uri: 'a:b' },
    results: [
      {
        contents: [
          { uri: 'a:b', text: 't', mimeType: 'x', ...meta },
          { uri: 'a:b', blob: 'AAAA' },
        ],
      },
    ],
  },
  'resources/templates/list': {
    results: [{ resourceTemplates: [{ uriTemplate: 'a:b', mimeType: 'x', annotations, ...named }] }],
  },
  'prompts/list': {
    results: [{ prompts: [{ ...named, arguments: [{ name: 'a', description: 'd', required: true }] }] }],
  },
  'prompts/get': {
    params: { name: 'a' },
    results: [{ description: 'd', messages: blocks.map((content) => ({ role: 'user', content })) }],
  },
  'completion/complete': {
    params: { ref: { type: 'ref/prompt', name: 'a' }, argument: { name: 'a', value: 'b' } },
    results: [{ completion: { values: ['a'], total: 4, hasMore: true } }],
  },
  'logging/setLevel': { params: { level: 'info' }, results: [{}] },
  'tasks/list': { results: [{ tasks: [task], nextCursor: 'x' }] },
  'tasks/get': { params: { taskId: 't' }, results: [task] },
  'tasks/cancel': { params: { taskId: 't' }, results: [task] },
};

/** Read without a caller: the handshake, and the client's own results. */
export const OTHER_RESULTS: { readonly [method: string]: Valid } = {
  initialize: {
    results: [
      {
        protocolVersion: '2025-11-25',
        capabilities: {
          experimental: { a: {} },
          logging: {},
          completions: {},
          prompts: { listChanged: true },
          resources: { subscribe: true, listChanged: true },
          tools: { listChanged: true },
          tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
          extensions: { a: {} },
        },
        serverInfo: { ...named, version: '1', websiteUrl: 'https://example.org' },
        instructions: 'i',
      },
    ],
  },
  'sampling/createMessage': {
    results: [
      { model: 'm', stopReason: 'endTurn', role: 'assistant', content: { type: 'text', text: 'a' } },
      {
        model: 'm',
        role: 'assistant',
        content: [
          { type: 'tool_use', name: 'n', id: 'i', input: {} },
          { type: 'tool_result', toolUseId: 'i', content: [{ type: 'text', text: 'a' }], isError: true },
        ],
      },
    ],
  },
  'elicitation/create': {
    results: [{ action: 'accept', content: { a: 'b', c: 5, d: true, e: ['f'] } }, { action: 'decline' }],
  },
  'roots/list': { results: [{ roots: [{ uri: 'file:///home', name: 'home', ...meta }], ...meta }] },
};

const JUNK: readonly unknown[] = [undefined, null, 'text', 1.5, -1, true, [], [null], {}, { a: 1 }, 'A A=A'];
const EXTRA: readonly (readonly [name: string, value: unknown])[] = [
  ['extra', 1],
  ['resultType', 'complete'],
  ['task', {}],
  ['inputRequests', {}],
  ['isError', 'true'],
  ['isError', null],
  ['_meta', null],
  ['title', null],
  ['icons', null],
];

/** Every value that differs from `value` in one place: a member missing, of another type, or added. */
export function* variants(value: unknown): Generator<unknown> {
  yield* JUNK;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const variant of variants(item)) yield value.with(index, variant);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      for (const variant of variants(member)) yield withMember(value, name, variant);
    }
    for (const [name, member] of EXTRA) yield withMember(value, name, member);
  }
}

/** JSON has no undefined: such a member is missing. */
function withMember(value: object, name: string, member: unknown): object {
  const { [name]: _before, ...others } = value as { readonly [name: string]: unknown };
  return member === undefined ? others : { ...others, [name]: member };
}
