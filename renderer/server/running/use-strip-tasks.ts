import { useEffect, useRef, useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { offerActivity } from '../../state/server/offer-activity.ts';
import { isOver, isUnderWay, type TaskInfo } from '../../state/server/task-book.ts';
import { useTasks } from '../../state/server/use-tasks.ts';
import { isTapped } from '../../state/session/session-words.ts';

/** How long the end of a task stays to be read. */
const KEPT_MS = 15_000;

/** The tasks of the strip: those under way, and for a while those that were and have ended. */
export function useStripTasks(info: SessionInfo): {
  readonly tasks: readonly TaskInfo[];
  readonly dismiss: (taskId: string) => void;
} {
  const { session } = info;
  const { mirror } = useSessionLog(session);
  const { spawned } = offerActivity(mirror);
  const all = useTasks(session);
  const seen = useRef(new Set<string>());
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const place = (taskId: string) => `${session} ${taskId}`;
  const live = info.state === 'ready' && !isTapped(info);
  const running = live ? all.filter((task) => isUnderWay(task, spawned)) : [];
  for (const { taskId } of running) seen.current.add(place(taskId));
  const ended = all.filter(
    ({ taskId, status }) => isOver(status) && seen.current.has(place(taskId)) && !gone.has(place(taskId)),
  );
  const dismissed = (ids: readonly string[]) =>
    setGone((before) => new Set([...before, ...ids.map((taskId) => `${session} ${taskId}`)]));
  const ids = ended.map(({ taskId }) => taskId).join(' ');
  // The time begins anew when another one has ended.
  useEffect(() => {
    if (ids === '') return;
    const timer = setTimeout(() => dismissed(ids.split(' ')), KEPT_MS);
    return () => clearTimeout(timer);
  }, [session, ids]);
  return { tasks: [...running, ...ended], dismiss: (taskId) => dismissed([taskId]) };
}
