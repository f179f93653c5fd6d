import { useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { ERROR_TIERS } from '../../../app/frame/tier.ts';
import { LIST_LABELS, type Listed } from '../../state/server/listed.ts';
import { refreshList } from '../../state/server/load-list.ts';
import type { UseCount } from '../../state/server/server-activity.ts';
import { pageKey, type SidebarTab, setQuery, useSidebar } from '../../state/server/sidebar-store.ts';
import { sendRefusal } from '../../state/session/session-text.ts';
import { Button } from '../../ui/controls/button.tsx';
import pageStyles from '../../ui/controls/page.module.css';
import { TierMark } from '../../ui/controls/tier-mark.tsx';
import { NAME_CHARS, shortened } from '../../ui/format/counted.ts';
import { drawnText } from '../../ui/format/drawn-text.tsx';
import styles from '../tools/sidebar.module.css';

/** A tool, resource, prompt or task, as the sidebar lists it. */
export type ServerListItem = {
  /** What distinguishes it from the others; of two that are the same, the place does. */
  readonly id: string;
  readonly label: string;
  readonly title: string | undefined;
};

type Props = {
  readonly label: string;
  readonly items: readonly ServerListItem[];
  readonly uses?: ReadonlyMap<string, UseCount> | undefined;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
};

/** Drawn at once: more would make typing in the search box slow. */
const DRAWN = 400;
/** Of what is said of an entry. */
const TITLE_CHARS = 1000;

/** The entries of a server list as buttons, each with its uses and their failures by tier. */
export function ServerList({ label, items, uses, chosen, onChoose }: Props) {
  const [drawn, setDrawn] = useState(DRAWN);
  const left = items.length - drawn;
  return (
    <>
      <ul aria-label={label}>
        {items.slice(0, drawn).map((item, index) => (
          <li key={`${index} ${item.id}`}>
            <Button
              look="row"
              className={styles.tool}
              aria-pressed={item.id === chosen}
              title={item.title === undefined ? undefined : shortened(item.title, TITLE_CHARS)}
              onClick={() => onChoose(item.id)}
            >
              <span className={styles.name}>{drawnText(shortened(item.label, NAME_CHARS))}</span>
              <Count count={uses?.get(item.id)} />
            </Button>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button className={pageStyles.more} onClick={() => setDrawn(drawn + DRAWN)}>
          Show {Math.min(left, DRAWN)} more of {left}
        </Button>
      )}
    </>
  );
}

function Count({ count }: { readonly count: UseCount | undefined }) {
  if (count === undefined) return null;
  return (
    <span className={styles.counts}>
      {ERROR_TIERS.filter((tier) => count[tier] > 0).map((tier) => (
        <span key={tier} className={styles.errors} data-tier={tier}>
          <TierMark tier={tier} size={11} named />
          {count[tier]}
        </span>
      ))}
      <span title={`${count.calls} calls`}>{count.calls}</span>
    </span>
  );
}

type HeadProps = {
  readonly info: SessionInfo;
  readonly what: Listed;
  readonly title: string;
  /** How many there are; undefined while that is not known. */
  readonly total: number | undefined;
  /** A part of a page has a smaller heading. */
  readonly part?: boolean;
};

/** The name of a list, how long it is, and the button that lists it again. */
export function ListHead({ info, what, title, total, part = false }: HeadProps) {
  const listing = useSidebar((sidebar) => sidebar.listing[pageKey(info.session, what)] === true);
  const refusal = sendRefusal(info);
  const Heading = part ? 'h3' : 'h2';
  const label = listing ? 'Listing…' : 'Refresh';
  return (
    <header className={pageStyles.head}>
      <Heading>{title}</Heading>
      {total !== undefined && <span className={pageStyles.total}>{total}</span>}
      <Button
        look="quiet"
        aria-label={`${label} ${LIST_LABELS[what]}`}
        title={refusal === '' ? `Ask for the ${LIST_LABELS[what]} again` : refusal}
        disabled={refusal !== '' || listing}
        onClick={() => void refreshList(info.session, what)}
      >
        {label}
      </Button>
    </header>
  );
}

/** A list longer than this has a search box. */
export const SEARCH_FROM = 12;

/** The search box of a page of the sidebar. */
export function ListSearch({ tab, label }: { readonly tab: SidebarTab; readonly label: string }) {
  const query = useSidebar((sidebar) => sidebar.queries[tab] ?? '');
  return (
    <input
      type="search"
      className={pageStyles.search}
      aria-label={`Search ${label}`}
      placeholder={`Search ${label}`}
      value={query}
      onChange={(event) => setQuery(tab, event.target.value)}
    />
  );
}
