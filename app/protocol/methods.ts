import methods from './methods.json' with { type: 'json' };
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

export type ServerRequestMethod =
  | typeof ROOTS_LIST
  | typeof SAMPLING_CREATE_MESSAGE
  | typeof ELICITATION_CREATE
  | 'ping';

/** Every method defined by a revision or the tasks extension (schema.ts of each; ext-tasks). */
const FACTS: ReadonlyMap<string, MethodFacts> = new Map(
  Object.entries(methods as Readonly<Record<string, object>>) as [string, MethodFacts][],
);

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
