import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { visibleText } from '../../../app/base/hidden-characters.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { ToolHint } from '../../../app/protocol/tool-hints.ts';
import type { Listed } from '../../../app/session/server-activity.ts';
import pageStyles from '../../shared/page.module.css';
import { focusText, giveFocus, useFocusTarget } from '../../state/screen/focus-targets.ts';
import { LIST_LABELS } from '../../state/server/listed.ts';
import { refreshList } from '../../state/server/load-list.ts';
import { pageKey, type SidebarTab, setNews, setQuery, useSidebar } from '../../state/server/sidebar-store.ts';
import { sendRefusal } from '../../state/session/session-text.ts';
import { MarkdownPart } from '../../ui/content/markdown-part.tsx';
import { Fault } from '../../ui/controls/fields.tsx';
import { counted, NAME_CHARS, shortened } from '../../ui/format/quantity-text.ts';
import { LongText } from '../../ui/json-tree/long-text.tsx';
import { Button, IconButton, kit } from '../../ui/kit.tsx';
import { SearchField } from '../../ui/list/list-view.tsx';
import { focusStop, useKeepInView, useRovingFocus } from '../../ui/list/roving-focus.ts';
import styles from '../tools/call-form.module.css';
import { HintMarks } from './server-list.tsx';
import { emptyText, type ListState } from './use-list.ts';

type HeadProps = {
  readonly info: SessionInfo;
  readonly what: Listed;
  readonly title: string;
  readonly total: number | undefined;
  readonly part?: boolean;
  readonly children?: ReactNode;
};

export function ListHead({ info, what, title, total, part = false, children }: HeadProps) {
  const listing = useSidebar((sidebar) => sidebar.listing[pageKey(info.session, what)] === true);
  const refusal = sendRefusal(info);
  const Heading = part ? 'h3' : 'h2';
  const label = listing ? 'Listing…' : 'Refresh';
  return (
    <header className={kit.head}>
      <Heading>{title}</Heading>
      {total !== undefined && <span className={kit.fact}>{total}</span>}
      <span className={kit.grow} />
      {children}
      <IconButton
        name={`${label} ${LIST_LABELS[what]}`}
        path="M11.6 7A4.6 4.6 0 1 1 10 3.5M10.4 1.4v2.3H8.1"
        size="small"
        title={refusal === '' ? `Reload ${LIST_LABELS[what]}` : refusal}
        disabled={refusal !== '' || listing}
        onClick={() => void refreshList(info.session, what, true)}
      />
    </header>
  );
}

type SearchProps = { readonly session: string; readonly tab: SidebarTab; readonly label: string };

/** The search box of a sidebar page. Down moves into the list, Enter selects its first entry. */
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
    <SearchField
      ref={field}
      className={pageStyles.search}
      aria-label={`Search ${label}`}
      placeholder={`Search ${label}`}
      value={query}
      onText={(text) => setQuery(session, tab, text)}
      onKeyDown={onKeyDown}
    />
  );
}

function chooseFirst(): void {
  giveFocus('sidebar-list');
  if (document.activeElement instanceof HTMLButtonElement) document.activeElement.click();
}

/** The scrolling part of a sidebar page: its lists are one Tab stop. */
export function ListScroll({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const part = useRef<HTMLFieldSetElement>(null);
  const roving = useRovingFocus(part);
  useFocusTarget('sidebar-list', part, focusStop);
  useKeepInView(part);
  return (
    <fieldset ref={part} aria-label={label} className={pageStyles.scroll} {...roving}>
      {children}
    </fieldset>
  );
}

type Props = {
  readonly info: SessionInfo;
  readonly what: Listed;
  readonly state: ListState<unknown>;
  readonly found?: number | undefined;
};

/** The notes above a list: changes by the server, and why it is incomplete or empty. */
export function ListNotes({ info, what, state, found }: Props) {
  const place = pageKey(info.session, what);
  const news = useSidebar((sidebar) => sidebar.news[place] ?? '');
  const failure = useSidebar((sidebar) => sidebar.listFailures[place] ?? '');
  const listing = useSidebar((sidebar) => sidebar.listing[place] === true);
  const count = state.kind === 'here' ? state.items.length : 0;
  return (
    <>
      {news !== '' && (
        <div
          role="status"
          className={`${kit.box} ${kit.tinted} ${kit.tier} ${kit.row} ${kit.fixed} ${pageStyles.news}`}
          data-tier="client"
        >
          <p className={kit.grow}>{news}</p>
          <IconButton
            name={`Dismiss the news about ${LIST_LABELS[what]}`}
            size="tiny"
            onClick={() => setNews(info.session, what, '')}
          />
        </div>
      )}
      <Fault text={failure} className={`${kit.card} ${kit.tinted}`} />
      {state.kind === 'here' && <Pages state={state} listing={listing} failed={failure !== ''} />}
      {count === 0 && <p className={kit.empty}>{emptyText(state, info, what)}</p>}
      {count > 0 && found === 0 && (
        <p className={kit.empty}>Nothing among the {LIST_LABELS[what]} matches the search.</p>
      )}
    </>
  );
}

type PagesProps = {
  readonly state: Extract<ListState<unknown>, { kind: 'here' }>;
  readonly listing: boolean;
  readonly failed: boolean;
};

function Pages({ state: { pages, more }, listing, failed }: PagesProps) {
  if (listing && more) {
    return (
      <p role="status" className={kit.empty}>
        Reading page {pages + 1}…
      </p>
    );
  }
  if (more && !failed) {
    return (
      <p className={kit.empty}>{counted(pages, 'page')} read; the server has more. Refresh reads all.</p>
    );
  }
  return pages > 1 ? <p className={kit.empty}>In {pages} pages.</p> : null;
}

type ServerItemAboutProps = {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly facts?: string;
  readonly hints?: readonly ToolHint[];
  readonly children?: ReactNode;
};

/** How much is parsed as Markdown; the rest is shown as plain text. */
const DESCRIPTION_CHARS = 8000;

export function ServerItemAbout({
  name,
  title,
  description,
  facts = '',
  hints = [],
  children,
}: ServerItemAboutProps) {
  return (
    <>
      <h2 className={`${kit.mono} ${kit.strong} ${kit.anywhere}`}>
        <LongText text={name} firstChars={NAME_CHARS} />
      </h2>
      {title !== undefined && title !== name && (
        <p className={kit.anywhere}>
          <LongText text={title} firstChars={NAME_CHARS} />
        </p>
      )}
      {hints.length > 0 && (
        <p className={kit.above}>
          <HintMarks hints={hints} inWords />
        </p>
      )}
      {facts !== '' && <p className={kit.fact}>{shortened(facts, DESCRIPTION_CHARS)}</p>}
      {description !== undefined && description.trim() !== '' && <Description text={description} />}
      {children}
    </>
  );
}

/** A longer description is initially folded. */
const FOLDED_FROM = { chars: 220, lines: 4 };

function Description({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(false);
  const isLong = text.length > FOLDED_FROM.chars || text.trim().split('\n').length > FOLDED_FROM.lines;
  const first = visibleText(text.slice(0, DESCRIPTION_CHARS));
  const rest = text.slice(DESCRIPTION_CHARS);
  return (
    <div className={kit.above}>
      <div className={`${kit.mute} ${kit.anywhere} ${styles.description}`} data-folded={isLong && !open}>
        <MarkdownPart text={first} instead={<LongText text={first} firstChars={NAME_CHARS} />} />
        {open && rest !== '' && <LongText text={rest} firstChars={NAME_CHARS} />}
      </div>
      {isLong && (
        <Button look="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'less' : 'more'}
          <span className={kit.visuallyHidden}> of the description</span>
        </Button>
      )}
    </div>
  );
}
