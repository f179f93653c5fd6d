import { liveInfo } from '../../../app/contract/session-info.ts';
import { countProblems } from '../../../app/report/placed-problems.ts';
import { type ScreenState, showCentreView, useScreen } from '../screen/screen-store.ts';
import { readProblems, useProblems } from './problems-store.ts';

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
