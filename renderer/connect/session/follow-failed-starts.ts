import { liveInfo } from '../../../app/contract/session-info.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { selectRow, useScreen } from '../../state/screen/screen-store.ts';

/**
 * Selects the row that shows why a start failed, the last of a failed tier until the failure, unless the user selected
 * another. The rows may arrive after the failure: the selection follows them. The returned function stops this.
 */
export function followFailedStarts(): () => void {
  const shown = new Map<string, number>();
  return useScreen.subscribe(({ sessions, views }) => {
    for (const info of sessions) {
      const { session } = info;
      const failure = liveInfo(info)?.failure ?? null;
      if (failure === null) shown.delete(session);
      if (failure === null || failure.wasReady) continue;
      const selected = views[session]?.selected ?? null;
      if (selected !== null && !shown.has(session)) shown.set(session, LEFT_ALONE);
      const row = failingRow(session, failure.seq);
      if (row === undefined || row === shown.get(session) || selected !== (shown.get(session) ?? null))
        continue;
      shown.set(session, row);
      selectRow(session, row);
    }
  });
}

/** No row has this seq: the user selected another row. */
const LEFT_ALONE = -1;

function failingRow(session: string, until = Number.POSITIVE_INFINITY): number | undefined {
  const { table } = sessionLog(session).mirror;
  for (let index = table.length - 1; index >= 0; index -= 1) {
    const seq = table.columns.seq.at(index) ?? 0;
    if (seq <= until && table.columns.tier.at(index) !== 'ok') return seq;
  }
  return undefined;
}
