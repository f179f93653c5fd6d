import { type ErrorTier, whoSees } from '../../app/frame/tier.ts';
import { hasTerm, setFilterText, toggleTier, useFilter, withToggledTerm } from '../state/log/filter-store.ts';
import { Button } from '../ui/controls/button.tsx';
import { TierMark } from '../ui/controls/tier-mark.tsx';
import styles from './tier-counter.module.css';

/** How many exchanges and orphan frames failed at a tier, not drawn while that is none; a click shows only those. */
export function TierCounter({ tier, count }: { readonly tier: ErrorTier; readonly count: number }) {
  const pressed = useFilter((state) => state.tiers.includes(tier));
  return (
    <Button
      look="bare"
      className={styles.counter}
      data-tier-count={tier}
      hidden={count === 0 && !pressed}
      aria-pressed={pressed}
      aria-label={`${tier} ${count.toLocaleString('en')}`}
      title={`${whoSees(tier)} Click to ${pressed ? 'show all rows' : 'filter'}.`}
      onClick={() => toggleTier(tier)}
    >
      <TierMark tier={tier} />
      <span className={styles.label}>{tier} </span>
      <span className={styles.count}>{count.toLocaleString('en')}</span>
    </Button>
  );
}

const TERM = 'is:expected';

/** How many errors raw messages and changed answers have caused, if any; a click shows only those. */
export function ExpectedCounter({ count }: { readonly count: number }) {
  const text = useFilter((state) => state.text);
  const pressed = hasTerm(text, TERM);
  if (count === 0 && !pressed) return null;
  const shown = count.toLocaleString('en');
  return (
    <Button
      look="bare"
      className={styles.counter}
      data-expected-count={count}
      aria-pressed={pressed}
      aria-label={`expected ${shown}`}
      title={`Expected: raw messages or changed answers caused these errors on purpose, and they count at no tier. Click to ${pressed ? 'show all rows' : 'filter'}.`}
      onClick={() => setFilterText(withToggledTerm(text, TERM))}
    >
      <svg aria-hidden="true" width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor">
        <path d="M2 10l.6-2.6L8.2 1.8l2 2-5.6 5.6z" strokeWidth="1.2" strokeLinejoin="round" />
      </svg>
      <span className={styles.label}>expected </span>
      <span className={styles.count}>{shown}</span>
    </Button>
  );
}
