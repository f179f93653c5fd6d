import { flushSync } from 'react-dom';
import { partitionPoint } from '../../../app/base/partition-point.ts';
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
import { useScreen } from '../../state/screen/screen-store.ts';
import { actionsOf } from '../../ui/controls/action.ts';
import { useSearch } from './search-store.ts';

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
  const found = matchWalk().step(selectedKey(), step, isVisible);
  if (found === undefined) return;
  showMatch(found);
  setInspectorTab('message');
}

/** Selects the match at the selection or the next one after it, while the text is still being typed. */
export function jumpToMatch(): void {
  const row = selectedKey();
  if (row !== null && useSearch.getState().found.get(row.session)?.has(row.seq) === true) return;
  const found = matchWalk().step(row, 1, isVisible);
  if (found !== undefined) showMatch(found);
}

/** Selects a match; what it is folded into opens. */
function showMatch({ session, seq }: Match): void {
  const log = sessionLog(session);
  const index = log.mirror.table.indexOf(seq);
  if (!log.list.isListed(index)) log.folded.setOpen(index, true);
  scrollToRow(session, index, 'centre');
  selectInFront(session, seq);
}

export type MatchPlace = {
  readonly count: number;
  /** The number of the selected match from 1; 0 if the selection is none. */
  readonly at: number;
  /** How many matches the filter hides; undefined if there are too many to count. */
  readonly hidden: number | undefined;
};

/** Which match is selected, and how many there are. */
export function matchPlace(): MatchPlace {
  const walk = matchWalk();
  const row = selectedKey();
  const isMatch = row !== null && (useSearch.getState().found.get(row.session)?.has(row.seq) ?? false);
  return { count: walk.count, at: isMatch ? walk.before(row) + 1 : 0, hidden: hiddenMatches(walk.count) };
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

function matchWalk(): MatchWalk {
  const lists = [...useSearch.getState().found].map(([session, { seqs }]) => ({ session, seqs }));
  if (!useScreen.getState().merged) return new MatchWalk(lists, (one, other) => one.seq - other.seq);
  const rows = mergedRows();
  const place = ({ session, seq }: Match) => ({
    session,
    index: sessionLog(session).mirror.table.indexOf(seq),
  });
  return new MatchWalk(lists, (one, other) => rows.compare(place(one), place(other)));
}

function isVisible({ session, seq }: Match): boolean {
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

export type Match = { readonly session: string; readonly seq: number };

/** Matches in the order of the log, over one session or several. */
export class MatchWalk {
  readonly #lists: readonly { readonly session: string; readonly seqs: readonly number[] }[];
  readonly #compare: (one: Match, other: Match) => number;

  /** `lists`: the matches of each session, ascending. `compare` is negative if the first comes before the second. */
  constructor(
    lists: readonly { readonly session: string; readonly seqs: readonly number[] }[],
    compare: (one: Match, other: Match) => number,
  ) {
    this.#lists = lists;
    this.#compare = compare;
  }

  get count(): number {
    return this.#lists.reduce((sum, { seqs }) => sum + seqs.length, 0);
  }

  /** The number of matches before a record, without the record itself. */
  before(match: Match): number {
    return this.#lists.reduce((sum, list) => sum + this.#from(list, match, 0), 0);
  }

  /**
   * The next (1) or previous (-1) match from a record that `fits`, around the end; from null the first or last.
   * Undefined if none fits.
   */
  step(from: Match | null, step: 1 | -1, fits: (match: Match) => boolean): Match | undefined {
    const ends = () => this.#lists.map(({ seqs }) => (step > 0 ? 0 : seqs.length - 1));
    let heads =
      from === null
        ? ends()
        : this.#lists.map((list) => (step > 0 ? this.#from(list, from, 1) : this.#from(list, from, 0) - 1));
    for (let left = this.count * 2; left > 0; left -= 1) {
      const found = this.#take(heads, step);
      if (found === undefined) heads = ends();
      else if (fits(found)) return found;
    }
    return undefined;
  }

  /** Takes the nearest of the heads and moves that head on. */
  #take(heads: number[], step: 1 | -1): Match | undefined {
    let best: Match | undefined;
    let bestAt = -1;
    this.#lists.forEach(({ session, seqs }, at) => {
      const seq = seqs[heads[at] ?? -1];
      if (seq === undefined) return;
      const match = { session, seq };
      if (best !== undefined && this.#compare(match, best) * step >= 0) return;
      best = match;
      bestAt = at;
    });
    if (best !== undefined) heads[bestAt] = (heads[bestAt] ?? 0) + step;
    return best;
  }

  /** The index of the first match in a list after a record, or with `past` 0 at or after it. */
  #from(
    list: { readonly session: string; readonly seqs: readonly number[] },
    match: Match,
    past: 0 | 1,
  ): number {
    const { session, seqs } = list;
    return partitionPoint(
      seqs.length,
      (place) => this.#compare({ session, seq: seqs[place] ?? 0 }, match) < past,
    );
  }
}
