import type { KeyboardEvent } from 'react';
import { partitionPoint } from '../../../app/base/partition-point.ts';
import { rowPlace, rowsInFront, selectedPlace } from '../../state/log/front-rows.ts';
import { redrawLog } from '../../state/log/log-mirrors.ts';
import { nextTime, setLogView, sortBy, toggleRows, useLogView } from '../../state/log/log-view.ts';
import type { RowPlace, RowSource, SourceLog } from '../../state/log/row-source.ts';
import { giveFocus } from '../../state/screen/focus-targets.ts';
import {
  isAnyOpen,
  scrollToRow,
  selectInFront,
  selectRow,
  setFollowing,
} from '../../state/screen/screen-actions.ts';
import { type RowKey, useScreen } from '../../state/screen/screen-store.ts';
import { actionsOf } from '../../ui/controls/action.ts';

/** The visible position of the selected row; if the filter hides it, of the first one after it; -1 for none. */
export function selectedPosition(rows: RowSource): number {
  const place = selectedPlace(rows);
  return place === null ? -1 : rows.positionFrom(place.session, place.index);
}

/** Selects the row at a visible position; beyond an end, the row at that end. */
export function selectPosition(rows: RowSource, position: number): void {
  const row = rows.at(Math.min(Math.max(position, 0), rows.length - 1));
  if (row === undefined) return;
  const { info, log } = row.session;
  selectInFront(info.session, log.mirror.table.columns.seq.at(row.index));
}

/** Selects the row `step` visible rows further in the log in front; without a selection, a visible row. */
export function moveSelection(step: number): void {
  const rows = rowsInFront();
  if (rows === undefined) return;
  const position = selectedPosition(rows);
  const { first, last } = useScreen.getState().viewport;
  if (position < 0) selectPosition(rows, step > 0 ? first : last);
  else selectPosition(rows, position + step);
}

/** Selects the next (1) or previous (-1) visible error of the log in front, around the end. */
export function moveToError(step: 1 | -1): void {
  const rows = rowsInFront();
  const place = rows === undefined ? undefined : nextError(rows, selectedPlace(rows), step);
  const session = rows?.session(place?.session ?? '');
  if (place === undefined || session === undefined) return;
  scrollToRow(place.session, place.index, 'centre');
  selectInFront(place.session, session.log.mirror.table.columns.seq.at(place.index));
}

/** Selects what the next (1) or previous (-1) bookmark is about, around the end; what the filter hides is left out. */
export function moveToBookmark(step: 1 | -1): void {
  const rows = rowsInFront();
  if (rows === undefined) return;
  const shown = rows.sessions.flatMap(({ info: { session }, log }) =>
    log.bookmarks.places
      .filter((index) => rows.positionOf(session, index) >= 0)
      .map((index) => ({ session, index, log })),
  );
  shown.sort((one, other) => rows.compare(one, other) * step);
  const from = selectedPlace(rows);
  const next = shown.find((place) => from !== null && rows.compare(place, from) * step > 0) ?? shown[0];
  if (next === undefined) return;
  scrollToRow(next.session, next.index, 'centre');
  selectInFront(next.session, next.log.mirror.table.columns.seq.at(next.index));
}

type ErrorSource = Pick<RowSource<SourceLog>, 'sessions' | 'compare' | 'isListed'>;

/** The visible error after (1) or before (-1) a row, around the end; from null the first or the last one. */
export function nextError(rows: ErrorSource, from: RowPlace | null, step: 1 | -1): RowPlace | undefined {
  return nearestError(rows, from, step) ?? nearestError(rows, null, step);
}

function nearestError(rows: ErrorSource, from: RowPlace | null, step: 1 | -1): RowPlace | undefined {
  let nearest: RowPlace | undefined;
  for (const { info, log } of rows.sessions) {
    const { session } = info;
    const { indexes } = log.errors;
    let at = from === null ? endOf(indexes, step) : errorBeside(rows, session, indexes, from, step);
    while (at >= 0 && at < indexes.length && !rows.isListed(session, indexes[at] ?? -1)) at += step;
    const index = indexes[at];
    if (index === undefined) continue;
    const place = { session, index };
    if (nearest === undefined || rows.compare(place, nearest) * step < 0) nearest = place;
  }
  return nearest;
}

function endOf(indexes: readonly number[], step: 1 | -1): number {
  return step > 0 ? 0 : indexes.length - 1;
}

/** The place in the errors of a session of the first one after a row, or of the last one before it. */
function errorBeside(
  rows: ErrorSource,
  session: string,
  indexes: readonly number[],
  from: RowPlace,
  step: 1 | -1,
): number {
  const next = partitionPoint(indexes.length, (place) => {
    const order = rows.compare({ session, index: indexes[place] ?? 0 }, from);
    return order < 0 || (order === 0 && step > 0);
  });
  return step > 0 ? next : next - 1;
}

/** The keys of the log itself; `page` is how many rows are visible. */
export function gridKey(event: KeyboardEvent, rows: RowSource, page: number): void {
  const move = gridMove(event.key, rows, page);
  if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  move();
}

function gridMove(key: string, rows: RowSource, page: number): (() => void) | undefined {
  switch (key) {
    case 'ArrowDown':
      return () => moveSelection(1);
    case 'ArrowUp':
      return () => moveSelection(-1);
    case 'PageDown':
      return () => moveSelection(page);
    case 'PageUp':
      return () => moveSelection(-page);
    case 'Home':
      return () => selectPosition(rows, 0);
    case 'End':
      return () => {
        selectPosition(rows, rows.length - 1);
        setFollowing(rows.view, true);
      };
    case 'ArrowRight':
      return () => setFolds(rows, true);
    case 'ArrowLeft':
      return () => setFolds(rows, false);
    case 'Enter':
      return () => giveFocus('inspector');
    case 'Escape':
      return () => selectNothing(rows);
    default:
      return undefined;
  }
}

/** Opens the rows that are folded into a row, or closes them; of a row without any nothing changes. */
export function toggleFold(rows: RowSource, { session, seq }: RowKey): void {
  const place = rowPlace(rows, session, seq);
  const log = rows.session(session)?.log;
  if (place === null || log === undefined || log.list !== log.folded) return;
  const { folded } = log;
  const key = folded.folds.keyAt(place.index);
  if (folded.folds.sizeOf(key) === 1) return;
  folded.setOpen(place.index, !folded.isOpen(key));
  redrawLog(session);
}

/** Opens what is folded into the selected row, or closes the group that it belongs to, whose row is selected then. */
function setFolds(rows: RowSource, open: boolean): void {
  const place = selectedPlace(rows);
  const log = place === null ? undefined : rows.session(place.session)?.log;
  if (place === null || log === undefined || log.list !== log.folded) return;
  const { folds } = log.folded;
  const key = folds.keyAt(place.index);
  if (!open) selectInFront(place.session, log.mirror.table.columns.seq.at(folds.faceOf(key)));
  log.folded.setOpen(place.index, open);
  redrawLog(place.session);
}

/** Clears the selected row of the log. */
export function selectNothing(rows: RowSource): void {
  const session = rows.merged ? useScreen.getState().active : rows.view;
  if (session !== null) selectRow(session, null);
}

export const LOG_VIEW_ACTIONS = actionsOf(
  'Log',
  [
    ['Calls or frames', 'v', toggleRows],
    ['Count times from the next thing', 'z', nextTime],
    ['Next bookmark', "'", () => moveToBookmark(1)],
    ['Previous bookmark', '"', () => moveToBookmark(-1)],
    ['Sort by duration', '', () => sortBy('duration')],
    ['Sort by size', '', () => sortBy('size')],
    ['Rows in the order of time', '', () => sortBy(null), () => useLogView.getState().sort !== null],
    ['Reset the widths of the columns', '', () => setLogView({ widths: {} })],
  ],
  isAnyOpen,
);
