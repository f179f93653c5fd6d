import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import styles from './frame-log.module.css';

export type FollowPillProps = {
  /** How many visible rows there are. */
  readonly rows: number;
  readonly follow: () => void;
};

/** Brings the log back to its newest row, and says how many came since it stopped to follow. */
export function FollowPill({ rows, follow }: FollowPillProps) {
  const [since] = useState(rows);
  const fresh = Math.max(0, rows - since);
  return (
    <Button look="bare" className={styles.follow} onClick={follow}>
      <svg aria-hidden="true" width="10" height="10" viewBox="0 0 10 10" fill="none" stroke="currentColor">
        <path d="M5 1v7M2 5.2 5 8.2l3-3" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      Follow{fresh === 0 ? '' : ` · ${fresh.toLocaleString('en')} new`}
    </Button>
  );
}
