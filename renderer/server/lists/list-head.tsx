import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { focusText, giveFocus, useFocusTarget } from '../../state/screen/focus-targets.ts';
import { LIST_LABELS, type Listed } from '../../state/server/listed.ts';
import { refreshList } from '../../state/server/load-list.ts';
import { pageKey, type SidebarTab, setQuery, useSidebar } from '../../state/server/sidebar-store.ts';
import { sendRefusal } from '../../state/session/session-text.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Glyph } from '../../ui/controls/glyph.tsx';
import pageStyles from '../../ui/controls/page.module.css';
import { useKeptInSight } from '../../ui/list/in-sight.ts';
import { focusStop, useRovingFocus } from '../../ui/list/roving-focus.ts';

type HeadProps = {
  readonly info: SessionInfo;
  readonly what: Listed;
  readonly title: string;
  /** How many there are; undefined while that is not known. */
  readonly total: number | undefined;
  /** A part of a page has a smaller heading. */
  readonly part?: boolean;
  /** What else stands beside the button, such as the order of the list. */
  readonly children?: ReactNode;
};

/** The name of a list, how long it is, and the button that lists it again. */
export function ListHead({ info, what, title, total, part = false, children }: HeadProps) {
  const listing = useSidebar((sidebar) => sidebar.listing[pageKey(info.session, what)] === true);
  const refusal = sendRefusal(info);
  const Heading = part ? 'h3' : 'h2';
  const label = listing ? 'Listing…' : 'Refresh';
  return (
    <header className={pageStyles.head}>
      <Heading>{title}</Heading>
      {total !== undefined && <span className={pageStyles.total}>{total}</span>}
      <span className={pageStyles.gap} />
      {children}
      <Button
        look="icon"
        size="small"
        aria-label={`${label} ${LIST_LABELS[what]}`}
        title={refusal === '' ? `Ask for the ${LIST_LABELS[what]} again` : refusal}
        disabled={refusal !== '' || listing}
        onClick={() => void refreshList(info.session, what, true)}
      >
        <Glyph path="M11.6 7A4.6 4.6 0 1 1 10 3.5M10.4 1.4v2.3H8.1" />
      </Button>
    </header>
  );
}

type SearchProps = { readonly session: string; readonly tab: SidebarTab; readonly label: string };

/** The search box of a page of the sidebar. Down leads into the list, Enter chooses its first entry. */
export function ListSearch({ session, tab, label }: SearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const query = useSidebar((sidebar) => sidebar.queries[pageKey(session, tab)] ?? '');
  useFocusTarget('sidebar-search', field, focusText);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && query !== '') setQuery(session, tab, '');
    else if (event.key === 'ArrowDown') giveFocus('sidebar-list');
    else if (event.key === 'Enter') chooseFirst();
    else return;
    event.preventDefault();
  };
  return (
    <input
      ref={field}
      type="search"
      className={pageStyles.search}
      aria-label={`Search ${label}`}
      placeholder={`Search ${label}`}
      value={query}
      onChange={(event) => setQuery(session, tab, event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

function chooseFirst(): void {
  giveFocus('sidebar-list');
  if (document.activeElement instanceof HTMLButtonElement) document.activeElement.click();
}

/** What scrolls on a page of the sidebar: its lists are one stop of the Tab key. */
export function ListScroll({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const part = useRef<HTMLFieldSetElement>(null);
  const roving = useRovingFocus(part);
  useFocusTarget('sidebar-list', part, focusStop);
  useKeptInSight(part);
  return (
    <fieldset ref={part} aria-label={label} className={pageStyles.scroll} {...roving}>
      {children}
    </fieldset>
  );
}
