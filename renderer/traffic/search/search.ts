import { useMemo } from 'react';
import { flushSync } from 'react-dom';
import { create } from 'zustand';
import type { TextSearch } from '../../../app/frame/query/text-matcher.ts';
import { mergedRows } from '../../state/log/front-rows.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { giveFocus } from '../../state/screen/focus-targets.ts';
import {
  isAnyOpen,
  scrollToRow,
  selectedKey,
  selectInFront,
  setInspectorTab,
  showCentreView,
} from '../../state/screen/screen-actions.ts';
import { type RowKey, useScreen } from '../../state/screen/screen-store.ts';
import { actionsOf } from '../../ui/controls/action.ts';
import { countBefore, nextOf, type OrderedWalk } from '../log/ordered-walk.ts';

/** Above so many matches, those that the filter hides are not counted: each would be looked up. */
const MAX_COUNTED = 50_000;

/** Shows the find bar with a text, and puts the caret into it. */
export function openSearch(text: string): void {
  // Drawn before the next key comes: what is typed must not run actions.
  flushSync(() => {
    showCentreView('log');
    useSearch.setState({ open: true, text });
  });
  giveFocus('search');
}

/** The text that is selected on the page, or the one that was sought last. */
function textToFind(): string {
  const chosen = window.getSelection()?.toString().trim() ?? '';
  return chosen === '' || chosen.includes('\n') ? useSearch.getState().text : chosen;
}

export function closeSearch(): void {
  useSearch.setState({ open: false });
  giveFocus('log');
}

/** Selects the next (1) or previous (-1) match that the filter shows, and its text in the inspector. */
export function stepToMatch(step: 1 | -1): void {
  const found = nextOf(matchWalk(), selectedKey(), step);
  if (found === undefined) return;
  showMatch(found);
  setInspectorTab('message');
}

/** Selects the match at the selection or the next one after it, while the text is still being typed. */
export function jumpToMatch(): void {
  const row = selectedKey();
  const found = isMatch(row) ? undefined : nextOf(matchWalk(), row, 1);
  if (found !== undefined) showMatch(found);
}

function isMatch(row: RowKey | null): row is RowKey {
  return row !== null && useSearch.getState().found.get(row.session)?.has(row.seq) === true;
}

/** Selects a match; what it is folded into opens. */
function showMatch({ session, seq }: RowKey): void {
  const log = sessionLog(session);
  const index = log.mirror.table.indexOf(seq);
  if (!log.list.isListed(index)) log.folded.setOpen(index, true);
  scrollToRow(session, index, 'centre');
  selectInFront(session, seq);
}

export type MatchPlace = ReturnType<typeof matchPlace>;

/** Which match is selected, and how many there are. */
export function matchPlace() {
  const walk = matchWalk();
  const row = selectedKey();
  const count = walk.lists.reduce((sum, { length }) => sum + length, 0);
  return { count, at: isMatch(row) ? countBefore(walk, row) + 1 : 0, hidden: hiddenMatches(count) };
}

function hiddenMatches(count: number): number | undefined {
  const { found } = useSearch.getState();
  const filtered = [...found.keys()].some((session) => sessionLog(session).visible.hidden > 0);
  if (!filtered) return 0;
  if (count > MAX_COUNTED) return undefined;
  let hidden = 0;
  for (const [session, { seqs }] of found) {
    for (const seq of seqs) if (!isVisible({ session, seq })) hidden += 1;
  }
  return hidden;
}

function matchWalk(): OrderedWalk<RowKey> {
  const lists = [...useSearch.getState().found].map(([session, { seqs }]) => ({
    length: seqs.length,
    at: (at: number) => ({ session, seq: seqs[at] ?? 0 }),
  }));
  if (!useScreen.getState().merged)
    return { lists, fits: isVisible, compare: (one, other) => one.seq - other.seq };
  const rows = mergedRows();
  const place = ({ session, seq }: RowKey) => ({
    session,
    index: sessionLog(session).mirror.table.indexOf(seq),
  });
  return { lists, fits: isVisible, compare: (one, other) => rows.compare(place(one), place(other)) };
}

function isVisible({ session, seq }: RowKey): boolean {
  const { visible, mirror } = sessionLog(session);
  const index = mirror.table.indexOf(seq);
  return index >= 0 && visible.positionOf(index) >= 0;
}

const isOpen = () => useSearch.getState().open;

export const SEARCH_ACTIONS = actionsOf('Search', [
  ['Search the raw text', 'Mod f', () => openSearch(textToFind()), isAnyOpen],
  ['Next match', 'F3', () => stepToMatch(1), isOpen],
  ['Previous match', 'Shift F3', () => stepToMatch(-1), isOpen],
]);

/** The records of one session that hold the text, by their seqs; they come in ascending order. */
export class FoundRecords {
  readonly #seqs: number[] = [];
  readonly #held = new Set<number>();

  get seqs(): readonly number[] {
    return this.#seqs;
  }

  has(seq: number): boolean {
    return this.#held.has(seq);
  }

  add(seqs: readonly number[]): void {
    for (const seq of seqs) {
      if (this.#held.has(seq)) continue;
      this.#held.add(seq);
      this.#seqs.push(seq);
    }
  }
}

/** The search over raw text: what is searched for, and what was found so far. */
export type SearchState = TextSearch & {
  readonly open: boolean;
  /** The search at the host; null while there is none. */
  readonly search: string | null;
  readonly found: ReadonlyMap<string, FoundRecords>;
  /** Grows by one whenever more was found: the records are added to in place. */
  readonly revision: number;
  readonly scanned: number;
  readonly total: number;
  /** True if every record was read. */
  readonly done: boolean;
  /** Why the search cannot go on, as a sentence; empty if it can. */
  readonly fault: string;
  /** Sentences about sessions that could not be read. */
  readonly faults: readonly string[];
};

export const NOTHING_FOUND = {
  search: null,
  found: new Map<string, FoundRecords>(),
  scanned: 0,
  total: 0,
  done: true,
  fault: '',
  faults: [],
} as const;

export const useSearch = create<SearchState>(() => ({
  open: false,
  text: '',
  regex: false,
  matchCase: false,
  revision: 0,
  ...NOTHING_FOUND,
}));

/** Which records hold the text that is searched for; another object whenever more was found. */
export function useSearchMatches() {
  const found = useSearch((state) => state.found);
  const revision = useSearch((state) => state.revision);
  // The records are added to in place: the revision says when.
  return useMemo(
    () => ({ has: (session: string, seq: number) => found.get(session)?.has(seq) ?? false }),
    [found, revision],
  );
}
