import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';
import { createdTask, type TaskEnd, taskEnd } from '../../../app/frame/task-end.ts';
import type { WireError } from '../../../app/wire/envelope.ts';

/** A client may declare what was missing, and ask again (2026-07-28, basic/index.mdx). */
const MISSING_CAPABILITY = -32021;

/** A task of the server as its frames last reported it (2025-11-25, basic/utilities/tasks.mdx; ext-tasks, tasks.md). */
export type TaskInfo = {
  readonly taskId: string;
  readonly status: string;
  readonly message: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Milliseconds; undefined if the server does not say. */
  readonly ttl: number | undefined;
  readonly pollMs: number | undefined;
  /** The tool that was called; empty if the log does not say. */
  readonly tool: string;
  /** The request whose answer began it; 0 if the log does not say. */
  readonly callSeq: number;
  /** The last frame that reported it. */
  readonly seq: number;
  /** What its call has come to, if the extension reports it with the status. */
  readonly end: TaskEnd | undefined;
  /** Why the server does not report it any more; empty while it does. */
  readonly trouble: string;
  /** True if another process of the server would not report it either. */
  readonly lost: boolean;
};

/** What a frame of the server says, and of which method. */
export type TaskFrame = {
  readonly seq: number;
  readonly method: string;
  readonly tool: string;
  /** The request that it answers; 0 for a notification. */
  readonly callSeq: number;
  readonly body: unknown;
};

/** The tasks that the frames of a session report; a later frame corrects an earlier one. */
export class TaskBook {
  readonly #tasks = new Map<string, TaskInfo>();

  /** The newest first. */
  get tasks(): readonly TaskInfo[] {
    return [...this.#tasks.values()].reverse();
  }

  take(frame: TaskFrame): void {
    for (const value of tasksIn(frame.method, frame.body)) {
      const read = readTask(value, frame, this.#tasks);
      if (read !== undefined) this.#tasks.set(read.taskId, read);
    }
  }

  /** Takes the error that a server answered to a request for a task. */
  refused(taskId: string, { code, message }: Pick<WireError, 'code' | 'message'>, seq: number): void {
    const task = this.#tasks.get(taskId);
    if (task === undefined) return;
    this.#tasks.set(taskId, { ...task, seq, trouble: message, lost: code !== MISSING_CAPABILITY });
  }
}

/** True if a task will not change any more. */
export function isOver(status: string): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** True while a task is worked on, as far as is known; `since` is the seq of the server's last start. */
export function isUnderWay({ status, trouble, seq }: TaskInfo, since: number): boolean {
  return !isOver(status) && trouble === '' && seq > since;
}

function tasksIn(method: string, body: unknown): readonly unknown[] {
  if (!isJsonObject(body)) return [];
  if (method === 'tasks/list') return Array.isArray(body.tasks) ? body.tasks : [];
  if (method !== 'tools/call') return [body];
  const created = createdTask(body);
  return created === undefined ? [] : [created];
}

function readTask(
  value: unknown,
  { seq, method, tool, callSeq }: TaskFrame,
  known: ReadonlyMap<string, TaskInfo>,
): TaskInfo | undefined {
  const taskId = stringAt(value, 'taskId');
  if (taskId === undefined || !isJsonObject(value)) return undefined;
  const before = known.get(taskId);
  const created = method === 'tools/call';
  return {
    taskId,
    seq,
    status: stringAt(value, 'status') ?? before?.status ?? 'unknown',
    message: stringAt(value, 'statusMessage') ?? '',
    createdAt: stringAt(value, 'createdAt') ?? before?.createdAt ?? '',
    updatedAt: stringAt(value, 'lastUpdatedAt') ?? before?.updatedAt ?? '',
    ttl: numberAt(value, 'ttl', 'ttlMs') ?? before?.ttl,
    pollMs: numberAt(value, 'pollInterval', 'pollIntervalMs') ?? before?.pollMs,
    tool: created ? tool : (before?.tool ?? ''),
    callSeq: created ? callSeq : (before?.callSeq ?? 0),
    end: taskEnd('tasks/get', value) ?? before?.end,
    trouble: '',
    lost: false,
  };
}

function numberAt(value: JsonObject, ...names: string[]): number | undefined {
  return names.map((name) => value[name]).find((found) => typeof found === 'number');
}
