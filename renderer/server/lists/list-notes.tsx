import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { LIST_WORDS, type Listed } from '../../state/server/listed.ts';
import { placeOf, setNews, useRail } from '../../state/server/rail-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CrossMark } from '../../ui/controls/glyph.tsx';
import styles from '../../ui/controls/page.module.css';
import railStyles from '../tools/rail.module.css';
import { emptyWords, type ListState } from './use-list.ts';

type Props = {
  readonly info: SessionInfo;
  readonly what: Listed;
  readonly state: ListState<unknown>;
  /** How many items the search leaves; undefined where nothing is searched. */
  readonly found?: number | undefined;
};

/** What is to be said above a list: what the server changed, why it is not whole, why it is empty. */
export function ListNotes({ info, what, state, found }: Props) {
  const place = placeOf(info.session, what);
  const news = useRail((rail) => rail.news[place] ?? '');
  const failure = useRail((rail) => rail.listFailures[place] ?? '');
  const listing = useRail((rail) => rail.listing[place] === true);
  const count = state.kind === 'here' ? state.items.length : 0;
  return (
    <>
      {news !== '' && (
        <div role="status" className={styles.news}>
          <p>{news}</p>
          <Button
            look="icon"
            aria-label={`Dismiss the news about ${LIST_WORDS[what]}`}
            onClick={() => setNews(info.session, what, '')}
          >
            <CrossMark />
          </Button>
        </div>
      )}
      {failure !== '' && (
        <p role="alert" className={railStyles.failure}>
          {failure}
        </p>
      )}
      {state.kind === 'here' && <Pages state={state} listing={listing} failed={failure !== ''} />}
      {count === 0 && <p className={railStyles.note}>{emptyWords(state, info, what)}</p>}
      {count > 0 && found === 0 && (
        <p className={railStyles.note}>Nothing among the {LIST_WORDS[what]} matches the search.</p>
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
      <p role="status" className={railStyles.note}>
        Reading page {pages + 1}…
      </p>
    );
  }
  if (more && !failed) {
    return (
      <p className={railStyles.note}>
        {pages} {pages === 1 ? 'page' : 'pages'} read; the server has more. Refresh reads all.
      </p>
    );
  }
  return pages > 1 ? <p className={railStyles.note}>In {pages} pages.</p> : null;
}
