import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { LIST_LABELS, type Listed } from '../../state/server/listed.ts';
import { pageKey, setNews, useSidebar } from '../../state/server/sidebar-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CrossMark } from '../../ui/controls/glyph.tsx';
import styles from '../../ui/controls/page.module.css';
import { counted } from '../../ui/format/counted.ts';
import sidebarStyles from '../tools/sidebar.module.css';
import { emptyText, type ListState } from './use-list.ts';

type Props = {
  readonly info: SessionInfo;
  readonly what: Listed;
  readonly state: ListState<unknown>;
  /** How many items the search leaves; undefined if nothing is searched. */
  readonly found?: number | undefined;
};

/** The notes above a list: what the server changed, why it is not whole, why it is empty. */
export function ListNotes({ info, what, state, found }: Props) {
  const place = pageKey(info.session, what);
  const news = useSidebar((sidebar) => sidebar.news[place] ?? '');
  const failure = useSidebar((sidebar) => sidebar.listFailures[place] ?? '');
  const listing = useSidebar((sidebar) => sidebar.listing[place] === true);
  const count = state.kind === 'here' ? state.items.length : 0;
  return (
    <>
      {news !== '' && (
        <div role="status" className={styles.news}>
          <p>{news}</p>
          <Button
            look="icon"
            aria-label={`Dismiss the news about ${LIST_LABELS[what]}`}
            onClick={() => setNews(info.session, what, '')}
          >
            <CrossMark />
          </Button>
        </div>
      )}
      {failure !== '' && (
        <p role="alert" className={sidebarStyles.failure}>
          {failure}
        </p>
      )}
      {state.kind === 'here' && <Pages state={state} listing={listing} failed={failure !== ''} />}
      {count === 0 && <p className={sidebarStyles.note}>{emptyText(state, info, what)}</p>}
      {count > 0 && found === 0 && (
        <p className={sidebarStyles.note}>Nothing among the {LIST_LABELS[what]} matches the search.</p>
      )}
    </>
  );
}

type PagesProps = {
  readonly state: Extract<ListState<unknown>, { kind: 'here' }>;
  readonly listing: boolean;
  readonly failed: boolean;
};

/** A list in several pages says how many came, and which one is on its way. */
function Pages({ state: { pages, more }, listing, failed }: PagesProps) {
  if (listing && more) {
    return (
      <p role="status" className={sidebarStyles.note}>
        Reading page {pages + 1}…
      </p>
    );
  }
  if (more && !failed) {
    return (
      <p className={sidebarStyles.note}>
        {counted(pages, 'page')} read; the server has more. Refresh reads all.
      </p>
    );
  }
  return pages > 1 ? <p className={sidebarStyles.note}>In {pages} pages.</p> : null;
}
