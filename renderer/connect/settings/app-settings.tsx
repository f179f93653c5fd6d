import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { RulesOffList } from '../../shared/rules-off-list.tsx';
import { setLogView, useLogView } from '../../state/log/log-view.ts';
import { setTheme, useScreen } from '../../state/screen/screen-store.ts';
import { useHostLens } from '../../state/session/use-host-lens.ts';
import { SelectField } from '../../ui/controls/fields.tsx';
import { Button, kit } from '../../ui/kit.tsx';
import { showOtherHosts } from '../profiles/profile-actions.ts';
import { HostPicker } from '../session-header/host-chip.tsx';
import { Setting, SettingsPart } from './settings-body.tsx';

const THEMES = [
  ['system', "the system's"],
  ['light', 'light'],
  ['dark', 'dark'],
] as const;

const ROWS_OF_LOG = [
  ['calls', 'calls, with their frames inside'],
  ['frames', 'frames, one row each'],
] as const;

const TIMES_OF_LOG = [
  ['clock', 'by the clock'],
  ['start', 'since the start of the session'],
  ['before', 'since the row before'],
  ['selected', 'since the selected row'],
] as const;

/** What is set for the app; each takes effect at once. */
export function AppSettings({ info }: { readonly info: SessionInfo | undefined }) {
  const theme = useScreen((state) => state.theme);
  return (
    <SettingsPart title="App" hint="at once, and for every session">
      <div className={kit.pair}>
        <Setting words="theme light dark colours appearance">
          <SelectField label="Theme" options={THEMES} value={theme} onChange={setTheme} />
        </Setting>
        <Setting words="hosts import claude cursor servers files">
          <p className={kit.strong}>Servers of other programs</p>
          <Button onClick={() => showOtherHosts()}>Import from Claude, Cursor…</Button>
        </Setting>
      </div>
      <LogSettings />
      <Setting words="rules off turned off findings show again">
        <p className={kit.strong}>Rules that are off</p>
        <RulesOffList />
      </Setting>
      {info === undefined ? null : (
        <Setting words="host application model's view version claude cursor">
          <HostOfServer info={info} />
        </Setting>
      )}
    </SettingsPart>
  );
}

function LogSettings() {
  const rows = useLogView((state) => state.rows);
  const time = useLogView((state) => state.time);
  return (
    <div className={kit.pair}>
      <Setting words="log rows calls frames exchanges">
        <SelectField
          label="Rows of the log"
          options={ROWS_OF_LOG}
          value={rows}
          onChange={(chosen) => setLogView({ rows: chosen })}
        />
      </Setting>
      <Setting words="log times clock since start relative">
        <SelectField
          label="Times of the log"
          options={TIMES_OF_LOG}
          value={time}
          onChange={(chosen) => setLogView({ time: chosen })}
        />
      </Setting>
    </div>
  );
}

function HostOfServer({ info }: { readonly info: SessionInfo }) {
  return <HostPicker info={info} lens={useHostLens(info)} />;
}
