import { ERROR_TIERS, whoSees } from '../../app/frame/tier.ts';
import { Button } from '../controls/button.tsx';
import { RecentFiles } from '../dialogs/recent-files.tsx';
import { useRecentFiles } from '../dialogs/recent-store.ts';
import { TierMark } from '../marks/tier-mark.tsx';
import { showOtherHosts } from '../profiles/profile-actions.ts';
import { useProfiles } from '../profiles/profiles-store.ts';
import { startErrorLab } from '../session/session-commands.ts';
import { showDialog } from '../store/screen-actions.ts';
import { useScreen } from '../store/screen-store.ts';
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
          ? 'Choose one of your servers on the left, connect to another one, or look at every way to fail in the error lab.'
          : 'Connect to a server that speaks MCP over stdio, or look at every way to fail in the error lab.'}
      </p>
      <div className={styles.actions}>
        <Button look="primary" onClick={() => showDialog('connect')}>
          Connect to a server
        </Button>
        <Button onClick={() => void startErrorLab()}>Start the error lab</Button>
        <Button onClick={() => showDialog('open-recording')}>Open a recording</Button>
        <Button onClick={() => showOtherHosts()}>From other hosts…</Button>
      </div>
      {recent ? (
        <section className={styles.recent} aria-label="Recently opened">
          <h2>Recently opened</h2>
          <RecentFiles most={5} />
        </section>
      ) : null}
      <dl className={styles.tiers}>
        {ERROR_TIERS.map((tier) => (
          <div key={tier} data-tier={tier}>
            <dt>
              <TierMark tier={tier} /> {tier}
            </dt>
            <dd>{whoSees(tier)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
