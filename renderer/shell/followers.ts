import { liveInfo } from '../../app/contract/session-info.ts';
import { countProblems } from '../../app/report/placed-problems.ts';
import { followFailedStarts } from '../connect/session/follow-failed-starts.ts';
import { followPin } from '../lookup/lookup-state.tsx';
import { followFrontView } from '../state/log/front-view.ts';
import { readProblems, useProblems } from '../state/problems/problems-store.ts';
import { followOpenedFiles } from '../state/runs/recent-store.ts';
import { type ScreenState, showCentreView, useScreen } from '../state/screen/screen-store.ts';
import { followDrafts } from '../state/server/follow-drafts.ts';
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
];

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
