import { useEffect } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { hostsOfClient } from '../../../app/hosts/lens/host-table.ts';
import { showDialog, useScreen } from '../../state/screen/screen-store.ts';
import { useProfiles } from '../../state/session/profiles-store.ts';
import { isTapped } from '../../state/session/session-text.ts';
import { useHostTable } from '../../state/session/use-host-lens.ts';
import { Button, kit } from '../../ui/kit.tsx';
import styles from './servers-section.module.css';

/** Servers behind a new tap that their agents have not started yet. */
export function WaitingServers() {
  const sessions = useScreen((state) => state.sessions);
  const waiting = useProfiles((state) => state.waiting);
  const still = waiting.filter((one) => tappedSession(sessions, one) === undefined);
  useEffect(() => {
    if (still.length < waiting.length) useProfiles.setState({ waiting: still });
  });
  return still.map(({ name, hostName }) => (
    <Button
      key={`${hostName} ${name}`}
      look="bare"
      className={`${styles.server} ${kit.option}`}
      title={`Restart ${hostName}; its calls appear here.`}
      onClick={() => showDialog('watch-agent')}
    >
      <span className={styles.ring} />
      <span className={kit.truncate}>{name}</span>
      <span className={`${kit.note} ${kit.truncate} ${styles.command}`}>waiting for {hostName}</span>
    </Button>
  ));
}

type Tapped = { readonly name: string; readonly host: string };

/** The session of a running tapped server: a tap is labeled with its server's name in the file of its host. */
export function tappedSession(
  sessions: readonly SessionInfo[],
  { name, host }: Tapped,
): SessionInfo | undefined {
  return sessions.find((info) => {
    if (!isTapped(info) || info.state !== 'ready' || info.label !== name || info.client === null)
      return false;
    const hosts = hostsOfClient(useHostTable.getState().table, info.client);
    // An unknown client may be of any host; an id may say more than a file's host, such as codex-cli.
    return hosts.length === 0 || hosts.some(({ id }) => id.startsWith(host));
  });
}
