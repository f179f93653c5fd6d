import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { useHostLens } from '../../state/host-lens/use-host-lens.ts';
import { setTheme } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SelectField } from '../../ui/controls/fields.tsx';
import { showOtherHosts } from '../profiles/profile-actions.ts';
import { HostPicker } from '../session-header/host-chip.tsx';
import styles from './session-settings.module.css';
import { Setting, SettingsPart } from './setting.tsx';

const THEMES = [
  ['system', "the system's"],
  ['light', 'light'],
  ['dark', 'dark'],
] as const;

/** What is set for the app; each takes effect at once. */
export function AppSettings({ info }: { readonly info: SessionInfo | undefined }) {
  const theme = useScreen((state) => state.theme);
  return (
    <SettingsPart title="App" hint="at once, and for every session">
      <div className={styles.two}>
        <Setting words="theme light dark colours appearance">
          <SelectField label="Theme" options={THEMES} value={theme} onChange={setTheme} />
        </Setting>
        <Setting words="hosts import claude cursor servers files">
          <p className={styles.label}>Servers of other programs</p>
          <Button onClick={() => showOtherHosts()}>Import from Claude, Cursor…</Button>
        </Setting>
      </div>
      {info === undefined ? null : (
        <Setting words="host application model's view version claude cursor">
          <HostOfServer info={info} />
        </Setting>
      )}
    </SettingsPart>
  );
}

function HostOfServer({ info }: { readonly info: SessionInfo }) {
  return <HostPicker info={info} lens={useHostLens(info)} />;
}
