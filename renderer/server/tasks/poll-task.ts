import { useEffect } from 'react';
import { create } from 'zustand';
import { isJsonObject, stringAt } from '../../../app/base/json-value.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { createdTask } from '../../../app/frame/task-end.ts';
import { host, settled } from '../../state/host/host.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import type { ChosenLimits } from '../../state/server/call-draft.ts';
import { useActivity } from '../../state/server/server-activity.ts';
import { chooseOn, draftKey, setFailure } from '../../state/server/sidebar-store.ts';
import { isOver, useTasks } from '../../state/server/use-tasks.ts';
import { type Caller, type SentRequest, sendRequest } from '../tools/call-tool.ts';

/** Tasks that are being polled, by `session id`. */
export const usePolling = create<{ readonly polled: { readonly [place: string]: true } }>(() => ({
  polled: {},
}));

export function pollKey(session: string, taskId: string): string {
  return `${session} ${taskId}`;
}

/** The default polling interval, in milliseconds (tasks.mdx: "pollInterval"; ext-tasks: `pollIntervalMs`). */
const POLL_MS = 1500;
const MIN_MS = 250;
/** A longer timeout fires at once. */
const MAX_MS = 2 ** 31 - 1;

export function stopPolling(session: string, taskId: string): void {
  usePolling.setState(({ polled }) => {
    const { [pollKey(session, taskId)]: _before, ...others } = polled;
    return { polled: others };
  });
}

/** Polls the status of a task until it ends, the user stops it, or the server does not answer. */
export async function pollTask(session: string, taskId: string, everyMs = POLL_MS): Promise<void> {
  const key = pollKey(session, taskId);
  if (usePolling.getState().polled[key]) return;
  usePolling.setState(({ polled }) => ({ polled: { ...polled, [key]: true } }));
  let pauseMs = everyMs;
  for (;;) {
    const waitMs = Math.round(Math.min(MAX_MS, Math.max(MIN_MS, pauseMs)));
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (usePolling.getState().polled[key] !== true) return;
    const next = await pollOnce(session, taskId, waitMs);
    if (next === undefined) break;
    pauseMs = next;
  }
  stopPolling(session, taskId);
}

async function pollOnce(session: string, taskId: string, waitedMs: number): Promise<number | undefined> {
  const live = useScreen.getState().sessions.some((one) => one.session === session && one.state === 'ready');
  if (!live) return undefined;
  // Other windows poll the same task. A timer may fire early, and must not get its own last answer.
  const withinMs = Math.floor(waitedMs / 2);
  const end = await settled(host().pollTask({ session, taskId, withinMs }));
  const failure = end.ok ? end.value.failure : end.error;
  const text = failure === '' ? '' : `The status could not be read: ${failure}`;
  setFailure(draftKey(session, 'tasks', taskId), text);
  if (!end.ok || failure !== '') return undefined;
  const task = end.value.result;
  if (!isJsonObject(task) || isOver(stringAt(task, 'status') ?? '')) return undefined;
  const pauseMs = task.pollIntervalMs ?? task.pollInterval;
  return typeof pauseMs === 'number' ? pauseMs : POLL_MS;
}

/** Calls a tool as a task, shows the task, and follows its status. */
export async function createTask(caller: Caller, request: SentRequest, limits: ChosenLimits): Promise<void> {
  const end = await sendRequest(caller, request, limits);
  const taskId = stringAt(createdTask(end?.result), 'taskId');
  if (taskId === undefined) return;
  chooseOn('tasks', caller.session, taskId);
  await pollTask(caller.session, taskId);
}

/** The process run in which a task's polling started automatically, by `session task`: the user may have stopped it. */
const started = new Map<string, number>();

/** Follows every task created by a server of 2026-07-28, across restarts (ext-tasks, tasks.md). */
export function useFollowTasks(info: SessionInfo): void {
  const { session, state } = info;
  const { spawned } = useActivity(session);
  const tasks = useTasks(session);
  const follows = liveInfo(info)?.era === 'modern' && state === 'ready';
  useEffect(() => {
    if (!follows) return;
    for (const { taskId, status, lost, callSeq, pollMs } of tasks) {
      const key = `${session} ${taskId}`;
      if (isOver(status) || lost || callSeq === 0 || started.get(key) === spawned) continue;
      started.set(key, spawned);
      void pollTask(session, taskId, pollMs);
    }
  }, [follows, session, spawned, tasks]);
}
