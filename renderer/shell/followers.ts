import { liveInfo } from '../../app/contract/session-info.ts';
import { countProblems } from '../../app/report/placed-problems.ts';
import { followFailedStarts } from '../connect/session/follow-failed-starts.ts';
import { followPin } from '../lookup/lookup-state.tsx';
import { followFrontView } from '../state/log/front-view.ts';
import { sessionLog } from '../state/log/log-mirrors.ts';
import { chooseProblem, NO_PROBLEM, readProblems, useProblems } from '../state/problems/problems-store.ts';
import { followOpenedFiles } from '../state/runs/recent-store.ts';
import { readRemembered, remember } from '../state/screen/kept-entries.ts';
import {
  activateSession,
  notify,
  type ScreenState,
  selectRow,
  sessionInfo,
  showCenterView,
  useScreen,
  viewInFront,
} from '../state/screen/screen-store.ts';
import { followDrafts } from '../state/server/follow-drafts.ts';
import { serverActivity } from '../state/server/server-activity.ts';
import { showRow } from '../state/session/session-commands.ts';
import { followFilter } from '../traffic/filter/row-filter.ts';
import { followSavedFilters } from '../traffic/filter/saved-filters-menu.tsx';
import { followOpenedRecordings } from '../traffic/log/row-navigation.ts';
import { followClosedSessions } from '../traffic/replay/replay-control.ts';
import { followSearch } from '../traffic/search/follow-search.ts';

/** Subscribers to the screen's state, in start order; each lives as long as the page. */
export const FOLLOWERS = [
  followFilter,
  followFrontView,
  followFront,
  followOpenedRecordings,
  followSavedFilters,
  followSearch,
  followClosedSessions,
  followOpenedFiles,
  followDrafts,
  followWatchedRestarts,
  followFailedStarts,
  followPin,
];

const FRONT = 'front';
/** Within this time a start has reopened the previous files, in milliseconds. */
const START_MS = 5000;

/** Stores the active recording and its selection, and restores both when a start reopens it. */
export function followFront(now = () => performance.now()): () => void {
  let kept = readRemembered(FRONT);
  let wanted = typeof kept === 'string' ? kept : '';
  const begin = () => {
    wanted = '';
  };
  const listening = new AbortController();
  const { signal } = listening;
  for (const type of ['pointerdown', 'keydown'] as const)
    addEventListener(type, begin, { capture: true, once: true, signal });
  const stop = useScreen.subscribe(({ sessions, active, views }) => {
    if (now() > START_MS) wanted = '';
    const [place = '', row = ''] = wanted.split('\n');
    const found = sessions.find(({ file, kind }) => kind === 'file' && file === place);
    if (found !== undefined) {
      wanted = '';
      activateSession(found.session);
      if (row !== '') void showRow(found.session, Number(row));
      return;
    }
    const { file = '' } = sessions.find(({ session }) => session === active) ?? {};
    const next = `${file}\n${views[active ?? '']?.selected ?? ''}`;
    if (wanted !== '' || file === '' || next === kept) return;
    kept = next;
    remember(FRONT, next);
  });
  return () => {
    listening.abort();
    stop();
  };
}

/** After a file change restarted a watched server, shows its new and resolved problems first. */
export function followWatchedRestarts(): void {
  const pids = new Map<string, number>();
  const restarted = new Set<string>();
  const look = ({ sessions }: ScreenState) => {
    for (const info of sessions) {
      const live = liveInfo(info);
      if (live === undefined || live.settings.watch.length === 0) continue;
      const { session, pid, state } = live;
      const last = pids.get(session);
      if (pid !== null) pids.set(session, pid);
      if (pid !== null && last !== undefined && last !== pid) restarted.add(session);
      if (state === 'starting' || !restarted.delete(session)) continue;
      void showWhatChanged(session);
    }
  };
  useScreen.subscribe((state, before) => {
    if (state.sessions !== before.sessions) look(state);
  });
}

/** How long to wait for the repeated call, in milliseconds. */
const REPEAT_MS = 5000;

async function showWhatChanged(session: string): Promise<void> {
  const before = useScreen.getState().centerViews[session] ?? 'log';
  const call = await repeatedCall(session);
  if (call !== undefined) selectRow(session, call);
  await readProblems(session);
  const { present, gone } = countProblems(useProblems.getState().held[session]?.list?.problems ?? []);
  if (present + gone === 0) return;
  // The call remains selected, whether it shows a problem or not.
  if (call !== undefined) chooseProblem(session, NO_PROBLEM);
  showCenterView('problems', session);
  if (before === 'problems' || viewInFront() !== session) return;
  notify({
    level: 'info',
    text: 'The server was restarted: these are its problems now, and what is gone.',
    topic: 'restarted',
    action: { label: 'Back', run: () => showCenterView(before, session) },
  });
}

/** The row of the call repeated after a restart, once it has ended; undefined if there is none or it takes too long. */
function repeatedCall(session: string): Promise<number | undefined> {
  const info = liveInfo(sessionInfo(session));
  if (info?.state !== 'ready' || !info.settings.repeatLastCall) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const end = (seq?: number) => {
      stop();
      clearTimeout(timer);
      resolve(seq);
    };
    const look = () => {
      const { mirror } = sessionLog(session);
      const { spawned, uses } = serverActivity(mirror);
      const last = Math.max(0, ...[...uses('tools/call').values()].map((use) => use.last));
      const request = last > spawned ? mirror.rowOf(last) : undefined;
      if (request !== undefined && request.outcome !== 'pending') end(request.pair || last);
    };
    const stop = useScreen.subscribe(look);
    const timer = setTimeout(end, REPEAT_MS);
    look();
  });
}
