import type { SessionInfo } from '../../app/contract/session-info.ts';
import { openComposer } from '../composer/composer-actions.ts';
import { Button } from '../controls/button.tsx';
import { openSendAgain } from '../send-again/send-again-store.ts';
import { closeSession, disconnectSession, restartSession } from '../session/session-commands.ts';
import { canRestart, isLive } from '../session/session-words.ts';
import { showDialog } from '../store/screen-actions.ts';
import styles from './peer-bar.module.css';

/** Restart, disconnect and close, as far as the session can. */
export function SessionActions({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  return (
    <div className={styles.actions}>
      <Action name="Send again" path="M1.8 7h7.4M6.4 4l3 3-3 3M12 2.6v8.8" act={() => openSendAgain()} />
      {info.state === 'recording' ? null : (
        <Action
          name="Export"
          path="M7 9V1.8M4.3 4.3 7 1.6l2.7 2.7M2 9v3.2h10V9"
          act={() => showDialog('export')}
        />
      )}
      {info.settings === undefined ? null : (
        <Action
          name="Session settings"
          path="M2 4h4M9 4h3M2 10h2M7 10h5M6 2.6h3v2.8H6zM4 8.6h3v2.8H4z"
          act={() => showDialog('session-settings')}
        />
      )}
      {canRestart(info) ? (
        <Action name="Write a raw line" path="M2 12.2h10M3 9.6 9.6 3l1.6 1.6L4.6 11H3z" act={openComposer} />
      ) : null}
      {canRestart(info) ? (
        <Action
          name="Restart"
          path="M12 7.5a4.6 4.6 0 1 1-1.5-3.4M12 1.6v2.9H9.1"
          act={() => restartSession(session)}
        />
      ) : null}
      {isLive(info) ? (
        <Action
          name="Disconnect"
          path="M5 2v3M9 2v3M3.4 5h7.2v1.8a3.6 3.6 0 0 1-7.2 0zM7 10.4V13"
          act={() => disconnectSession(session)}
        />
      ) : null}
      <Action name="Close session" path="M3.5 3.5l7 7M10.5 3.5l-7 7" act={() => closeSession(session)} />
    </div>
  );
}

type ActionProps = { readonly name: string; readonly path: string; readonly act: () => Promise<void> | void };

function Action({ name, path, act }: ActionProps) {
  return (
    <Button look="icon" aria-label={name} title={name} onClick={() => void act()}>
      <svg
        aria-hidden="true"
        width="14"
        height="14"
        viewBox="0 0 14 14"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={path} />
      </svg>
    </Button>
  );
}
