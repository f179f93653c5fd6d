import { flushSync } from 'react-dom';
import { mergedRows } from '../../state/log/front-rows.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { giveFocus } from '../../state/screen/focus-targets.ts';
import { scrollToRow, selectInFront, setInspectorTab } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import type { Action } from '../../ui/keyboard/action.ts';
import { type Match, MatchWalk } from './match-walk.ts';
import { useSearch } from './search-store.ts';

/** Above so many matches, those that the filter hides are not counted: each would be looked up. */
const MOST_COUNTED = 50_000;

/** Shows the find bar and puts the caret into it, with the text that is selected on the page. */
export function openSearch(): void {
  const chosen = window.getSelection()?.toString().trim() ?? '';
  const text = chosen === '' || chosen.includes('\n') ? useSearch.getState().text : chosen;
  // Drawn before the next key comes: what is typed must not run actions.
  flushSync(() => useSearch.setState({ open: true, text }));
  giveFocus('search');
}

export function closeSearch(): void {
  useSearch.setState({ open: false });
  giveFocus('log');
}

/** Selects the next (1) or previous (-1) match that the filter shows, and its text in the inspector. */
export function stepToMatch(step: 1 | -1): void {
  const found = matchWalk().step(selectedRow(), step, isVisible);
  if (found === undefined) return;
  const { session, seq } = found;
  scrollToRow(session, sessionLog(session).mirror.table.indexOf(seq), 'centre');
  selectInFront(session, seq);
  setInspectorTab('message');
}

export type MatchPlace = {
  readonly count: number;
  /** The number of the selected match from 1; 0 where the selection is none. */
  readonly at: number;
  /** How many matches the filter hides; undefined where there are too many to tell. */
  readonly hidden: number | undefined;
};

/** Which match is selected, and how many there are. */
export function matchPlace(): MatchPlace {
  const walk = matchWalk();
  const row = selectedRow();
  const isMatch = row !== null && (useSearch.getState().found.get(row.session)?.has(row.seq) ?? false);
  return { count: walk.count, at: isMatch ? walk.before(row) + 1 : 0, hidden: hiddenMatches(walk.count) };
}

function hiddenMatches(count: number): number | undefined {
  const { found } = useSearch.getState();
  const filtered = [...found.keys()].some((session) => sessionLog(session).visible.hidden > 0);
  if (!filtered) return 0;
  if (count > MOST_COUNTED) return undefined;
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

function selectedRow(): Match | null {
  const { active, views } = useScreen.getState();
  const seq = active === null ? null : (views[active]?.selected ?? null);
  return active === null || seq === null ? null : { session: active, seq };
}

const isOpen = () => useSearch.getState().open;

export const SEARCH_ACTIONS: readonly Action[] = [
  {
    group: 'Search',
    title: 'Search the raw text',
    keys: [{ key: 'f', mod: true }],
    run: openSearch,
    when: () => useScreen.getState().active !== null,
  },
  { group: 'Search', title: 'Next match', keys: [{ key: 'F3' }], run: () => stepToMatch(1), when: isOpen },
  {
    group: 'Search',
    title: 'Previous match',
    keys: [{ key: 'F3', shift: true }],
    run: () => stepToMatch(-1),
    when: isOpen,
  },
];
