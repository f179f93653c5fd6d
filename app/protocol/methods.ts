import type { McpRevision } from './revisions.ts';

/** A notification stream that stays open as long as its connection (2026-07-28, basic/patterns/subscriptions). */
export const SUBSCRIPTIONS_LISTEN = 'subscriptions/listen';
export const SAMPLING_CREATE_MESSAGE = 'sampling/createMessage';
export const ELICITATION_CREATE = 'elicitation/create';
export const ROOTS_LIST = 'roots/list';

/** The requests that can open a session, in either era. */
export const GREETINGS: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

type MethodFacts = {
  readonly kind: 'request' | 'notification';
  readonly sender: 'client' | 'server' | 'both';
  /** The first and last revision with the method; without `until`, the newest revision has it too. */
  readonly since: McpRevision;
  readonly until?: McpRevision;
  /** The path of the capability that the receiver must declare. */
  readonly capability?: readonly [string, ...string[]];
};

const ofClient = { kind: 'request', sender: 'client', since: '2024-11-05' } as const;
const ofServer = { kind: 'request', sender: 'server', since: '2024-11-05', until: '2025-11-25' } as const;
const ofBoth = { kind: 'request', sender: 'both', since: '2025-11-25' } as const;
const fromClient = { ...ofClient, kind: 'notification' } as const;
const fromServer = { kind: 'notification', sender: 'server', since: '2024-11-05' } as const;
const fromBoth = { kind: 'notification', sender: 'both', since: '2024-11-05' } as const;
const untilStateless = { until: '2025-11-25' } as const;
const sinceStateless = { since: '2026-07-28' } as const;

/** Every method defined by a revision or the tasks extension (schema.ts of each; ext-tasks). */
const METHODS = {
  initialize: { ...ofClient, ...untilStateless },
  ping: { ...ofClient, ...untilStateless, sender: 'both' },
  'server/discover': { ...ofClient, ...sinceStateless },
  [SUBSCRIPTIONS_LISTEN]: { ...ofClient, ...sinceStateless },
  'tools/list': { ...ofClient, capability: ['tools'] },
  'tools/call': { ...ofClient, capability: ['tools'] },
  'resources/list': { ...ofClient, capability: ['resources'] },
  'resources/read': { ...ofClient, capability: ['resources'] },
  'resources/templates/list': { ...ofClient, capability: ['resources'] },
  'resources/subscribe': { ...ofClient, ...untilStateless, capability: ['resources', 'subscribe'] },
  'resources/unsubscribe': { ...ofClient, ...untilStateless, capability: ['resources', 'subscribe'] },
  'prompts/list': { ...ofClient, capability: ['prompts'] },
  'prompts/get': { ...ofClient, capability: ['prompts'] },
  'completion/complete': { ...ofClient, capability: ['completions'] },
  'logging/setLevel': { ...ofClient, ...untilStateless, capability: ['logging'] },
  'tasks/list': { ...ofBoth, ...untilStateless, capability: ['tasks', 'list'] },
  'tasks/get': ofBoth,
  'tasks/result': { ...ofBoth, ...untilStateless },
  'tasks/cancel': { ...ofBoth, capability: ['tasks', 'cancel'] },
  'tasks/update': { ...ofClient, ...sinceStateless },
  [SAMPLING_CREATE_MESSAGE]: { ...ofServer, capability: ['sampling'] },
  [ELICITATION_CREATE]: { ...ofServer, since: '2025-06-18', capability: ['elicitation'] },
  [ROOTS_LIST]: { ...ofServer, capability: ['roots'] },
  'notifications/initialized': { ...fromClient, ...untilStateless },
  'notifications/roots/list_changed': { ...fromClient, ...untilStateless },
  'notifications/cancelled': fromBoth,
  'notifications/progress': fromBoth,
  'notifications/message': fromServer,
  'notifications/tools/list_changed': fromServer,
  'notifications/resources/list_changed': fromServer,
  'notifications/resources/updated': fromServer,
  'notifications/prompts/list_changed': fromServer,
  'notifications/elicitation/complete': { ...fromServer, since: '2025-11-25', ...untilStateless },
  'notifications/tasks/status': { ...fromBoth, since: '2025-11-25', ...untilStateless },
  'notifications/tasks': { ...fromServer, ...sinceStateless },
  'notifications/subscriptions/acknowledged': { ...fromServer, ...sinceStateless },
} as const satisfies Record<string, MethodFacts>;

export type ServerRequestMethod =
  | typeof ROOTS_LIST
  | typeof SAMPLING_CREATE_MESSAGE
  | typeof ELICITATION_CREATE
  | 'ping';

const FACTS: ReadonlyMap<string, MethodFacts> = new Map(Object.entries(METHODS));

export const MCP_METHODS: readonly string[] = [...FACTS.keys()];

/** What the protocol says about `method`; undefined if no revision defines it. */
export function methodFacts(method: string): MethodFacts | undefined {
  return FACTS.get(method);
}

/** Who sends `method` if only one side may; undefined for a method of both sides or an unknown one. */
export function onlySenderOf(method: string): 'client-to-server' | 'server-to-client' | undefined {
  switch (FACTS.get(method)?.sender) {
    case 'client':
      return 'client-to-server';
    case 'server':
      return 'server-to-client';
    default:
      return undefined;
  }
}

/** The path of the server capability that `method` needs (2025-11-25, basic/lifecycle). */
export function serverCapabilityFor(method: string): readonly string[] | undefined {
  const facts = FACTS.get(method);
  return facts?.sender === 'server' ? undefined : facts?.capability;
}

/** The client capability that a server request needs (2025-11-25, client/…; 2026-07-28, mrtr.mdx). */
export function clientCapabilityFor(method: string): string | undefined {
  const facts = FACTS.get(method);
  return facts?.sender === 'server' ? facts.capability?.[0] : undefined;
}

/** The levels of `logging/setLevel` and of log messages, least severe first (RFC 5424; schema.ts, LoggingLevel). */
export const LOG_LEVELS: readonly string[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];
