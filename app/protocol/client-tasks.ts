import { isJsonObject, type JsonObject, valueAt } from '../base/json-value.ts';
import { RELATED_TASK_KEY } from './meta-keys.ts';
import type { ServerRequestReply } from './server-request.ts';

/** A server request that the client carries out as a task (2025-11-25, basic/utilities/tasks.mdx). */
export type ClientTask = {
  readonly taskId: string;
  readonly ttl: number | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly status: 'working' | 'completed' | 'failed' | 'cancelled';
  readonly lastUpdatedAt: string;
};

/** Suggested poll interval in milliseconds; users answer no faster. */
const POLL_MS = 1000;

/** The request's `task` member, if the client declares tasks for the method; else undefined. */
export function wantsTask(
  method: string,
  params: JsonObject,
  capabilities: JsonObject,
): JsonObject | undefined {
  const [group = '', name = ''] = method.split('/');
  const declared = valueAt(capabilities, ['tasks', 'requests', group, name]);
  return isJsonObject(declared) && isJsonObject(params.task) ? params.task : undefined;
}

/** The task as it appears in the results of task methods. */
export function taskMembers(task: ClientTask): JsonObject {
  return { ...task, pollInterval: POLL_MS };
}

/** The final status of a task after the user's answer; undefined if it will never be answered. */
export function endOfTask(reply: ServerRequestReply): 'completed' | 'failed' | undefined {
  if (reply.kind === 'nothing') return undefined;
  return reply.kind === 'result' ? 'completed' : 'failed';
}

/** The response to `tasks/result`: the response to the original request, with the id of its task. */
export function taskResult(taskId: string, reply: ServerRequestReply): ServerRequestReply {
  if (reply.kind !== 'result') return reply;
  const meta = isJsonObject(reply.result._meta) ? reply.result._meta : {};
  const related = { [RELATED_TASK_KEY]: { taskId } };
  return { kind: 'result', result: { ...reply.result, _meta: { ...meta, ...related } } };
}

/** The response to a task method with an unknown task id (tasks.mdx, "Error Handling"). */
export function noSuchTask(): ServerRequestReply {
  return { kind: 'error', error: { code: -32602, message: 'Failed to retrieve task: Task not found' } };
}
