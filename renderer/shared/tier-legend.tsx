import { ERROR_TIERS, type ErrorTier, whoSees } from '../../app/frame/tier.ts';
import { hasTerm, setFilterText, toggleTier, useFilter, withToggledTerm } from '../state/log/filter-store.ts';
import { useFrontCounts, useFrontView } from '../state/log/front-view.ts';
import { firstRowOfTier, showRow } from '../state/session/session-commands.ts';
import { Button, kit, TierMark } from '../ui/kit.tsx';
import tierCounterStyles from './tier-counter.module.css';

/** The four tiers of errors, each with whom it reaches and where it occurs in the active log. */
export function TierLegend() {
  return (
    <dl className={kit.entries} aria-label="The four tiers of errors">
      {ERROR_TIERS.map((tier) => (
        <div key={tier} data-tier={tier}>
          <dt className={kit.tier}>
            <TierMark tier={tier} /> {tier}
          </dt>
          <dd>
            {whoSees(tier)} <FirstOf tier={tier} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FirstOf({ tier }: { readonly tier: ErrorTier }) {
  const { counts } = useFrontCounts();
  const sessions = useFrontView((state) => state.sessions);
  const count = counts[tier];
  if (count === 0) return <span>None yet.</span>;
  const isWorst = ERROR_TIERS.find((one) => counts[one] > 0) === tier;
  const showFirst = () => {
    const first = firstRowOfTier(sessions, tier);
    if (first !== undefined) void showRow(first.session, first.seq);
  };
  return (
    <Button look={isWorst ? 'primary' : 'link'} size={isWorst ? 'small' : undefined} onClick={showFirst}>
      {count === 1 ? 'Show it here' : `Show the first of ${count.toLocaleString('en')}`}
    </Button>
  );
}

/** How many exchanges and orphan frames failed at a tier, hidden at zero; a click shows only those. */
export function TierCounter({ tier, count }: { readonly tier: ErrorTier; readonly count: number }) {
  const pressed = useFilter((state) => state.tiers.includes(tier));
  return (
    <Button
      look="bare"
      className={tierCounterStyles.counter}
      data-tier={tier}
      data-tier-count={tier}
      hidden={count === 0 && !pressed}
      aria-pressed={pressed}
      aria-label={`${tier} ${count.toLocaleString('en')}`}
      title={`${whoSees(tier)} Click to ${pressed ? 'show all rows' : 'filter'}.`}
      onClick={() => toggleTier(tier)}
    >
      <TierMark tier={tier} />
      <span className={tierCounterStyles.label}>{tier} </span>
      <span className={tierCounterStyles.count}>{count.toLocaleString('en')}</span>
    </Button>
  );
}

const TERM = 'is:expected';

/** How many errors raw messages and changed answers have caused, hidden at zero; a click shows only those. */
export function ExpectedCounter({ count }: { readonly count: number }) {
  const text = useFilter((state) => state.text);
  const pressed = hasTerm(text, TERM);
  if (count === 0 && !pressed) return null;
  const shown = count.toLocaleString('en');
  return (
    <Button
      look="bare"
      className={tierCounterStyles.counter}
      data-expected-count={count}
      aria-pressed={pressed}
      aria-label={`expected ${shown}`}
      title={`Expected: raw messages or changed answers caused these errors on purpose, and they count at no tier. Click to ${pressed ? 'show all rows' : 'filter'}.`}
      onClick={() => setFilterText(withToggledTerm(text, TERM))}
    >
      <svg aria-hidden="true" width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor">
        <path d="M2 10l.6-2.6L8.2 1.8l2 2-5.6 5.6z" strokeWidth="1.2" strokeLinejoin="round" />
      </svg>
      <span className={tierCounterStyles.label}>expected </span>
      <span className={tierCounterStyles.count}>{shown}</span>
    </Button>
  );
}
