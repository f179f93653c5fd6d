import { liveInfo } from '../../../app/contract/session-info.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { selectRow } from '../../state/screen/screen-actions.ts';
import { type ScreenState, useScreen } from '../../state/screen/screen-store.ts';

/**
 * Selects the row that shows why a start failed, once for each failed start and as soon as the log holds it, unless
 * its user has selected another. Gives the end of it.
 */
export function followFailedStarts(): () => void {
  /** The sessions whose failure has its row selected already. */
  const shown = new Set<string>();
  return useScreen.subscribe((state) => {
    for (const info of state.sessions) {
      const failure = liveInfo(info)?.failure ?? null;
      if (failure === null) shown.delete(info.session);
      if (failure === null || failure.wasReady || shown.has(info.session)) continue;
      const row = failingRow(info.session, state);
      if (row === undefined) continue;
      shown.add(info.session);
      selectRow(info.session, row);
    }
  });
}

/** The seq of the last row of a failed tier; undefined while there is none, or if a row is selected. */
function failingRow(session: string, { views }: ScreenState): number | undefined {
  if ((views[session]?.selected ?? null) !== null) return undefined;
  const { errors, mirror } = sessionLog(session);
  if (!mirror.upToDate) return undefined;
  const last = errors.indexes.at(-1);
  return last === undefined ? undefined : mirror.table.row(last)?.seq;
}
