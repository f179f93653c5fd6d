import { flushSync } from 'react-dom';
import { create } from 'zustand';
import type { SearchPage } from '../../../app/contract/search-commands.ts';
import type { TextSearch } from '../../../app/frame/query/text-matcher.ts';
import type { RowKey } from '../../../app/frame/view/view-page.ts';
import { matchPlaceOf, nextOfKind } from '../../state/log/front-view.ts';
import { giveFocus } from '../../state/screen/focus-targets.ts';
import {
  isAnyOpen,
  scrollToRow,
  selectedKey,
  selectInFront,
  setInspectorTab,
  showCenterView,
} from '../../state/screen/screen-store.ts';
import { actionsOf } from '../../ui/controls/action.ts';

export function openSearch(text: string): void {
  // Rendered before the next key press: typed text must not trigger actions.
  flushSync(() => {
    showCenterView('log');
    useSearch.setState({ open: true, text });
  });
  giveFocus('search');
}

function textToFind(): string {
  const chosen = window.getSelection()?.toString().trim() ?? '';
  return chosen === '' || chosen.includes('\n') ? useSearch.getState().text : chosen;
}

export function closeSearch(): void {
  useSearch.setState({ open: false });
  giveFocus('log');
}

/** Selects the next (1) or previous (-1) match that the filter shows, and its text in the inspector. */
export async function stepToMatch(step: 1 | -1): Promise<void> {
  const found = await nextOfKind('match', selectedKey(), step);
  if (found === undefined) return;
  showMatch(found);
  setInspectorTab('message');
}

/** Selects the match at or after the selection while the text is still being typed. */
export async function jumpToMatch(): Promise<void> {
  const row = selectedKey();
  const place = row === null ? undefined : await matchPlaceOf(row);
  const found = place !== undefined && place.at > 0 ? undefined : await nextOfKind('match', row, 1);
  if (found !== undefined) showMatch(found);
}

function showMatch(match: RowKey): void {
  scrollToRow(match, 'center');
  selectInFront(match.session, match.seq);
}

const isOpen = () => useSearch.getState().open;

export const SEARCH_ACTIONS = actionsOf('Search', [
  ['Search the raw text', 'Mod f', () => openSearch(textToFind()), isAnyOpen],
  ['Next match', 'F3', () => void stepToMatch(1), isOpen],
  ['Previous match', 'Shift F3', () => void stepToMatch(-1), isOpen],
]);

/** The search in raw text: what to search for, and the matches so far. */
export type SearchState = TextSearch &
  SearchPage & {
    readonly open: boolean;
    /** The search at the host; null while there is none. */
    readonly search: string | null;
    /** Why the search failed, as a sentence; empty if it did not. */
    readonly fault: string;
  };

export const NOTHING_FOUND = {
  search: null,
  found: 0,
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
  ...NOTHING_FOUND,
}));
