import { useEffect, useState } from 'react';
import { readFrame } from '../inspector/read-frame.ts';
import { offerActivity } from '../offers/offer-activity.ts';
import { sessionLog, useSessionLog } from '../store/log-mirrors.ts';
import { records } from '../store/use-record.ts';
import { type TaskFrame, type TaskInfo, taskBook } from './task-book.ts';

/** Frames read at most: a task that is polled for an hour must not cost an hour of frames. */
const MOST_READ = 300;
const NONE: readonly TaskInfo[] = [];

/** The tasks of a session as its log tells them, the newest first. */
export function useTasks(session: string): readonly TaskInfo[] {
  const { mirror } = useSessionLog(session);
  const { taskFrames } = offerActivity(mirror);
  const [held, setHeld] = useState<{ session: string; tasks: readonly TaskInfo[] }>();
  const { length } = taskFrames;
  useEffect(() => {
    if (length === 0) return;
    let wanted = true;
    void readTaskFrames(session, taskFrames.slice(-MOST_READ)).then((frames) => {
      if (wanted) setHeld({ session, tasks: taskBook(frames) });
    });
    return () => {
      wanted = false;
    };
  }, [session, length, taskFrames]);
  return held?.session === session ? held.tasks : NONE;
}

async function readTaskFrames(session: string, seqs: readonly number[]): Promise<TaskFrame[]> {
  const { mirror } = sessionLog(session);
  const frames: TaskFrame[] = [];
  for (const seq of seqs) {
    const row = mirror.rowOf(seq);
    const fetched = await records.fetch(session, seq);
    const envelope = fetched.ok ? readFrame(fetched.value, row)?.envelope : undefined;
    if (row === undefined || envelope === undefined) continue;
    const tool = row.method === 'tools/call' ? row.target : '';
    if (envelope.kind === 'result') frames.push({ method: row.method, tool, body: envelope.result });
    if (envelope.kind === 'notification') frames.push({ method: row.method, tool, body: envelope.params });
  }
  return frames;
}
