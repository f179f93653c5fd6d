import type { Row } from '../../../app/frame/row.ts';
import type { ErrorTier } from '../../../app/frame/tier.ts';
import { clearFilter } from '../log/filter-store.ts';
import { sessionLog } from '../log/log-mirrors.ts';
import { scrollToRow, selectRow, setFollowing, showCentreView } from '../screen/screen-actions.ts';

/** Selects a row and brings it into sight; a filter that hides it is cleared. */
export function showRow(session: string, seq: number): void {
  const log = sessionLog(session);
  const index = log.mirror.table.indexOf(seq);
  if (index < 0) return;
  if (log.visible.positionOf(index) < 0) clearFilter();
  if (!log.list.isListed(index)) log.folded.setOpen(index, true);
  showCentreView('log');
  setFollowing(session, false);
  selectRow(session, seq);
  scrollToRow(session, index, 'centre');
}

/** The first row of a session's log whose tier is this one; undefined while there is none. */
export function firstRowOfTier(session: string, tier: ErrorTier): Row | undefined {
  const { errors, mirror } = sessionLog(session);
  const index = errors.indexes.find((at) => mirror.table.columns.tier.at(at) === tier);
  return index === undefined ? undefined : mirror.table.row(index);
}
