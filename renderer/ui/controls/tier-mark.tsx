import { type Tier, whoSees } from '../../../app/frame/tier.ts';
import styles from './tier-mark.module.css';

type TierMarkProps = {
  readonly tier: Tier;
  /** Pixels; 12 in a row, larger in a heading. */
  readonly size?: number;
  /** Adds an accessible name, for a mark that stands without a label. */
  readonly named?: boolean;
};

/** The drawn mark of a tier: triangle, octagon, clock, cut line. An ok result has none. */
export function TierMark({ tier, size = 12, named = false }: TierMarkProps) {
  if (tier === 'ok') return null;
  const drawing = (
    <svg
      aria-hidden="true"
      className={styles.mark}
      data-mark={tier}
      width={size}
      height={size}
      viewBox="0 0 12 12"
    >
      <MarkPaths tier={tier} />
    </svg>
  );
  if (!named) return drawing;
  return (
    <span role="img" aria-label={`${tier} error`} title={whoSees(tier)}>
      {drawing}
    </span>
  );
}

function MarkPaths({ tier }: { readonly tier: Exclude<Tier, 'ok'> }) {
  switch (tier) {
    case 'tool':
      return (
        <>
          <path d="M6 1.1 11.3 10.6H.7z" fill="currentColor" stroke="currentColor" strokeLinejoin="round" />
          <path className={styles.cut} d="M6 4.4v3M6 8.9v.2" strokeWidth="1.4" strokeLinecap="round" />
        </>
      );
    case 'protocol':
      return (
        <>
          <path d="M3.8.7h4.4l3.1 3.1v4.4l-3.1 3.1H3.8L.7 8.2V3.8z" fill="currentColor" />
          <path className={styles.cut} d="M3.5 6h5" strokeWidth="1.7" strokeLinecap="round" />
        </>
      );
    case 'client':
      return (
        <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
          <circle cx="6" cy="6" r="5" />
          <path d="M6 3.2V6l2 1.4" />
        </g>
      );
    case 'transport':
      return (
        <g fill="none" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round">
          <path d="M.9 6h2.6M8.5 6h2.6M4.1 9.2l1.2-2.6M6.7 5.4l1.2-2.6" />
        </g>
      );
  }
}
