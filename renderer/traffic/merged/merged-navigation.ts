import { mergedRows } from '../../state/log/front-rows.ts';
import type { MergedRows } from '../../state/log/merged-rows.ts';
import { scrollToRow, selectMergedRow, selectRow, setFollowing } from '../../state/screen/screen-actions.ts';
import { MERGED } from '../../state/screen/screen-state.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import type { GridEnds } from '../log/row-navigation.ts';

/** The visible position of the selected row; where it is hidden, of the first one after it; -1 for none. */
export function selectedMergedPosition(rows: MergedRows): number {
  const { active, views } = useScreen.getState();
  const seq = active === null ? null : (views[active]?.selected ?? null);
  const log = active === null ? undefined : rows.session(active)?.log;
  return seq === null || active === null || log === undefined
    ? -1
    : rows.positionFrom(active, log.mirror.table.indexOf(seq));
}

/** Selects the row at a visible position of the merged log; beyond an end, the row at that end. */
export function selectMergedPosition(rows: MergedRows, position: number): void {
  const place = rows.at(Math.min(Math.max(position, 0), rows.length - 1));
  if (place === undefined) return;
  selectMergedRow(place.session.info.session, place.session.log.mirror.table.seqAt(place.index));
}

/** Selects the row `step` visible rows further; without a selection a row in sight. */
export function moveMerged(step: number): void {
  const rows = mergedRows();
  const at = selectedMergedPosition(rows);
  const { first, last } = useScreen.getState().viewport;
  if (at < 0) selectMergedPosition(rows, step > 0 ? first : last);
  else selectMergedPosition(rows, at + step);
}

/** Selects the next (1) or previous (-1) visible error of any session, around the end. */
export function moveMergedToError(step: 1 | -1): void {
  const rows = mergedRows();
  const found = nextMergedError(rows, selectedMergedPosition(rows), step);
  const place = rows.at(found);
  if (place === undefined) return;
  const { session } = place.session.info;
  scrollToRow(session, place.index, 'centre');
  selectMergedRow(session, place.session.log.mirror.table.seqAt(place.index));
}

/** The position of the error after (1) or before (-1) a position, around the end; -1 where there is none. */
function nextMergedError(rows: MergedRows, from: number, step: 1 | -1): number {
  const { length } = rows;
  const start = from < 0 && step < 0 ? 0 : from;
  for (let turn = 1; turn <= length; turn += 1) {
    const position = (start + turn * step + length * 2) % length;
    const place = rows.at(position);
    if (place !== undefined && place.session.log.mirror.table.tierAt(place.index) !== 'ok') return position;
  }
  return -1;
}

/** Where the keys of the merged log go to. */
export const mergedGrid: GridEnds = {
  first: () => selectMergedPosition(mergedRows(), 0),
  last: () => {
    const rows = mergedRows();
    selectMergedPosition(rows, rows.length - 1);
    setFollowing(MERGED, true);
  },
  selectNothing: () => {
    const { active } = useScreen.getState();
    if (active !== null) selectRow(active, null);
  },
};
