import type { KeyboardEvent, MouseEvent } from 'react';
import { create } from 'zustand';
import { sessionLog } from '../store/log-mirrors.ts';
import { selectRow } from '../store/screen-actions.ts';
import { useScreen } from '../store/screen-store.ts';

/** The rows that a user picked in one session's log, beside the one that is selected. */
export type Picked = {
  readonly session: string;
  readonly seqs: ReadonlySet<number>;
  /** The row from which a range reaches. */
  readonly anchor: number;
};

const usePickedStore = create<{ readonly picked: Picked | null }>(() => ({ picked: null }));

const NONE: ReadonlySet<number> = new Set();

/** The picked rows of a session; none in all other sessions. */
export function usePicked(session: string): ReadonlySet<number> {
  return usePickedStore(({ picked }) => (picked?.session === session ? picked.seqs : NONE));
}

export function pickedRows(session: string): ReadonlySet<number> {
  const { picked } = usePickedStore.getState();
  return picked?.session === session ? picked.seqs : NONE;
}

export function clearPicked(): void {
  usePickedStore.setState({ picked: null });
}

/** A click on a row: with Ctrl (Cmd) it is picked too or no more, with Shift all rows up to it are. */
export function clickRow(
  session: string,
  seq: number | null,
  keys: { readonly ctrlKey: boolean; readonly metaKey: boolean; readonly shiftKey: boolean },
): void {
  if (seq !== null && keys.shiftKey) pickTo(session, seq);
  else if (seq !== null && (keys.ctrlKey || keys.metaKey)) togglePicked(session, seq);
  else clearPicked();
  selectRow(session, seq);
}

/** Picks every visible row from the anchor to this one. */
export function pickTo(session: string, seq: number): void {
  const anchor = anchorIn(session) ?? seq;
  const { mirror, visible } = sessionLog(session);
  const ends = [anchor, seq].map((end) => visible.positionFrom(mirror.table.indexOf(end)));
  const [first = 0, last = 0] = ends.sort((a, b) => a - b);
  const seqs = new Set<number>();
  for (let position = first; position <= last; position += 1) {
    seqs.add(mirror.table.seqAt(visible.indexAt(position)));
  }
  usePickedStore.setState({ picked: { session, seqs, anchor } });
}

/** Picks the rows from the selected one a step further, or takes the last one back. */
export function pickFurther(step: 1 | -1): void {
  const { active, views } = useScreen.getState();
  const selected = active === null ? null : (views[active]?.selected ?? null);
  if (active === null || selected === null) return;
  const { mirror, visible } = sessionLog(active);
  const index = visible.indexAt(visible.positionFrom(mirror.table.indexOf(selected)) + step);
  if (index < 0) return;
  const seq = mirror.table.seqAt(index);
  pickTo(active, seq);
  selectRow(active, seq);
}

function togglePicked(session: string, seq: number): void {
  const anchor = anchorIn(session);
  const seqs = new Set(pickedRows(session));
  // The first pick beside a selected row takes that row in.
  if (seqs.size === 0 && anchor !== undefined && anchor !== seq) seqs.add(anchor);
  if (seqs.has(seq)) seqs.delete(seq);
  else seqs.add(seq);
  usePickedStore.setState({ picked: seqs.size === 0 ? null : { session, seqs, anchor: seq } });
}

function anchorIn(session: string): number | undefined {
  const { picked } = usePickedStore.getState();
  if (picked?.session === session) return picked.anchor;
  return useScreen.getState().views[session]?.selected ?? undefined;
}

/** The keys that pick rows in the log; true where the press was one of them. Escape also picks none. */
export function pickByKeys(event: KeyboardEvent): boolean {
  if (event.key === 'Escape') clearPicked();
  const isStep = event.key === 'ArrowDown' || event.key === 'ArrowUp';
  if (!event.shiftKey || !isStep || event.ctrlKey || event.metaKey || event.altKey) return false;
  event.preventDefault();
  pickFurther(event.key === 'ArrowDown' ? 1 : -1);
  return true;
}

/** A click with Shift picks rows; the browser would mark their text. */
export function keepFromSelectingText(event: MouseEvent<HTMLElement>): void {
  if (!event.shiftKey) return;
  event.preventDefault();
  event.currentTarget.focus();
}
