import { pageKey, type SidebarTab, useSidebar } from '../../state/server/sidebar-store.ts';

/** A list longer than this has a search box. */
const SEARCH_FROM = 12;

type ListSearched = {
  /** True if the page has a search box. */
  readonly searched: boolean;
  /** What is searched for; empty for nothing. */
  readonly query: string;
};

/** The search of a page of the sidebar that lists so many entries. */
export function useListSearch(session: string, tab: SidebarTab, count: number): ListSearched {
  const typed = useSidebar((sidebar) => sidebar.queries[pageKey(session, tab)] ?? '');
  const searched = count > SEARCH_FROM;
  return { searched, query: searched ? typed : '' };
}
