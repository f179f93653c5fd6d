import { liveInfo } from '../../app/contract/session-info.ts';
import { countProblems } from '../../app/report/placed-problems.ts';
import { followFailedStarts } from '../connect/session/follow-failed-starts.ts';
import { followPin } from '../lookup/lookup-state.tsx';
import { followFrontView } from '../state/log/front-view.ts';
import { sessionLog } from '../state/log/log-mirrors.ts';
import { readProblems, useProblems } from '../state/problems/problems-store.ts';
import { followOpenedFiles } from '../state/runs/recent-store.ts';
import { readRemembered, remember } from '../state/screen/kept-entries.ts';
import { type ScreenState, selectRow, showCentreView, useScreen } from '../state/screen/screen-store.ts';
import { followDrafts } from '../state/server/follow-drafts.ts';
import { isLabSession } from '../state/server/listed.ts';
import { useProfiles } from '../state/session/profiles-store.ts';
import { firstRowOfTier } from '../state/session/session-commands.ts';
import { followFilter } from '../traffic/filter/row-filter.ts';
import { followSavedFilters } from '../traffic/filter/saved-filters-menu.tsx';
import { followClosedSessions } from '../traffic/replay/replay-control.ts';
import { followSearch } from '../traffic/search/follow-search.ts';

/** What follows the screen's state, in the order of starting; each lasts as long as the page. */
export const FOLLOWERS = [
  followFilter,
  followFrontView,
  followSavedFilters,
  followSearch,
  followClosedSessions,
  followOpenedFiles,
  followDrafts,
  followWatchedRestarts,
  followFailedStarts,
  followPin,
  followFirstStart,
];

const KEY = 'has-selected';

/** Selects the lab's tool error at the very first start, once ever, to show what a tier is. Gives its end. */
export function followFirstStart(): () => void {
  if (readRemembered(KEY) === true) return () => undefined;
  const stop = useScreen.subscribe((state) => {
    const isUsed = Object.values(state.views).some(({ selected }) => selected !== null);
    const lesson = isUsed ? undefined : firstLesson(state);
    if (!isUsed && lesson === undefined) return;
    stop();
    remember(KEY, true);
    if (lesson !== undefined) selectRow(lesson.session, lesson.seq);
  });
  return stop;
}

/** The row of the tool error, once the lab has made all of its first calls; the last of them ends its server. */
function firstLesson({ sessions }: ScreenState): { session: string; seq: number } | undefined {
  const [info, ...others] = sessions;
  if (info === undefined || others.length > 0 || info.kind !== 'live' || !isLabSession(info))
    return undefined;
  if (useProfiles.getState().profiles.length > 0) return undefined;
  const { mirror } = sessionLog(info.session);
  if (!mirror.upToDate || mirror.state.counts.transport === 0) return undefined;
  const row = firstRowOfTier(info.session, 'tool');
  return row === undefined ? undefined : { session: info.session, seq: row.seq };
}

/** After a change has restarted a watched server, its problems come first: what is new, and what is gone. */
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

async function showWhatChanged(session: string): Promise<void> {
  await readProblems(session);
  const { present, gone } = countProblems(useProblems.getState().held[session]?.list?.problems ?? []);
  if (present + gone > 0) showCentreView('problems', session);
}
