import type { CallOutcome } from '../../state/server/call-end.ts';
import { TierMark } from '../../ui/controls/tier-mark.tsx';
import styles from './last-outcome.module.css';

/** How the last use of a list's entry ended, as a mark before its name; an empty place if there was none. */
export function LastOutcome({ last }: { readonly last: CallOutcome | undefined }) {
  if (last === undefined) return <span className={styles.last} />;
  const isPending = last.outcome === 'pending';
  const label = isPending ? 'under way' : `last: ${last.outcome}`;
  return (
    <span className={styles.last} data-tier={last.tier} role="img" aria-label={label} title={label}>
      {last.tier === 'ok' ? (
        <svg aria-hidden="true" width="11" height="11" viewBox="0 0 12 12" fill="none" stroke="currentColor">
          {isPending ? (
            <circle cx="6" cy="6" r="3.2" strokeWidth="1.4" strokeDasharray="2.5 1.6" />
          ) : (
            <path d="M2.6 6.4 5 8.8l4.4-5" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
          )}
        </svg>
      ) : (
        <TierMark tier={last.tier} size={11} />
      )}
    </span>
  );
}
