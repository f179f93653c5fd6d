import { showOtherHosts } from '../../connect/profiles/profile-actions.ts';
import { canWatch } from '../../connect/profiles/watch-agent.ts';
import { chooseFiles } from '../../runs/recordings/open-files.ts';
import { RecentFiles } from '../../runs/recordings/recent-files.tsx';
import { useRecentFiles } from '../../state/runs/recent-store.ts';
import { showDialog, useScreen } from '../../state/screen/screen-store.ts';
import { openConnect, useProfiles } from '../../state/session/profiles-store.ts';
import { startErrorLab } from '../../state/session/session-commands.ts';
import { Button } from '../../ui/kit.tsx';
import styles from './welcome.module.css';

/** Shown while no session is open. */
export function Welcome() {
  const link = useScreen((state) => state.link);
  const saved = useProfiles(({ profiles }) => profiles.length > 0);
  const recent = useRecentFiles(({ files }) => files.length > 0);
  if (link !== 'open') {
    return <div className={styles.welcome}>{link === 'connecting' ? 'Connecting to the host…' : ''}</div>;
  }
  return (
    <div className={styles.welcome}>
      <h1>No session is open</h1>
      <p>
        {saved
          ? 'Choose one of your servers on the left, connect to another one, or see every way to fail in the error lab.'
          : 'Connect to an MCP server by its command or address, or see every way to fail in the error lab.'}
      </p>
      <div className={styles.actions}>
        <Button look="primary" onClick={() => openConnect()}>
          Connect to a server
        </Button>
        <Button onClick={() => void startErrorLab()}>Start the error lab</Button>
        <Button onClick={chooseFiles}>Open a recording…</Button>
        <Button onClick={() => showOtherHosts()}>Import from Claude, Cursor…</Button>
        {canWatch() ? (
          <Button onClick={() => showDialog('watch-agent')}>Watch what an agent sends…</Button>
        ) : null}
      </div>
      {recent ? (
        <section className={styles.recent} aria-label="Recently opened">
          <h2>Recently opened</h2>
          <RecentFiles most={5} />
        </section>
      ) : null}
    </div>
  );
}
