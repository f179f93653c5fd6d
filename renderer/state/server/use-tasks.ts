import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';
import type { Row } from '../../../app/frame/row.ts';
import { createdTask, type TaskEnd, taskEnd } from '../../../app/frame/task-end.ts';
import type { WireError } from '../../../app/wire/envelope.ts';
import { useLoaded } from '../host/host.ts';
import type { LogMirror } from '../log/log-mirror.ts';
import { useSessionLog } from '../log/log-mirrors.ts';
import { readFrame, records } from '../log/use-record.ts';
import { serverActivity } from './server-activity.ts';

/** How many frames the first read covers; of older ones only those that create a task. */
const MAX_READ = 1000;
const NONE: readonly TaskInfo[] = [];

class TaskReader {
  readonly #session: string;
  readonly #mirror: LogMirror;
  readonly #book = new TaskBook();
  #last = 0;
  #work: Promise<void> = Promise.resolve();

  constructor(session: string, mirror: LogMirror) {
    this.#session = session;
    this.#mirror = mirror;
  }

  /** The tasks once all known frames are read. */
  async tasks(): Promise<readonly TaskInfo[]> {
    this.#work = this.#work.then(() => this.#read());
    await this.#work;
    return this.#book.tasks;
  }

  async #read(): Promise<void> {
    const fresh = serverActivity(this.#mirror).taskFrames.filter((seq) => seq > this.#last);
    const old = this.#last === 0 ? fresh.length - MAX_READ : 0;
    this.#last = fresh.at(-1) ?? this.#last;
    for (const [at, seq] of fresh.entries()) await this.#frame(seq, at < old);
  }

  async #frame(seq: number, old: boolean): Promise<void> {
    const row = await this.#mirror.fetchRow(seq);
    if (row === undefined || (old && row.method !== 'tools/call')) return;
    const fetched = await records.fetch(this.#session, seq);
    const envelope = fetched.ok ? readFrame(fetched.value, row)?.envelope : undefined;
    const { method, target, pair: callSeq } = row;
    const tool = method === 'tools/call' ? target : '';
    if (envelope?.kind === 'error') this.#book.refused(target, envelope.error, seq);
    if (envelope?.kind === 'result') this.#book.take({ seq, method, tool, callSeq, body: envelope.result });
    if (envelope?.kind === 'notification')
      this.#book.take({ seq, method, tool, callSeq: 0, body: envelope.params });
  }
}

const readers = new WeakMap<LogMirror, TaskReader>();

function readerOf(session: string, mirror: LogMirror): TaskReader {
  const reader = readers.get(mirror) ?? new TaskReader(session, mirror);
  readers.set(mirror, reader);
  return reader;
}

/** The tool whose call a task executes, for a row about a task; else the row's target. */
export function useTargetTool({ session, method, target }: Row): string {
  const tasks = useTasks(session);
  if (!method.startsWith('tasks/')) return target;
  return tasks.find(({ taskId }) => taskId === target)?.tool || target;
}

export function useTasks(session: string): readonly TaskInfo[] {
  const { mirror } = useSessionLog(session);
  const newest = serverActivity(mirror).taskFrames.at(-1) ?? 0;
  const load = () => readerOf(session, mirror).tasks();
  return useLoaded(newest === 0 ? '' : session, load, mirror, newest) ?? NONE;
}

/** A client may declare what was missing and retry (2026-07-28, basic/index.mdx). */
const MISSING_CAPABILITY = -32021;

/** A task as last reported by the server (2025-11-25, basic/utilities/tasks.mdx; ext-tasks, tasks.md). */
export type TaskInfo = {
  readonly taskId: string;
  readonly status: string;
  readonly message: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Milliseconds; undefined if the server does not report it. */
  readonly ttl: number | undefined;
  readonly pollMs: number | undefined;
  /** The tool that was called; empty if unknown. */
  readonly tool: string;
  /** The request whose answer created it; 0 if unknown. */
  readonly callSeq: number;
  readonly seq: number;
  /** Why the server no longer reports it; empty while it does. */
  readonly end: TaskEnd | undefined;
  /** Why the server does not report it any more; empty while it does. */
  readonly trouble: string;
  /** True if another process of the server would not report it either. */
  readonly lost: boolean;
};

/** The content of a server frame, and its method. */
export type TaskFrame = {
  readonly seq: number;
  readonly method: string;
  readonly tool: string;
  /** The request that it answers; 0 for a notification. */
  readonly callSeq: number;
  readonly body: unknown;
};

/** The tasks that a session's frames report; later frames override earlier ones. */
export class TaskBook {
  readonly #tasks = new Map<string, TaskInfo>();

  /** True if a task can no longer change. */
  get tasks(): readonly TaskInfo[] {
    return [...this.#tasks.values()].reverse();
  }

  take(frame: TaskFrame): void {
    for (const value of tasksIn(frame.method, frame.body)) {
      const read = readTask(value, frame, this.#tasks);
      if (read !== undefined) this.#tasks.set(read.taskId, read);
    }
  }

  refused(taskId: string, { code, message }: Pick<WireError, 'code' | 'message'>, seq: number): void {
    const task = this.#tasks.get(taskId);
    if (task === undefined) return;
    this.#tasks.set(taskId, { ...task, seq, trouble: message, lost: code !== MISSING_CAPABILITY });
  }
}

export function isOver(status: string): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** True while a task is in progress, as far as known; `since` is the seq of the server's last start. */
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
