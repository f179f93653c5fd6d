import { useEffect } from 'react';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { offerActivity } from '../../state/server/offer-activity.ts';
import { isOver } from '../../state/server/task-book.ts';
import { useTasks } from '../../state/server/use-tasks.ts';
import { pollTask } from './poll-task.ts';

/** The process in whose life a task was polled by itself, by `session task`: its user may have stopped that. */
const begun = new Map<string, number>();

/**
 * Follows every task that a server of 2026-07-28 makes, since there the server decides what becomes one; also
 * over a restart, because such a task is kept (ext-tasks, tasks.md, "Task Polling").
 */
export function useFollowTasks(info: SessionInfo): void {
  const { session, state } = info;
  const { mirror } = useSessionLog(session);
  const { spawned } = offerActivity(mirror);
  const tasks = useTasks(session);
  const follows = liveInfo(info)?.era === 'modern' && state === 'ready';
  useEffect(() => {
    if (!follows) return;
    for (const { taskId, status, lost, callSeq, pollMs } of tasks) {
      const key = `${session} ${taskId}`;
      if (isOver(status) || lost || callSeq === 0 || begun.get(key) === spawned) continue;
      begun.set(key, spawned);
      void pollTask(session, taskId, pollMs);
    }
  }, [follows, session, spawned, tasks]);
}
