import { isJsonObject, stringAt } from '../base/json-value.ts';

/** The members of `_meta` that a request names itself by (2026-07-28, basic/index.mdx, "_meta"). */
export const PROTOCOL_VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
export const CLIENT_INFO_KEY = 'io.modelcontextprotocol/clientInfo';
export const CLIENT_CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';

/** The log level that one request asks for; `logging/setLevel` until 2025-11-25. */
export const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel';

/** Who answered (2026-07-28, basic/index.mdx, "_meta"). */
export const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo';

/** The id of the `subscriptions/listen` that a notification belongs to (2026-07-28, basic/patterns/subscriptions). */
export const SUBSCRIPTION_ID_KEY = 'io.modelcontextprotocol/subscriptionId';

/** The task that a message belongs to (2025-11-25, basic/utilities/tasks.mdx). */
export const RELATED_TASK_KEY = 'io.modelcontextprotocol/related-task';

/** The extension by which a server makes tasks since 2026-07-28 (github.com/modelcontextprotocol/ext-tasks). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** What a failed tool says of its failure: a proposal that no revision has adopted (#3312, #3313 of the specification). */
export const TOOL_FAILURE_KEY = 'io.modelcontextprotocol/toolFailure';

/** The revision that a message names itself by; undefined before 2026-07-28. */
export function revisionIn(params: unknown): string | undefined {
  return isJsonObject(params) ? stringAt(params._meta, PROTOCOL_VERSION_KEY) : undefined;
}
