import { isJsonObject, stringAt } from '../../app/base/json-value.ts';

/** A task of the server as its frames last told it (2025-11-25, basic/utilities/tasks.mdx, Task Status). */
export type TaskInfo = {
  readonly taskId: string;
  readonly status: string;
  readonly message: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Milliseconds; undefined where the server does not tell. */
  readonly ttl: number | undefined;
  readonly pollMs: number | undefined;
  /** The tool that was called; empty where the log does not tell. */
  readonly tool: string;
};

/** What a frame of the server says, and of which method. */
export type TaskFrame = { readonly method: string; readonly tool: string; readonly body: unknown };

/** The tasks that the frames tell of, the newest first; a later frame corrects an earlier one. */
export function taskBook(frames: readonly TaskFrame[]): TaskInfo[] {
  const tasks = new Map<string, TaskInfo>();
  for (const { method, tool, body } of frames) {
    for (const value of tasksIn(method, body)) {
      const read = readTask(value, tasks);
      if (read !== undefined) tasks.set(read.taskId, tool === '' ? read : { ...read, tool });
    }
  }
  return [...tasks.values()].reverse();
}

/** True where a task will not change any more. */
export function isOver(status: string): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** The id of the task that a result of `tools/call` has begun; undefined where it is a result. */
export function begunTask(result: unknown): string | undefined {
  return stringAt(tasksIn('tools/call', result)[0], 'taskId');
}

function tasksIn(method: string, body: unknown): readonly unknown[] {
  if (!isJsonObject(body)) return [];
  if (method === 'tasks/list') return Array.isArray(body.tasks) ? body.tasks : [];
  if (method !== 'tools/call') return [body];
  if (body.task !== undefined) return [body.task];
  // The extension of 2026-07-28 has the members of the task in the result itself.
  return body.resultType === 'task' ? [body] : [];
}

function readTask(value: unknown, known: ReadonlyMap<string, TaskInfo>): TaskInfo | undefined {
  const taskId = stringAt(value, 'taskId');
  if (taskId === undefined || !isJsonObject(value)) return undefined;
  const before = known.get(taskId);
  return {
    taskId,
    status: stringAt(value, 'status') ?? before?.status ?? 'unknown',
    message: stringAt(value, 'statusMessage') ?? '',
    createdAt: stringAt(value, 'createdAt') ?? before?.createdAt ?? '',
    updatedAt: stringAt(value, 'lastUpdatedAt') ?? before?.updatedAt ?? '',
    ttl: numberAt(value, 'ttl', 'ttlMs') ?? before?.ttl,
    pollMs: numberAt(value, 'pollInterval', 'pollIntervalMs') ?? before?.pollMs,
    tool: before?.tool ?? '',
  };
}

function numberAt(value: { readonly [name: string]: unknown }, ...names: string[]): number | undefined {
  return names.map((name) => value[name]).find((found) => typeof found === 'number');
}
