import type { Row } from '../../../app/frame/row.ts';
import type { ErrorTier } from '../../../app/frame/tier.ts';
import { clearFilter } from '../log/filter-store.ts';
import { placeOf } from '../log/front-view.ts';
import { sessionLog } from '../log/log-mirrors.ts';
import { scrollToRow, selectRow, setFollowing, showCentreView } from '../screen/screen-store.ts';

/** Selects a row and brings it into sight; a filter that hides it is cleared. */
export async function showRow(session: string, seq: number): Promise<void> {
  const row = { session, seq };
  const place = await placeOf(row);
  if (place !== undefined && place.index >= 0 && place.position < 0) clearFilter();
  showCentreView('log');
  setFollowing(session, false);
  selectRow(session, seq);
  scrollToRow(row, 'centre');
}

/** The first of the last rows of a session's log whose tier is this one; undefined while there is none. */
export function firstRowOfTier(session: string, tier: ErrorTier): Row | undefined {
  const { table } = sessionLog(session).mirror;
  for (let index = 0; index < table.length; index += 1) {
    if (table.columns.tier.at(index) === tier) return table.row(index);
  }
  return undefined;
}
