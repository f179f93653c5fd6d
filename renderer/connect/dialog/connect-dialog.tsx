import { useRef, useState } from 'react';
import { err, ok, type Result } from '../../../app/base/result.ts';
import {
  DEFAULT_SETTINGS,
  type SettingsChange,
  settingsChanges,
  settingsDifference,
  withSettings,
} from '../../../app/protocol/session-settings.ts';
import { host, notifyFailure, settled } from '../../state/host/host.ts';
import { useProfiles } from '../../state/profiles/profiles-store.ts';
import { activateSession, showDialog } from '../../state/screen/screen-actions.ts';
import { startErrorLab } from '../../state/session/session-commands.ts';
import { Button } from '../../ui/controls/button.tsx';
import dialogForm from '../../ui/controls/dialog-form.module.css';
import { DialogShell } from '../../ui/controls/dialog-shell.tsx';
import { AreaField, CheckLine, TextField } from '../../ui/controls/fields.tsx';
import { Form } from '../../ui/controls/form.tsx';
import { formatCommand } from '../../ui/format/command-text.ts';
import { openProfile } from '../profiles/profile-actions.ts';
import { draftOfSettings, useSettingsDraft } from '../settings/settings-draft.ts';
import { FoldedSettings } from '../settings/settings-fields.tsx';
import styles from './connect-dialog.module.css';
import { type RecentCommand, recentCommands, rememberCommand } from './recent-command.ts';

type Draft = {
  readonly commandLine: string;
  readonly cwd: string;
  readonly label: string;
  readonly env: string;
};

const EMPTY: Draft = { commandLine: '', cwd: '', label: '', env: '' };

/** Connects to a local stdio server. What was typed stays until it has worked. */
export function ConnectDialog() {
  const command = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const [saves, setSaves] = useState(false);
  const [recent] = useState(recentCommands);
  const edited = useSettingsDraft(DEFAULT_SETTINGS);
  const { settings } = edited;
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setFault('');
  };
  const reuse = ({ envNames, settings: used, ...chosen }: RecentCommand) => {
    change({ ...chosen, env: envText(envNames, draft.env) });
    edited.change(draftOfSettings(withSettings(DEFAULT_SETTINGS, used)));
  };
  const env = envLines(draft.env);
  const empty = env.ok ? Object.keys(env.value).filter((name) => env.value[name] === '') : [];
  const ready = draft.commandLine.trim() !== '' && env.ok && settings !== undefined && !busy;

  const submit = async () => {
    if (!ready) return;
    setBusy(true);
    const answer = await connect(draft, env.value, settingsDifference(settings), saves);
    setBusy(false);
    if (answer !== '') setFault(answer);
  };
  return (
    <DialogShell title="Connect to a server" initialFocus={command} width={620}>
      <Form className={dialogForm.form} onSubmit={() => void submit()}>
        <TextField
          label="Command"
          hint="quoted as in a shell; no shell runs it"
          fault={fault}
          ref={command}
          placeholder="npx -y @modelcontextprotocol/server-everything"
          value={draft.commandLine}
          onChange={(commandLine) => change({ commandLine })}
        />
        <CommandPreview line={draft.commandLine} />
        <div className={styles.pair}>
          <TextField
            label="Working directory"
            hint="optional"
            value={draft.cwd}
            onChange={(cwd) => change({ cwd })}
          />
          <TextField
            label="Label"
            hint="optional, for the tab"
            value={draft.label}
            onChange={(label) => change({ label })}
          />
        </div>
        <AreaField
          label="Environment variables"
          hint="NAME=value, one on each line; values are never recorded"
          fault={env.ok ? '' : env.error}
          rows={2}
          value={draft.env}
          onChange={(env) => change({ env })}
        />
        {empty.length > 0 && (
          <p role="status" className={styles.note}>
            {empty.join(', ')}: passed empty as it stands. A remembered command keeps the names of its
            variables only.
          </p>
        )}
        <FoldedSettings edited={edited} />
        <ProfileList />
        <RecentList commands={recent} reuse={reuse} />
        <div className={dialogForm.sticky}>
          <Button
            look="quiet"
            title="A bundled server that fails in every way"
            onClick={() => void openLab()}
          >
            Start the error lab
          </Button>
          <span className={dialogForm.grow} />
          <CheckLine checked={saves} onChange={setSaves}>
            Save as profile
          </CheckLine>
          <Button onClick={() => showDialog(null)}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!ready}>
            {busy ? 'Connecting…' : 'Connect'}
          </Button>
        </div>
      </Form>
    </DialogShell>
  );
}

/** Gives one sentence if it failed, else an empty text. */
async function connect(
  draft: Draft,
  env: Record<string, string>,
  settings: SettingsChange,
  saves: boolean,
): Promise<string> {
  const { commandLine, cwd, label } = draft;
  const answer = await settled(
    host().connect({
      commandLine,
      ...(cwd.trim() === '' ? {} : { cwd: cwd.trim() }),
      ...(label.trim() === '' ? {} : { label: label.trim() }),
      ...(Object.keys(env).length === 0 ? {} : { env }),
      settings,
    }),
  );
  if (!answer.ok) return answer.error;
  const envNames = Object.keys(env);
  rememberCommand({ commandLine, cwd: cwd.trim(), label: label.trim(), envNames, settings });
  activateSession(answer.value.session);
  showDialog(null);
  if (saves) await notifyFailure(host().saveSession({ session: answer.value.session }));
  return '';
}

async function openLab(): Promise<void> {
  showDialog(null);
  await startErrorLab();
}

/** Saved servers with their whole commands; a click starts one, with its own environment and settings. */
function ProfileList() {
  const profiles = useProfiles((state) => state.profiles);
  if (profiles.length === 0) return null;
  return (
    <fieldset className={styles.recent}>
      <legend>Profiles</legend>
      {profiles.map((profile) => (
        <Button
          look="row"
          key={profile.id}
          title={profile.commandLine}
          onClick={() => {
            showDialog(null);
            void openProfile(profile);
          }}
        >
          <code>{profile.commandLine}</code>
          <span>{profile.name}</span>
        </Button>
      ))}
    </fieldset>
  );
}

type RecentListProps = {
  readonly commands: readonly RecentCommand[];
  readonly reuse: (command: RecentCommand) => void;
};

/** Commands of earlier times; a click fills the form. */
function RecentList({ commands, reuse }: RecentListProps) {
  if (commands.length === 0) return null;
  return (
    <fieldset className={styles.recent}>
      <legend>Recent</legend>
      {commands.map((command) => (
        <Button
          look="bare"
          key={`${command.commandLine} ${command.cwd}`}
          title={[command.commandLine, ...usedText(command)].join('\n')}
          onClick={() => reuse(command)}
        >
          <code>{command.commandLine}</code>
          <span>{[command.label, ...usedText(command)].filter((text) => text !== '').join(' · ')}</span>
        </Button>
      ))}
    </fieldset>
  );
}

/** How the command was used. */
function usedText({ cwd, envNames, settings }: RecentCommand): string[] {
  return [
    ...(cwd === '' ? [] : [`in ${cwd}`]),
    ...(envNames.length === 0 ? [] : [`with ${envNames.join(', ')}`]),
    ...settingsChanges(DEFAULT_SETTINGS, withSettings(DEFAULT_SETTINGS, settings)),
  ];
}

/** Lines for variables whose names are known: with the values that `text` has for them, else empty. */
export function envText(names: readonly string[], text: string): string {
  const typed = envLines(text);
  const values = typed.ok ? typed.value : {};
  return names.map((name) => `${name}=${Object.hasOwn(values, name) ? values[name] : ''}`).join('\n');
}

/** Reads `NAME=value` lines; empty lines count for nothing. Fails with a sentence that names the line. */
export function envLines(text: string): Result<Record<string, string>> {
  const env: Record<string, string> = {};
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const equals = line.indexOf('=');
    const name = line.slice(0, Math.max(equals, 0)).trim();
    if (name === '') return err(`Line ${index + 1} is not NAME=value.`);
    env[name] = line.slice(equals + 1);
  }
  return ok(env);
}

/** Shows the arguments that the command line makes, so that a forgotten quote shows before it runs. */
export function CommandPreview({ line }: { readonly line: string }) {
  const { args, open } = formatCommand(line);
  if (args.length === 0) return null;
  return (
    <ol className={styles.preview} aria-label="Arguments of the command">
      {args.map((arg, index) => (
        <li key={index} data-first={index === 0}>
          {arg === '' ? '(empty)' : arg}
        </li>
      ))}
      {open ? <li data-open="true">a quote has no end</li> : null}
    </ol>
  );
}
