import { useContext, useRef, useState } from 'react';
import { visibleText } from '../../../app/base/hidden-characters.ts';
import type { SavedProfile } from '../../../app/contract/profile-commands.ts';
import type { LiveInfo, SessionInfo } from '../../../app/contract/session-info.ts';
import {
  DEFAULT_SETTINGS,
  needsRestart,
  type SessionSettings,
  type SettingsChange,
  settingsChanges,
  settingsDifference,
  withSettings,
} from '../../../app/protocol/session-settings.ts';
import { RulesOffList } from '../../shared/rules-off-list.tsx';
import { host, notifyFailure } from '../../state/host/host.ts';
import { setLogView, useLogView } from '../../state/log/log-view.ts';
import { setTheme, showDialog, useActiveSession, useScreen } from '../../state/screen/screen-store.ts';
import { editAndRestart, useProfiles } from '../../state/session/profiles-store.ts';
import { canRestart } from '../../state/session/session-text.ts';
import { useHostLens } from '../../state/session/use-host-lens.ts';
import { CheckLine, SelectField } from '../../ui/controls/fields.tsx';
import { Button, DialogShell, kit } from '../../ui/kit.tsx';
import { showOtherHosts } from '../profiles/profile-actions.ts';
import { HostPicker } from '../session-header/host-chip.tsx';
import { eraOfSession, eraReason, ProbeFrames } from '../session-header/session-actions.tsx';
import { Setting, SettingsBody, SettingsPart } from './settings-body.tsx';
import { useSettingsDraft } from './settings-draft.ts';
import { SETTINGS_PARTS, SettingsFields } from './settings-fields.tsx';
import { LogLevelContext } from './settings-slots.ts';

const APP = ['App'] as const;
const ALL_PARTS = ['Start', ...SETTINGS_PARTS, ...APP] as const;

export function SettingsDialog() {
  const info = useActiveSession();
  const search = useRef<HTMLInputElement>(null);
  if (info?.kind === 'live') return <Editor key={info.session} info={info} settings={info.settings} />;
  return (
    <DialogShell title="Settings" width={820} initialFocus={search}>
      <SettingsBody parts={APP} search={search}>
        <AppSettings info={info} />
      </SettingsBody>
    </DialogShell>
  );
}

type Props = { readonly info: LiveInfo; readonly settings: SessionSettings };

function Editor({ info, settings: current }: Props) {
  const search = useRef<HTMLInputElement>(null);
  const LogLevel = useContext(LogLevelContext);
  const [start] = useState(current);
  const edited = useSettingsDraft(start);
  const [keeps, setKeeps] = useState(false);
  const profile = useProfiles(({ profiles }) => profiles.find(({ id }) => id === info.profile));
  const { settings } = edited;
  const changes = settings === undefined ? [] : settingsChanges(start, settings);
  const later = settings !== undefined && needsRestart(start, settings);
  const apply = (restarts: boolean) => {
    if (settings === undefined) return;
    // Only what was edited here: a root set elsewhere in the meantime is kept.
    const change = settingsDifference(settings, start);
    // Without edits the profile gets the session's settings, which may have changed without being saved.
    const kept = changes.length === 0 ? settings : change;
    void applySettings(info.session, change, { restarts, kept, keepIn: keeps ? profile : undefined });
    showDialog(null);
  };
  return (
    <DialogShell title={`Settings of ${info.label}`} width={820} initialFocus={search}>
      <SettingsBody parts={ALL_PARTS} search={search}>
        <StartSettings info={info} />
        <SettingsFields {...edited} now={<EraNow info={info} />}>
          {LogLevel === undefined || !('logging' in info.serverCapabilities) ? null : (
            <Setting words="log level logging messages debug notifications">
              <LogLevel info={info} />
            </Setting>
          )}
        </SettingsFields>
        <AppSettings info={info} />
      </SettingsBody>
      <div className={kit.foot}>
        <p className={`${kit.grow} ${kit.mute} ${kit.anywhere}`} role="status">
          <Changes changes={changes} sound={settings !== undefined} later={later} />
        </p>
        {profile === undefined ? null : (
          <CheckLine checked={keeps} onChange={setKeeps}>
            Keep in the profile “{profile.name}”
          </CheckLine>
        )}
        <Button onClick={() => showDialog(null)}>Cancel</Button>
        {canRestart(info) ? (
          <Button
            look={later ? 'primary' : 'plain'}
            disabled={settings === undefined}
            onClick={() => apply(true)}
          >
            {later ? 'Apply and restart now' : 'Restart now'}
          </Button>
        ) : null}
        <Button
          look={later ? 'plain' : 'primary'}
          disabled={settings === undefined || (changes.length === 0 && !keeps)}
          onClick={() => apply(false)}
        >
          Apply
        </Button>
      </div>
    </DialogShell>
  );
}

function EraNow({ info }: { readonly info: LiveInfo }) {
  return (
    <div className={kit.callout} data-tone="accent">
      <p>
        <b>{eraOfSession(info) ?? 'No era yet'}</b>, {info.protocolVersion ?? 'no revision yet'}.{' '}
        {eraReason(info)}
      </p>
      <ProbeFrames info={info} onFollow={() => showDialog(null)} />
    </div>
  );
}

type ChangesProps = { readonly changes: readonly string[]; readonly sound: boolean; readonly later: boolean };

function Changes({ changes, sound, later }: ChangesProps) {
  if (!sound) return <>A field cannot be used as it is.</>;
  if (changes.length === 0) return <>Nothing is changed. Every change is marked in the log.</>;
  return (
    <>
      <b>Changes:</b> {changes.join('; ')}.
      {later ? ' Era and capabilities take effect at the next start.' : ''}
    </>
  );
}

type ApplyOptions = {
  readonly restarts: boolean;
  readonly kept: SettingsChange;
  readonly keepIn: SavedProfile | undefined;
};

/** Changes the settings of a live session, saves them to its profile and restarts its server, as requested. */
async function applySettings(
  session: string,
  change: SettingsChange,
  { restarts, kept, keepIn }: ApplyOptions,
): Promise<void> {
  if (Object.keys(change).length > 0) {
    const done = await notifyFailure(host().configure({ session, settings: change }));
    if (done === undefined) return;
  }
  if (keepIn !== undefined) await keepSettings(keepIn, kept);
  if (restarts) await notifyFailure(host().restart({ session }));
}

async function keepSettings(profile: SavedProfile, change: SettingsChange): Promise<void> {
  const { id, command: _command, args: _args, ...form } = profile;
  const settings = settingsDifference(withSettings(withSettings(DEFAULT_SETTINGS, profile.settings), change));
  await notifyFailure(host().editProfile({ profile: id, form: { ...form, settings }, secrets: {} }));
}

/** How the session's server is started. Changing that starts a new session; this one's log ends. */
export function StartSettings({ info }: { readonly info: LiveInfo }) {
  const { commandLine, cwd, envNames } = info;
  return (
    <SettingsPart title="Start" hint="of this session">
      <dl className={kit.entries}>
        <Setting words="command arguments program">
          <dt>Command</dt>
          <dd>
            <code>{visibleText(commandLine)}</code>
          </dd>
        </Setting>
        <Setting words="folder working directory cwd">
          <dt>Working directory</dt>
          <dd>{cwd === '' ? 'the one in which Tierscope was started' : <code>{visibleText(cwd)}</code>}</dd>
        </Setting>
        <Setting words="environment variables env secrets">
          <dt>Environment variables</dt>
          <dd>{envNames.length === 0 ? 'none of its own' : <code>{envNames.join(', ')}</code>}</dd>
        </Setting>
      </dl>
      <Setting words="command folder environment variables edit">
        <Button onClick={() => editAndRestart(info)}>Edit and start again…</Button>
      </Setting>
    </SettingsPart>
  );
}

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

/** The app's settings; each takes effect at once. */
export function AppSettings({ info }: { readonly info: SessionInfo | undefined }) {
  const theme = useScreen((state) => state.theme);
  return (
    <SettingsPart title="App" hint="at once, and for every session">
      <div className={kit.pair}>
        <Setting words="theme light dark colors appearance">
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
