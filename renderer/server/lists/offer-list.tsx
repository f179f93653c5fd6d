import { useState } from 'react';
import { ERROR_TIERS } from '../../../app/frame/tier.ts';
import type { UseCount } from '../../state/server/offer-activity.ts';
import { Button } from '../../ui/controls/button.tsx';
import pageStyles from '../../ui/controls/page.module.css';
import { TierMark } from '../../ui/controls/tier-mark.tsx';
import styles from '../tools/rail.module.css';

/** One thing that a server offers, as the rail lists it. */
export type OfferItem = {
  /** What tells it from the others; two that are the same are told apart by their place. */
  readonly id: string;
  readonly label: string;
  readonly title: string | undefined;
};

type Props = {
  readonly label: string;
  readonly items: readonly OfferItem[];
  readonly uses: ReadonlyMap<string, UseCount>;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
};

/** Drawn at once: more would make typing in the search box slow. */
const DRAWN = 400;

/** What a server offers as buttons, each with its uses and their failures by tier. */
export function OfferList({ label, items, uses, chosen, onChoose }: Props) {
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
              title={item.title}
              onClick={() => onChoose(item.id)}
            >
              <span className={styles.name}>{item.label}</span>
              <Count count={uses.get(item.id)} />
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
