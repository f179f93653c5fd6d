import type { KeyboardEvent } from 'react';
import { fileInfo } from '../../../app/contract/session-info.ts';
import { SORTS } from '../../../app/frame/view/sorted-rows.ts';
import type { RowKey } from '../../../app/frame/view/view-page.ts';
import {
  type FrontView,
  foldRow,
  itemAt,
  keyAt,
  keyBeside,
  nextOfKind,
  useFrontView,
  viewPager,
} from '../../state/log/front-view.ts';
import { nextTime, setLogView, sortBy, toggleRows, useLogView } from '../../state/log/log-view.ts';
import { exchanges } from '../../state/log/use-record.ts';
import { giveFocus } from '../../state/screen/focus-targets.ts';
import {
  isAnyOpen,
  scrollToRow,
  selectedKey,
  selectInFront,
  selectRow,
  sessionInfo,
  setFollowing,
  useScreen,
  viewInFront,
} from '../../state/screen/screen-store.ts';
import { actionsOf } from '../../ui/controls/action.ts';

/** The selected row of the active log; null if there is none or its session is not included. */
export function selectedInFront(): RowKey | null {
  const key = selectedKey();
  return key !== null && useFrontView.getState().sessions.includes(key.session) ? key : null;
}

async function selectPosition(position: number): Promise<void> {
  const shown = useFrontView.getState();
  const item = itemAt(shown, position);
  const key = item === undefined ? await keyAt(position) : { session: item.session, seq: item.row.seq };
  if (key !== undefined) selectInFront(key.session, key.seq);
}

/** Selections by key are queued: each starts from the result of the previous one. */
let moving: Promise<void> = Promise.resolve();

/** Selects the row `step` rows away in the active log; without a selection, a visible row. */
export function moveSelection(step: number): void {
  moving = moving.then(async () => {
    const selected = selectedInFront();
    const { first, last } = useScreen.getState().viewport;
    if (selected === null) return selectPosition(step > 0 ? first : last);
    const key = await keyBeside(selected, step);
    if (key !== undefined) selectInFront(key.session, key.seq);
  });
}

/** Selects the next (1) or previous (-1) listed error of the active log, wrapping around. */
export function moveToError(step: 1 | -1): void {
  moveToNext('error', step);
}

/** Selects the row of the next (1) or previous (-1) bookmark, wrapping around and skipping filtered rows. */
export function moveToBookmark(step: 1 | -1): void {
  moveToNext('bookmark', step);
}

function moveToNext(what: 'error' | 'bookmark', step: 1 | -1): void {
  moving = moving.then(async () => {
    const key = await nextOfKind(what, selectedInFront(), step);
    if (key === undefined) return;
    // Once both are here, log and inspector render together.
    await Promise.all([exchanges.read(key), viewPager.ahead(key.from)]);
    scrollToRow(key, 'center');
    selectInFront(key.session, key.seq);
  });
}

/** Selects the first error of a fully loaded recording, unless something is selected; once per tab. */
export function followOpenedRecordings(): () => void {
  const opened = new Set<string>();
  const look = () => {
    const { view, isHere, upToDate } = useFrontView.getState();
    const file = view === null ? undefined : fileInfo(sessionInfo(view));
    if (!isHere || !upToDate || file === undefined || file.opening !== undefined) return;
    const { session } = file;
    if (opened.has(session)) return;
    opened.add(session);
    const isUntouched = () => viewInFront() === session && selectedKey() === null;
    moving = moving.then(async () => {
      const first = isUntouched() ? await nextOfKind('error', null, 1) : undefined;
      if (first === undefined || !isUntouched()) return;
      scrollToRow(first, 'center');
      selectRow(session, first.seq);
    });
  };
  const stops = [useFrontView.subscribe(look), useScreen.subscribe(look)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Handles the log's own keys; `page` is the number of visible rows. */
export function gridKey(event: KeyboardEvent, shown: FrontView, page: number): void {
  const moves: { readonly [key: string]: () => void } = {
    ArrowDown: () => moveSelection(1),
    ArrowUp: () => moveSelection(-1),
    PageDown: () => moveSelection(page),
    PageUp: () => moveSelection(-page),
    Home: () => void selectPosition(0),
    End: () => {
      void selectPosition(shown.length - 1);
      if (shown.view !== null && useLogView.getState().sort === null) setFollowing(shown.view, true);
    },
    ArrowRight: () => void setFolds(true),
    ArrowLeft: () => void setFolds(false),
    Enter: () => giveFocus('inspector'),
    Escape: () => selectNothing(shown),
  };
  const move = moves[event.key];
  if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  move();
}

/** Opens or closes the rows folded into a row; no effect on a row without any. */
export function toggleFold(row: RowKey): void {
  stayHere();
  void foldRow(row, 'toggle');
}

/** A log that follows its end would scroll an opened row away. */
function stayHere(): void {
  const view = viewInFront();
  if (view !== null) setFollowing(view, false);
}

/** Opens the selected row's group, or closes the group that it belongs to and selects the group's row. */
async function setFolds(open: boolean): Promise<void> {
  const row = selectedInFront();
  if (row !== null && open) stayHere();
  const shownRow = row === null ? undefined : await foldRow(row, open);
  if (row !== null && shownRow !== undefined && !open) selectInFront(row.session, shownRow);
}

export function selectNothing({ merged, view }: Pick<FrontView, 'merged' | 'view'>): void {
  const session = merged ? useScreen.getState().active : view;
  if (session !== null) selectRow(session, null);
}

export const LOG_VIEW_ACTIONS = actionsOf(
  'Log',
  [
    ['Calls or frames', 'v', toggleRows],
    ['Count times from the next thing', 'z', nextTime],
    ['Next bookmark', "'", () => moveToBookmark(1)],
    ['Previous bookmark', '"', () => moveToBookmark(-1)],
    ...SORTS.map((by) => [`Sort by ${by}`, by === 'duration' ? 'd' : '', () => sortBy(by)] as const),
    ['Rows in the order of time', '', () => sortBy(null), () => useLogView.getState().sort !== null],
    ['Reset column widths', '', () => setLogView({ widths: {} })],
  ],
  isAnyOpen,
);
