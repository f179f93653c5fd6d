import { isJsonObject, stringAt } from '../base/json-value.ts';

/** The `_meta` members in which a request identifies itself (2026-07-28, basic/index.mdx, "_meta"). */
export const PROTOCOL_VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
export const CLIENT_INFO_KEY = 'io.modelcontextprotocol/clientInfo';
export const CLIENT_CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';

/** The log level for a single request; up to 2025-11-25 there was `logging/setLevel` instead. */
export const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel';

/** The server that answered (2026-07-28, basic/index.mdx, "_meta"). */
export const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo';

/** The id of the `subscriptions/listen` request of a notification (2026-07-28, basic/patterns/subscriptions). */
export const SUBSCRIPTION_ID_KEY = 'io.modelcontextprotocol/subscriptionId';

/** The task of a message (2025-11-25, basic/utilities/tasks.mdx). */
export const RELATED_TASK_KEY = 'io.modelcontextprotocol/related-task';

/** The extension that defines tasks since 2026-07-28 (github.com/modelcontextprotocol/ext-tasks). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** A failed tool's description of its failure: proposed, not in any revision (specification #3312, #3313). */
export const TOOL_FAILURE_KEY = 'io.modelcontextprotocol/toolFailure';

/** The revision that a message declares; undefined before 2026-07-28. */
export function revisionIn(params: unknown): string | undefined {
  return isJsonObject(params) ? stringAt(params._meta, PROTOCOL_VERSION_KEY) : undefined;
}
