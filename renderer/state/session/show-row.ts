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
