import { useEffect, useState } from 'react';
import type { Row } from '../../../app/frame/row.ts';
import type { LogMirror } from '../log/log-mirror.ts';
import { useSessionLog } from '../log/log-mirrors.ts';
import { readFrame } from '../log/read-frame.ts';
import { records } from '../log/use-record.ts';
import { serverActivity } from './server-activity.ts';
import { TaskBook, type TaskInfo } from './task-book.ts';

/** Older frames are left out at the first reading, but for those that begin a task. */
const MAX_READ = 1000;
const NONE: readonly TaskInfo[] = [];

/** Reads the frames of a log that report tasks, each once. */
class TaskReader {
  readonly #session: string;
  readonly #mirror: LogMirror;
  readonly #book = new TaskBook();
  #next = 0;
  #work: Promise<void> = Promise.resolve();

  constructor(session: string, mirror: LogMirror) {
    this.#session = session;
    this.#mirror = mirror;
  }

  /** The tasks once all frames that are known by now are read. */
  async tasks(): Promise<readonly TaskInfo[]> {
    this.#work = this.#work.then(() => this.#read());
    await this.#work;
    return this.#book.tasks;
  }

  async #read(): Promise<void> {
    const { taskFrames } = serverActivity(this.#mirror);
    const first = this.#next === 0 ? taskFrames.length - MAX_READ : 0;
    for (; this.#next < taskFrames.length; this.#next += 1) {
      const seq = taskFrames[this.#next];
      if (seq !== undefined) await this.#frame(seq, this.#next < first);
    }
  }

  async #frame(seq: number, old: boolean): Promise<void> {
    const row = this.#mirror.rowOf(seq);
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

/** The tool whose call a task carries out, for a row that is about a task; else what the row is about. */
export function useTargetTool({ session, method, target }: Row): string {
  const tasks = useTasks(session);
  if (!method.startsWith('tasks/')) return target;
  return tasks.find(({ taskId }) => taskId === target)?.tool || target;
}

/** The tasks of a session as its log reports them, the newest first. */
export function useTasks(session: string): readonly TaskInfo[] {
  const { mirror } = useSessionLog(session);
  const { length } = serverActivity(mirror).taskFrames;
  const [held, setHeld] = useState<{ session: string; tasks: readonly TaskInfo[] }>();
  useEffect(() => {
    if (length === 0) return;
    let wanted = true;
    void readerOf(session, mirror)
      .tasks()
      .then((tasks) => {
        if (wanted) setHeld({ session, tasks });
      });
    return () => {
      wanted = false;
    };
  }, [session, mirror, length]);
  return held?.session === session ? held.tasks : NONE;
}
