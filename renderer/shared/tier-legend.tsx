import { ERROR_TIERS, type ErrorTier, whoSees } from '../../app/frame/tier.ts';
import { useSessionLog } from '../state/log/log-mirrors.ts';
import { firstRowOfTier } from '../state/session/first-row-of-tier.ts';
import { showRow } from '../state/session/show-row.ts';
import { Button } from '../ui/controls/button.tsx';
import { TierMark } from '../ui/controls/tier-mark.tsx';
import styles from './tier-legend.module.css';

type Props = {
  /** The session whose rows are counted and linked; undefined for the legend alone. */
  readonly session?: string | undefined;
};

/** The four tiers of errors, each with whom it reaches; with a session, how many it has, and a way to the first. */
export function TierLegend({ session }: Props) {
  return (
    <dl className={styles.tiers} aria-label="The four tiers of errors">
      {ERROR_TIERS.map((tier) => (
        <div key={tier} data-tier={tier}>
          <dt>
            <TierMark tier={tier} /> {tier}
          </dt>
          <dd>
            {whoSees(tier)} {session !== undefined && <FirstOf session={session} tier={tier} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FirstOf({ session, tier }: { readonly session: string; readonly tier: ErrorTier }) {
  const { mirror } = useSessionLog(session);
  const count = mirror.state.counts[tier];
  if (count === 0) return <span>None so far.</span>;
  const showFirst = () => {
    const row = firstRowOfTier(session, tier);
    if (row !== undefined) showRow(session, row.seq);
  };
  return (
    <Button look="link" onClick={showFirst}>
      {count === 1 ? 'Show the one here' : `Show the first of ${count.toLocaleString('en')} here`}
    </Button>
  );
}
