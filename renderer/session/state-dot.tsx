import type { SessionState } from '../../app/contract/session-info.ts';
import styles from './state-dot.module.css';

/** The state of a session as a shape: ring, disc, diamond or page, so that colour is never alone. */
export function StateDot({ state }: { readonly state: SessionState }) {
  return (
    <svg aria-hidden="true" className={styles.dot} data-state={state} width="9" height="9" viewBox="0 0 9 9">
      <Shape state={state} />
    </svg>
  );
}

function Shape({ state }: { readonly state: SessionState }) {
  switch (state) {
    case 'starting':
      return <circle cx="4.5" cy="4.5" r="3.2" fill="none" stroke="currentColor" strokeWidth="1.6" />;
    case 'ready':
      return <circle cx="4.5" cy="4.5" r="3.7" fill="currentColor" />;
    case 'failed':
    case 'closed':
      return <path d="M4.5.4 8.6 4.5 4.5 8.6.4 4.5z" fill="currentColor" />;
    case 'recording':
      return (
        <rect
          x="1.2"
          y="1.2"
          width="6.6"
          height="6.6"
          rx="1.2"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.4"
        />
      );
  }
}
