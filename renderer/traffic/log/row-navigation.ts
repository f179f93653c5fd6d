import type { KeyboardEvent } from 'react';
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
import { nextOf } from './ordered-walk.ts';

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
  if (rows !== undefined) showPlace(rows, nextError(rows, selectedPlace(rows), step));
}

/** Selects what the next (1) or previous (-1) bookmark is about, around the end; what the filter hides is left out. */
export function moveToBookmark(step: 1 | -1): void {
  const rows = rowsInFront();
  if (rows === undefined) return;
  const compare = (one: RowPlace, other: RowPlace) => rows.compare(one, other);
  const places = rows.sessions
    .flatMap(({ info: { session }, log }) => log.bookmarks.places.map((index) => ({ session, index })))
    .toSorted(compare);
  const fits = ({ session, index }: RowPlace) => rows.positionOf(session, index) >= 0;
  const list = { length: places.length, at: (at: number) => places[at] ?? { session: '', index: -1 } };
  showPlace(rows, nextOf({ lists: [list], compare, fits }, selectedPlace(rows), step));
}

function showPlace(rows: RowSource, place: RowPlace | undefined): void {
  const log = rows.session(place?.session ?? '')?.log;
  if (place === undefined || log === undefined) return;
  scrollToRow(place.session, place.index, 'centre');
  selectInFront(place.session, log.mirror.table.columns.seq.at(place.index));
}

type ErrorSource = Pick<RowSource<SourceLog>, 'sessions' | 'compare' | 'isListed'>;

/** The visible error after (1) or before (-1) a row, around the end; from null the first or the last one. */
export function nextError(rows: ErrorSource, from: RowPlace | null, step: 1 | -1): RowPlace | undefined {
  const lists = rows.sessions.map(({ info: { session }, log: { errors } }) => ({
    length: errors.indexes.length,
    at: (at: number) => ({ session, index: errors.indexes[at] ?? 0 }),
  }));
  const fits = ({ session, index }: RowPlace) => rows.isListed(session, index);
  return nextOf({ lists, fits, compare: (one, other) => rows.compare(one, other) }, from, step);
}

/** The keys of the log itself; `page` is how many rows are visible. */
export function gridKey(event: KeyboardEvent, rows: RowSource, page: number): void {
  const moves: { readonly [key: string]: () => void } = {
    ArrowDown: () => moveSelection(1),
    ArrowUp: () => moveSelection(-1),
    PageDown: () => moveSelection(page),
    PageUp: () => moveSelection(-page),
    Home: () => selectPosition(rows, 0),
    End: () => {
      selectPosition(rows, rows.length - 1);
      setFollowing(rows.view, true);
    },
    ArrowRight: () => setFolds(rows, true),
    ArrowLeft: () => setFolds(rows, false),
    Enter: () => giveFocus('inspector'),
    Escape: () => selectNothing(rows),
  };
  const move = moves[event.key];
  if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  move();
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
