import type { SessionInfo, SessionState } from '../../../app/contract/session-info.ts';
import styles from './state-dot.module.css';

type StateDotProps = { readonly state: SessionState; readonly kind?: SessionInfo['kind'] };

/**
 * The state of a session as a shape, so that colour is never alone: ring, disc, diamond or page, and a bead on
 * a wire for a session that is tapped.
 */
export function StateDot({ state, kind }: StateDotProps) {
  return (
    <svg aria-hidden="true" className={styles.dot} data-state={state} width="9" height="9" viewBox="0 0 9 9">
      {kind === 'tapped' ? <Bead ended={state === 'closed'} /> : <Shape state={state} />}
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
    case 'file':
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

function Bead({ ended }: { readonly ended: boolean }) {
  return (
    <>
      <path d="M0 4.5h9" stroke="currentColor" strokeWidth="1.4" />
      <circle
        cx="4.5"
        cy="4.5"
        r="2.6"
        fill={ended ? 'var(--panel)' : 'currentColor'}
        stroke="currentColor"
      />
    </>
  );
}
