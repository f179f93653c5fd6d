import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { LIST_WORDS, type Listed } from '../../state/server/listed.ts';
import { placeOf, type RailTab, setQuery, useRail } from '../../state/server/rail-store.ts';
import { refreshList } from '../../state/server/refresh-list.ts';
import { sendRefusal } from '../../state/session/session-words.ts';
import { Button } from '../../ui/controls/button.tsx';
import styles from '../../ui/controls/page.module.css';

type HeadProps = {
  readonly info: SessionInfo;
  readonly what: Listed;
  readonly title: string;
  /** How many there are; undefined while that is not known. */
  readonly total: number | undefined;
  /** A part of a page has a smaller heading. */
  readonly part?: boolean;
};

/** The name of a list, how long it is, and the button that asks for it again. */
export function ListHead({ info, what, title, total, part = false }: HeadProps) {
  const listing = useRail((rail) => rail.listing[placeOf(info.session, what)] === true);
  const refusal = sendRefusal(info);
  const Heading = part ? 'h3' : 'h2';
  const word = listing ? 'Listing…' : 'Refresh';
  return (
    <header className={styles.head}>
      <Heading>{title}</Heading>
      {total !== undefined && <span className={styles.total}>{total}</span>}
      <Button
        look="quiet"
        aria-label={`${word} ${LIST_WORDS[what]}`}
        title={refusal === '' ? `Ask for the ${LIST_WORDS[what]} again` : refusal}
        disabled={refusal !== '' || listing}
        onClick={() => void refreshList(info.session, what)}
      >
        {word}
      </Button>
    </header>
  );
}

/** A list longer than this has a search box. */
export const SEARCH_FROM = 12;

/** The search box of a page of the rail. */
export function ListSearch({ tab, words }: { readonly tab: RailTab; readonly words: string }) {
  const query = useRail((rail) => rail.queries[tab] ?? '');
  return (
    <input
      type="search"
      className={styles.search}
      aria-label={`Search ${words}`}
      placeholder={`Search ${words}`}
      value={query}
      onChange={(event) => setQuery(tab, event.target.value)}
    />
  );
}
