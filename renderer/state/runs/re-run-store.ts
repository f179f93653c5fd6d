import { create } from 'zustand';
import { liveInfo } from '../../../app/contract/session-info.ts';
import { sessionInfo, showDialog, useScreen } from '../screen/screen-store.ts';
import { hasSeveralSelected, type LogPart, selectedRows } from '../selection/selection.ts';

type ReRunView = {
  readonly from: string;
  readonly part: LogPart;
  /** The target session; null until one is chosen. */
  readonly to: string | null;
  /** `run` shows the last run to that session and its progress. */
  readonly page: 'plan' | 'run';
};

export const useReRun = create<ReRunView>(() => ({
  from: '',
  part: 'whole',
  to: null,
  page: 'plan',
}));

/** The dismissed banners, by run number. */
export const useDismissedRuns = create<{ readonly runs: readonly number[] }>(() => ({ runs: [] }));

/** Opens the dialog for a session: for the selected rows, else the current one, else all. */
export function openReRun(part?: LogPart, from = useScreen.getState().active ?? undefined): void {
  const { views } = useScreen.getState();
  if (from === undefined) return;
  const selected = (views[from]?.selected ?? null) === null ? 'whole' : 'selected';
  const usual = selectedRows(from).size > 0 && hasSeveralSelected() ? 'rows' : selected;
  useReRun.setState({ from, part: part ?? usual, to: null, page: 'plan' });
  showDialog('re-run');
}

export function showRun(to: string): void {
  const run = liveInfo(sessionInfo(to))?.reRun;
  if (run === undefined) return;
  useReRun.setState({ from: run.from, to, page: 'run' });
  showDialog('re-run');
}
