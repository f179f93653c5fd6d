import { liveInfo, type WatchedRestart } from '../../app/contract/session-info.ts';
import { countProblems } from '../../app/report/placed-problems.ts';
import { followFailedStarts } from '../connect/session/follow-failed-starts.ts';
import { followPin } from '../lookup/lookup-state.tsx';
import { followFilter } from '../state/log/filter-store.ts';
import { followFrontView } from '../state/log/front-view.ts';
import { followSelectedRow } from '../state/log/use-record.ts';
import { chooseProblem, NO_PROBLEM, readProblems, useProblems } from '../state/problems/problems-store.ts';
import { followOpenedFiles } from '../state/runs/recent-store.ts';
import {
  activateSession,
  notify,
  selectRow,
  showCenterView,
  useScreen,
  viewInFront,
} from '../state/screen/screen-store.ts';
import { readRemembered, remember } from '../state/screen/stored-entries.ts';
import { followDrafts } from '../state/server/follow-drafts.ts';
import { showRow } from '../state/session/session-commands.ts';
import { followSavedFilters } from '../traffic/filter/saved-filters-menu.tsx';
import { followOpenedRecordings } from '../traffic/log/row-navigation.ts';
import { followClosedSessions } from '../traffic/replay/replay-control.ts';
import { followSearch } from '../traffic/search/follow-search.ts';

/** Subscribers to the screen's state, in start order; each lives as long as the page. */
export const FOLLOWERS = [
  followFilter,
  followFrontView,
  followFront,
  followSelectedRow,
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
  useScreen.subscribe(({ sessions }, before) => {
    if (sessions === before.sessions) return;
    for (const info of sessions) {
      const done = liveInfo(info)?.restarted;
      const known = before.sessions.find(({ session }) => session === info.session);
      if (done === undefined || known === undefined || liveInfo(known)?.restarted?.number === done.number)
        continue;
      void showWhatChanged(info.session, done);
    }
  });
}

async function showWhatChanged(session: string, { callSeq }: WatchedRestart): Promise<void> {
  const before = useScreen.getState().centerViews[session] ?? 'log';
  if (callSeq !== 0) selectRow(session, callSeq);
  await readProblems(session);
  const { present, gone } = countProblems(useProblems.getState().held[session]?.list?.problems ?? []);
  if (present + gone === 0) return;
  // The call remains selected, whether it shows a problem or not.
  if (callSeq !== 0) chooseProblem(session, NO_PROBLEM);
  showCenterView('problems', session);
  if (before === 'problems' || viewInFront() !== session) return;
  notify({
    level: 'info',
    text: 'The server was restarted: these are its problems now, and what is gone.',
    topic: 'restarted',
    action: { label: 'Back', run: () => showCenterView(before, session) },
  });
}
