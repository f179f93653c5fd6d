import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';

/** How a task's call ended, as if without a task (io.modelcontextprotocol/tasks, "Task Execution Errors"). */
export type TaskEnd =
  | { readonly kind: 'result'; readonly result: JsonObject }
  | { readonly kind: 'error'; readonly error: JsonObject };

/** The call's end within a `tasks/get` result; undefined if there is none. */
export function taskEnd(method: string, result: unknown): TaskEnd | undefined {
  if (method !== 'tasks/get' || !isJsonObject(result)) return undefined;
  const { status, result: inner, error } = result;
  if (status === 'completed' && isJsonObject(inner)) return { kind: 'result', result: inner };
  if (status === 'failed' && isJsonObject(error)) return { kind: 'error', error };
  return undefined;
}

/** The task that a `tools/call` created: in `task` (2025-11-25), or the result itself (extension of 2026-07-28). */
export function createdTask(result: unknown): JsonObject | undefined {
  if (!isJsonObject(result)) return undefined;
  const task = result.task ?? (result.resultType === 'task' ? result : undefined);
  return isJsonObject(task) && typeof task.taskId === 'string' ? task : undefined;
}

/** The row text of a task: `task working: half way`; empty if the body has none. */
export function taskText(method: string, body: unknown): string {
  const task = taskIn(method, body);
  if (stringAt(task, 'taskId') === undefined) return '';
  const status = stringAt(task, 'status') ?? 'without a status';
  const needs = isJsonObject(task) && isJsonObject(task.inputRequests) ? Object.keys(task.inputRequests) : [];
  const says = stringAt(task, 'statusMessage') ?? needs.join(', ');
  return says === '' ? `task ${status}` : `task ${status}: ${says}`;
}

/** The extension has a task's members in the result itself; 2025-11-25 first has them in `task`. */
function taskIn(method: string, body: unknown): unknown {
  if (!isJsonObject(body)) return undefined;
  if (method.startsWith('tasks/') || method.startsWith('notifications/tasks')) return body;
  return body.resultType === 'task' ? body : body.task;
}
