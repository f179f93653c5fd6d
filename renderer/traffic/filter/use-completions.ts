import { type KeyboardEvent, type RefObject, useMemo, useState } from 'react';
import { type Completion, completeQuery } from '../../../app/query/complete-query.ts';
import type { RowSource } from '../../state/log/row-source.ts';
import { setFilterText } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { logVocabulary } from './log-vocabulary.ts';

const SHOWN = 14;

export type FilterCompletions = {
  readonly items: readonly Completion[];
  readonly chosen: number;
  /** Shows what fits at the caret, or nothing. */
  offer(open: boolean): void;
  accept(item: Completion): void;
  /** True where the key chose, accepted or closed something. */
  key(event: KeyboardEvent): boolean;
};

/** Completions of the filter field: arrows choose, Tab or Enter accepts what is chosen, Escape closes. */
export function useCompletions(
  field: RefObject<HTMLInputElement | null>,
  rows: RowSource,
  text: string,
): FilterCompletions {
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(-1);
  const open = caret !== null;
  // Read once when the list opens: a growing log must not move the choices under the pointer.
  const vocabulary = useMemo(
    () => (open ? logVocabulary(rows, useScreen.getState().sessions) : undefined),
    [open, rows],
  );
  const completions =
    caret === null || vocabulary === undefined ? undefined : completeQuery(text, caret, vocabulary);
  const items = completions?.items.slice(0, SHOWN) ?? [];

  const offer = (wanted: boolean) => {
    setCaret(wanted ? (field.current?.selectionStart ?? null) : null);
    setChosen(-1);
  };
  const accept = (item: Completion) => {
    if (completions === undefined) return;
    const end = item.insert.endsWith(':') ? '' : ' ';
    const head = text.slice(0, completions.from) + item.insert + end;
    setFilterText(head + text.slice(completions.to).trimStart());
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(head.length, head.length);
      offer(true);
    });
  };
  const key = (event: KeyboardEvent) => {
    const { length } = items;
    if (length === 0) return false;
    const picked = items[chosen];
    if (event.key === 'ArrowDown') setChosen((chosen + 1) % length);
    else if (event.key === 'ArrowUp') setChosen((chosen - 1 + length) % length);
    else if ((event.key === 'Tab' || event.key === 'Enter') && picked !== undefined) accept(picked);
    else if (event.key === 'Escape') offer(false);
    else return false;
    event.preventDefault();
    return true;
  };
  return { items, chosen, offer, accept, key };
}
