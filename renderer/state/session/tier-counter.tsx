import { type ErrorTier, whoSees } from '../../../app/frame/tier.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TierMark } from '../../ui/controls/tier-mark.tsx';
import { toggleTier } from '../screen/screen-actions.ts';
import { useScreen } from '../screen/screen-store.ts';
import styles from './tier-counter.module.css';

/** How many exchanges and stray frames failed at a tier; a click shows only those. */
export function TierCounter({ tier, count }: { readonly tier: ErrorTier; readonly count: number }) {
  const pressed = useScreen((state) => state.tiers.includes(tier));
  return (
    <Button
      look="bare"
      className={styles.counter}
      data-tier-count={tier}
      data-none={count === 0}
      aria-pressed={pressed}
      aria-label={`${tier} ${count.toLocaleString('en')}`}
      title={`${whoSees(tier)} Click to ${pressed ? 'show all rows' : 'filter'}.`}
      onClick={() => toggleTier(tier)}
    >
      <TierMark tier={tier} />
      <span className={styles.word}>{tier} </span>
      <span className={styles.count}>{count.toLocaleString('en')}</span>
    </Button>
  );
}
