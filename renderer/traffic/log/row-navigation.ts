import type { KeyboardEvent } from 'react';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import type { SessionLog } from '../../state/log/session-log.ts';
import { scrollToRow, selectRow, setFollowing } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { mergedGrid, moveMerged, moveMergedToError } from '../merged/merged-navigation.ts';

/** The visible position of the selected row; where the filter hides it, of the first one after it. */
export function selectedPosition(log: SessionLog, selected: number | null): number {
  return selected === null ? -1 : log.visible.positionFrom(log.mirror.table.indexOf(selected));
}

/** Selects the row `step` visible rows further; without a selection the last row in sight. */
export function moveSelection(step: number): void {
  if (useScreen.getState().merged) {
    moveMerged(step);
    return;
  }
  const at = active();
  if (at === undefined) return;
  const { session, log, selected } = at;
  if (selected === null) {
    const { first, last } = useScreen.getState().viewport;
    selectPosition(session, log, step > 0 ? first : last);
    return;
  }
  selectPosition(session, log, selectedPosition(log, selected) + step);
}

/** Selects the row at a visible position; beyond an end, the row at that end. */
export function selectPosition(session: string, log: SessionLog, position: number): void {
  const inside = Math.min(Math.max(position, 0), log.visible.length - 1);
  const row = log.mirror.row(log.visible.indexAt(inside));
  if (row !== undefined) selectRow(session, row.seq);
}

/** Selects the next (1) or previous (-1) visible error, around the end. */
export function moveToError(step: 1 | -1): void {
  if (useScreen.getState().merged) {
    moveMergedToError(step);
    return;
  }
  const at = active();
  if (at === undefined) return;
  const { session, log, selected } = at;
  const found = nextError(log, selected === null ? -1 : log.mirror.table.indexOf(selected), step);
  if (found < 0) return;
  scrollToRow(session, found, 'centre');
  selectRow(session, log.mirror.table.seqAt(found));
}

/** The row index of the error after (1) or before (-1) the row at `index`; -1 where none is visible. */
export function nextError(log: SessionLog, index: number, step: 1 | -1): number {
  const { indexes } = log.errors;
  const count = indexes.length;
  const from = step > 0 ? log.errors.placeOf(index + 1) : log.errors.placeOf(Math.max(index, 0)) - 1;
  for (let turn = 0; turn < count; turn += 1) {
    const found = indexes[(from + turn * step + count * 2) % count] ?? -1;
    if (log.visible.positionOf(found) >= 0) return found;
  }
  return -1;
}

/** Where the keys of a log go to. */
export type GridEnds = {
  readonly first: () => void;
  readonly last: () => void;
  readonly selectNothing: () => void;
};

/** The keys of the log itself; `page` is how many rows are in sight. */
export function gridKey(event: KeyboardEvent, session: string, page: number): void {
  const ends = useScreen.getState().merged ? mergedGrid : sessionGrid(session);
  const move = gridMove(event.key, ends, page);
  if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  move();
}

function sessionGrid(session: string): GridEnds {
  const log = sessionLog(session);
  return {
    first: () => selectPosition(session, log, 0),
    last: () => {
      selectPosition(session, log, log.visible.length - 1);
      setFollowing(session, true);
    },
    selectNothing: () => selectRow(session, null),
  };
}

function gridMove(key: string, ends: GridEnds, page: number): (() => void) | undefined {
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
      return ends.first;
    case 'End':
      return ends.last;
    case 'Enter':
      return () =>
        document
          .querySelector<HTMLElement>('[aria-label="Inspector"] [role="tab"][aria-selected="true"]')
          ?.focus();
    case 'Escape':
      return ends.selectNothing;
    default:
      return undefined;
  }
}

function active(): { session: string; log: SessionLog; selected: number | null } | undefined {
  const { active: session, views } = useScreen.getState();
  if (session === null) return undefined;
  return { session, log: sessionLog(session), selected: views[session]?.selected ?? null };
}
