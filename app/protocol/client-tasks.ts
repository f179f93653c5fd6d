import { isJsonObject, type JsonObject, valueAt } from '../base/json-value.ts';
import { RELATED_TASK_KEY } from './meta-keys.ts';
import type { ServerRequestReply } from './server-request.ts';

/** A request of the server that the client carries out as a task (2025-11-25, basic/utilities/tasks.mdx). */
export type ClientTask = {
  readonly taskId: string;
  readonly ttl: number | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly status: 'working' | 'completed' | 'failed' | 'cancelled';
  readonly lastUpdatedAt: string;
};

/** How often a server should look, in milliseconds: a user is not quicker. */
const POLL_MS = 1000;

/** The `task` member of a request that asks for a task, if the client declares tasks for its method. */
export function wantsTask(
  method: string,
  params: JsonObject,
  capabilities: JsonObject,
): JsonObject | undefined {
  const [group = '', name = ''] = method.split('/');
  const declared = valueAt(capabilities, ['tasks', 'requests', group, name]);
  return isJsonObject(declared) && isJsonObject(params.task) ? params.task : undefined;
}

/** The task as the results of its methods have it. */
export function taskMembers(task: ClientTask): JsonObject {
  return { ...task, pollInterval: POLL_MS };
}

/** How a task ends after its user's answer; undefined for one that is never answered. */
export function endOfTask(reply: ServerRequestReply): 'completed' | 'failed' | undefined {
  if (reply.kind === 'nothing') return undefined;
  return reply.kind === 'result' ? 'completed' : 'failed';
}

/** The answer to `tasks/result`: what the request itself would have got, and whose it is. */
export function taskResult(taskId: string, reply: ServerRequestReply): ServerRequestReply {
  if (reply.kind !== 'result') return reply;
  const meta = isJsonObject(reply.result._meta) ? reply.result._meta : {};
  const related = { [RELATED_TASK_KEY]: { taskId } };
  return { kind: 'result', result: { ...reply.result, _meta: { ...meta, ...related } } };
}

/** The answer to a task method that names no task of this client (tasks.mdx, "Error Handling"). */
export function noSuchTask(): ServerRequestReply {
  return { kind: 'error', error: { code: -32602, message: 'Failed to retrieve task: Task not found' } };
}
