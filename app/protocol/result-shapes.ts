import { ELICITATION_CREATE, ROOTS_LIST, SAMPLING_CREATE_MESSAGE, SUBSCRIPTIONS_LISTEN } from './methods.ts';
import { FIRST_STATELESS, type McpRevision } from './revisions.ts';

/** `part`: an object, or a list, as clients accept it; `base64`: readable by `atob`; `time`: ISO 8601 with offset. */
type Scalar =
  | 'any'
  | 'text'
  | 'number'
  | 'integer'
  | 'natural'
  | 'share'
  | 'flag'
  | 'object'
  | 'part'
  | 'base64'
  | 'time'
  | 'file-uri';

export type ResultMember = { readonly name: string; readonly shape: ResultShape; readonly optional: boolean };

export type ResultShape =
  | Scalar
  | { readonly kind: 'members'; readonly members: readonly ResultMember[]; readonly nothingElse?: true }
  | { readonly kind: 'list'; readonly of: ResultShape; readonly most: number }
  | { readonly kind: 'map'; readonly of: ResultShape }
  | { readonly kind: 'one-of'; readonly texts: readonly string[] }
  /** An object of one of several types, named by its `type` member. */
  | { readonly kind: 'block'; readonly types: ReadonlyMap<string, BlockType> }
  /** An object with at least one of two members. */
  | { readonly kind: 'either'; readonly either: readonly (readonly [member: string, shape: ResultShape])[] }
  | { readonly kind: 'one-or-list'; readonly of: ResultShape; readonly listSince: McpRevision }
  | { readonly kind: 'scalar-or-texts' }
  | { readonly kind: 'or-null'; readonly of: ResultShape }
  /** Required by the schema, but official clients read a missing one as an empty list. */
  | { readonly kind: 'assumed'; readonly of: ResultShape }
  /** A member that earlier revisions do not define; clients read it anyway. */
  | { readonly kind: 'since'; readonly since: McpRevision; readonly of: ResultShape };

type BlockType = { readonly shape: ResultShape; readonly since: McpRevision };

/** A trailing question mark makes a member optional; null is still as wrong as any other value. */
function members(named: { readonly [name: string]: ResultShape }): Extract<ResultShape, { kind: 'members' }> {
  const list = Object.entries(named).map(([key, shape]) => {
    const optional = key.endsWith('?');
    return { name: optional ? key.slice(0, -1) : key, shape, optional };
  });
  return { kind: 'members', members: list };
}

const list = (of: ResultShape, most = Number.POSITIVE_INFINITY): ResultShape => ({ kind: 'list', of, most });
const oneOf = (...texts: readonly string[]): ResultShape => ({ kind: 'one-of', texts });
const since = (revision: McpRevision, of: ResultShape): ResultShape => ({
  kind: 'since',
  since: revision,
  of,
});
const block = (types: { readonly [type: string]: BlockType }): ResultShape => ({
  kind: 'block',
  types: new Map(Object.entries(types)),
});

const ROLE = oneOf('user', 'assistant');

const ICON = members({
  src: 'text',
  'mimeType?': 'text',
  'sizes?': list('text'),
  'theme?': oneOf('light', 'dark'),
});
const NAMED = {
  name: 'text',
  'title?': since('2025-06-18', 'text'),
  'icons?': since('2025-11-25', list(ICON)),
} as const;
const META = { '_meta?': since('2025-06-18', 'object') } as const;

const ANNOTATIONS = members({
  'audience?': list(ROLE),
  'priority?': 'share',
  'lastModified?': since('2025-06-18', 'time'),
});

const OF_CONTENTS = { uri: 'text', 'mimeType?': 'text', ...META } as const;
const CONTENTS: ResultShape = {
  kind: 'either',
  either: [
    ['text', members({ ...OF_CONTENTS, text: 'text' })],
    ['blob', members({ ...OF_CONTENTS, blob: 'base64' })],
  ],
};

const RESOURCE = {
  ...NAMED,
  uri: 'text',
  'description?': 'text',
  'mimeType?': 'text',
  'size?': 'number',
  'annotations?': ANNOTATIONS,
  ...META,
} as const;

const OF_BLOCK = { 'annotations?': ANNOTATIONS, ...META } as const;
const MEDIA = members({ data: 'base64', mimeType: 'text', ...OF_BLOCK });
const TEXT_BLOCK: BlockType = { since: '2024-11-05', shape: members({ text: 'text', ...OF_BLOCK }) };
const MEDIA_BLOCKS: { readonly [type: string]: BlockType } = {
  image: { since: '2024-11-05', shape: MEDIA },
  audio: { since: '2025-03-26', shape: MEDIA },
};

/** `ContentBlock`, in tool results and prompts. */
const CONTENT = block({
  text: TEXT_BLOCK,
  ...MEDIA_BLOCKS,
  resource: { since: '2024-11-05', shape: members({ resource: CONTENTS, ...OF_BLOCK }) },
  resource_link: { since: '2025-06-18', shape: members(RESOURCE) },
});

/** `SamplingMessageContentBlock`, the output of the client's model. */
const SAMPLED = block({
  text: TEXT_BLOCK,
  ...MEDIA_BLOCKS,
  tool_use: { since: '2025-11-25', shape: members({ name: 'text', id: 'text', input: 'object', ...META }) },
  tool_result: {
    since: '2025-11-25',
    shape: members({
      toolUseId: 'text',
      'content?': list(CONTENT),
      'structuredContent?': 'object',
      'isError?': 'flag',
      ...META,
    }),
  },
});

const IMPLEMENTATION = members({
  ...NAMED,
  version: 'text',
  'websiteUrl?': since('2025-11-25', 'text'),
  'description?': since('2025-11-25', 'text'),
});

const LIST_CHANGED = { 'listChanged?': 'flag' } as const;
const SERVER_CAPABILITIES = {
  'experimental?': { kind: 'map', of: 'object' },
  'logging?': 'object',
  'completions?': since('2025-03-26', 'object'),
  'prompts?': members(LIST_CHANGED),
  'resources?': members({ ...LIST_CHANGED, 'subscribe?': 'flag' }),
  'tools?': members(LIST_CHANGED),
  'extensions?': since(FIRST_STATELESS, { kind: 'map', of: 'object' }),
} as const;
const TASK_REQUESTS = members({ 'tools?': members({ 'call?': 'object' }) });
const TASKS = members({ 'list?': 'object', 'cancel?': 'object', 'requests?': TASK_REQUESTS });

const TOOL_SCHEMA = {
  type: oneOf('object'),
  'properties?': { kind: 'map', of: 'part' },
  'required?': list('text'),
} as const;
const TOOL_HINTS = members({
  'title?': 'text',
  'readOnlyHint?': 'flag',
  'destructiveHint?': 'flag',
  'idempotentHint?': 'flag',
  'openWorldHint?': 'flag',
});
const OF_TOOL = {
  ...NAMED,
  'description?': 'text',
  'annotations?': since('2025-03-26', TOOL_HINTS),
  ...META,
} as const;
const TASK_SUPPORT = members({ 'taskSupport?': oneOf('required', 'optional', 'forbidden') });

const PAGE = { 'nextCursor?': 'text' } as const;
const ARGUMENT = members({ name: 'text', 'description?': 'text', 'required?': 'flag' });
const PROMPT = members({ ...NAMED, 'description?': 'text', 'arguments?': list(ARGUMENT), ...META });
const TEMPLATE = members({
  ...NAMED,
  uriTemplate: 'text',
  'description?': 'text',
  'mimeType?': 'text',
  'annotations?': ANNOTATIONS,
  ...META,
});

const TASK = {
  taskId: 'text',
  status: oneOf('working', 'input_required', 'completed', 'failed', 'cancelled'),
  ttl: { kind: 'or-null', of: 'number' },
  createdAt: 'text',
  lastUpdatedAt: 'text',
  'pollInterval?': 'number',
  'statusMessage?': 'text',
} as const;

const INITIALIZED = members({
  protocolVersion: 'text',
  capabilities: members({ ...SERVER_CAPABILITIES, 'tasks?': since('2025-11-25', TASKS) }),
  serverInfo: IMPLEMENTATION,
  'instructions?': 'text',
});
const RESOURCES = { resources: list(members(RESOURCE)), ...PAGE } as const;
const TEMPLATES = { resourceTemplates: list(TEMPLATE), ...PAGE } as const;
const PROMPTS = { prompts: list(PROMPT), ...PAGE } as const;
const READ = { contents: list(CONTENTS) } as const;
const MESSAGES = members({
  'description?': 'text',
  messages: list(members({ role: ROLE, content: CONTENT })),
});
const COMPLETION = members({
  completion: members({ values: list('text', 100), 'total?': 'integer', 'hasMore?': 'flag' }),
});
/** Nothing but `_meta`: the specification allows more members, official clients reject them. */
const EMPTY: ResultShape = { kind: 'members', members: [], nothingElse: true };

/** The result of each method in the revisions with a handshake (2025-11-25, schema.ts); later parts are marked. */
const WITH_HANDSHAKE: { readonly [method: string]: ResultShape } = {
  initialize: INITIALIZED,
  ping: EMPTY,
  'tools/list': members({
    tools: list(
      members({
        ...OF_TOOL,
        inputSchema: members(TOOL_SCHEMA),
        'outputSchema?': since('2025-06-18', members(TOOL_SCHEMA)),
        'execution?': since('2025-11-25', TASK_SUPPORT),
      }),
    ),
    ...PAGE,
  }),
  'tools/call': members({
    content: { kind: 'assumed', of: list(CONTENT) },
    'isError?': 'flag',
    'structuredContent?': since('2025-06-18', 'object'),
  }),
  'resources/list': members(RESOURCES),
  'resources/read': members(READ),
  'resources/templates/list': members(TEMPLATES),
  'resources/subscribe': EMPTY,
  'resources/unsubscribe': EMPTY,
  'prompts/list': members(PROMPTS),
  'prompts/get': MESSAGES,
  'completion/complete': COMPLETION,
  'logging/setLevel': EMPTY,
  'tasks/list': members({ tasks: list(members(TASK)), ...PAGE }),
  'tasks/get': members(TASK),
  'tasks/cancel': members(TASK),
  [SAMPLING_CREATE_MESSAGE]: members({
    model: 'text',
    'stopReason?': 'text',
    role: ROLE,
    content: { kind: 'one-or-list', of: SAMPLED, listSince: '2025-11-25' },
  }),
  [ELICITATION_CREATE]: members({
    action: oneOf('accept', 'decline', 'cancel'),
    'content?': { kind: 'or-null', of: { kind: 'map', of: { kind: 'scalar-or-texts' } } },
  }),
  [ROOTS_LIST]: members({
    roots: list(members({ uri: 'file-uri', 'name?': 'text', ...META })),
  }),
};

/** A task created by a call (2025-11-25, `CreateTaskResult`). */
export const CREATED_TASK: ResultShape = members({ task: members(TASK) });

const KEPT = { ttlMs: 'natural', cacheScope: oneOf('public', 'private') } as const;

/** The results since 2026-07-28, without `resultType`; the tasks extension has its own. */
const STATELESS: { readonly [method: string]: ResultShape } = {
  'server/discover': members({
    supportedVersions: list('text'),
    capabilities: members(SERVER_CAPABILITIES),
    'instructions?': 'text',
  }),
  [SUBSCRIPTIONS_LISTEN]: members({}),
  'tools/list': members({
    tools: list(
      members({
        ...OF_TOOL,
        inputSchema: members({ '$schema?': 'text', type: oneOf('object') }),
        'outputSchema?': members({ '$schema?': 'text' }),
      }),
    ),
    ...PAGE,
    ...KEPT,
  }),
  'tools/call': members({ content: list(CONTENT), 'isError?': 'flag' }),
  'resources/list': members({ ...RESOURCES, ...KEPT }),
  'resources/read': members({ ...READ, ...KEPT }),
  'resources/templates/list': members({ ...TEMPLATES, ...KEPT }),
  'prompts/list': members({ ...PROMPTS, ...KEPT }),
  'prompts/get': MESSAGES,
  'completion/complete': COMPLETION,
};

const SHAPES = {
  initialize: new Map(Object.entries(WITH_HANDSHAKE)),
  modern: new Map(Object.entries(STATELESS)),
} as const;

/** The required shape of a result, without `_meta` and `resultType`; undefined if no revision of the era defines it. */
export function resultShape(method: string, era: keyof typeof SHAPES): ResultShape | undefined {
  return SHAPES[era].get(method);
}

/** The required members of a method's result; undefined if no revision defines it. */
export function requiredMembers(method: string): readonly string[] | undefined {
  const shape = resultShape(method, 'initialize') ?? resultShape(method, 'modern');
  if (typeof shape !== 'object' || shape.kind !== 'members') return undefined;
  return shape.members.filter(({ optional }) => !optional).map(({ name }) => name);
}
