import { liveInfo, type SessionInfo, type SessionState } from '../../../app/contract/session-info.ts';
import styles from './state-dot.module.css';

/**
 * The state of a session as a shape, so that color is never the only cue: ring, disc or page; a gray square if the user
 * stopped it, a red diamond if it crashed, a hollow one if it was never ready. A bead on a wire is a tapped session.
 */
export function StateDot({ info }: { readonly info: SessionInfo }) {
  const { state } = info;
  const look = liveInfo(info)?.failure?.wasReady === false ? 'never-ready' : state;
  return (
    <svg aria-hidden="true" className={styles.dot} data-state={look} width="9" height="9" viewBox="0 0 9 9">
      {info.kind === 'tapped' ? <Bead ended={state === 'closed'} /> : <Shape look={look} />}
    </svg>
  );
}

function Shape({ look }: { readonly look: SessionState | 'never-ready' }) {
  switch (look) {
    case 'never-ready':
      return (
        <path d="M4.5 1.2 7.8 4.5 4.5 7.8 1.2 4.5z" fill="none" stroke="currentColor" strokeWidth="1.4" />
      );
    case 'starting':
      return <circle cx="4.5" cy="4.5" r="3.2" fill="none" stroke="currentColor" strokeWidth="1.6" />;
    case 'ready':
      return <circle cx="4.5" cy="4.5" r="3.7" fill="currentColor" />;
    case 'closed':
      return <rect x="1.2" y="1.2" width="6.6" height="6.6" rx="0.8" fill="currentColor" />;
    case 'failed':
      return <path d="M4.5.4 8.6 4.5 4.5 8.6.4 4.5z" fill="currentColor" />;
    case 'file':
      return <path d="M1.2 1.2h6.6v6.6H1.2z" fill="none" stroke="currentColor" strokeWidth="1.4" />;
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
