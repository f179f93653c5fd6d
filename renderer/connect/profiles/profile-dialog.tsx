import { useRef, useState } from 'react';
import type { ProfileForm, SavedProfile } from '../../../app/contract/profile-commands.ts';
import { namesSecret } from '../../../app/hosts/profiles/profile.ts';
import {
  DEFAULT_SETTINGS,
  type SettingsChange,
  settingsDifference,
  withSettings,
} from '../../../app/protocol/session-settings.ts';
import { host, settled } from '../../state/host/host.ts';
import { closeDialog, showDialog } from '../../state/screen/screen-store.ts';
import { useProfiles } from '../../state/session/profiles-store.ts';
import { CheckLine, Fault, Form, TextField } from '../../ui/controls/fields.tsx';
import { Button, DialogShell, IconButton, kit } from '../../ui/kit.tsx';
import { CommandPreview } from '../dialog/connect-dialog.tsx';
import { useSettingsDraft } from '../settings/settings-draft.ts';
import { FoldedSettings } from '../settings/settings-fields.tsx';
import { openProfile } from './profile-actions.ts';
import styles from './profile-dialog.module.css';

const UNUSABLE =
  'A setting of the session cannot be used: see below the era, time-outs, capabilities and watch.';

export function ProfileDialog() {
  const { profiles, chosen, secretsNote } = useProfiles();
  const profile = profiles.find(({ id }) => id === chosen);
  const first = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(() => draftOf(profile));
  const edited = useSettingsDraft(withSettings(DEFAULT_SETTINGS, profile?.settings ?? {}));
  const [fault, setFault] = useState<{ field: string; text: string }>({ field: '', text: '' });
  const change = (part: Partial<ProfileDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setFault({ field: '', text: '' });
  };
  const faultAt = (field: string): string => (fault.field === field ? fault.text : '');
  const save = async (connects: boolean) => {
    if (edited.settings === undefined) return setFault({ field: 'settings', text: UNUSABLE });
    const answer = answerOf(draft, settingsDifference(edited.settings));
    if (answer.kind === 'fault') return setFault(answer);
    const { form, secrets } = answer;
    const saved = await settled(
      profile === undefined
        ? host().createProfile({ form, secrets: { ...secrets } })
        : host().editProfile({ profile: profile.id, form, secrets: { ...secrets } }),
    );
    if (!saved.ok) return setFault({ field: 'commandLine', text: saved.error });
    closeDialog('profile');
    if (connects) void openProfile(saved.value);
  };
  const submit = () => {
    void save(false);
  };
  return (
    <DialogShell
      title={profile === undefined ? 'New server' : 'Edit server'}
      initialFocus={first}
      width={640}
    >
      <Form className={kit.dialog} onSubmit={submit}>
        <TextField
          label="Name"
          fault={faultAt('name')}
          ref={first}
          value={draft.name}
          onChange={(name) => change({ name })}
        />
        <TextField
          label="Command"
          hint="quoted as in a shell; no shell runs it"
          fault={faultAt('commandLine')}
          value={draft.commandLine}
          onChange={(commandLine) => change({ commandLine })}
        />
        <CommandPreview line={draft.commandLine} />
        <TextField
          label="Working directory"
          hint="optional"
          value={draft.cwd}
          onChange={(cwd) => change({ cwd })}
        />
        <EnvEditor
          env={draft.env}
          note={secretsNote}
          fault={faultAt('env')}
          change={(env) => change({ env })}
        />
        <FoldedSettings edited={edited} />
        <Fault text={edited.settings === undefined ? faultAt('settings') : ''} />
        <div className={kit.foot}>
          <Button onClick={() => showDialog(null)}>Cancel</Button>
          <Button onClick={() => void save(true)}>Save and connect</Button>
          <Button type="submit" look="primary">
            Save
          </Button>
        </div>
      </Form>
    </DialogShell>
  );
}

type Props = {
  readonly env: readonly DraftVariable[];
  readonly note: string;
  readonly fault: string;
  readonly change: (env: readonly DraftVariable[]) => void;
};

/** The variables of a profile; a secret value is typed blind and never shown again. */
function EnvEditor({ env, note, fault, change }: Props) {
  const edit = (key: number, part: Partial<DraftVariable>) =>
    change(env.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const next = Math.max(-1, ...env.map(({ key }) => key)) + 1;
  return (
    <fieldset>
      <legend>Environment variables</legend>
      {env.map((one) => (
        <div key={one.key} className={styles.variable}>
          <input
            aria-label="Variable name"
            placeholder="NAME"
            spellCheck={false}
            value={one.name}
            onChange={({ target }) => {
              const guess = !one.secret && one.name === '' ? false : one.secret;
              edit(one.key, { name: target.value, secret: guess || namesSecret(target.value) });
            }}
          />
          <input
            aria-label={`Value of ${one.name || 'the variable'}`}
            placeholder={one.kept ? 'kept; type to replace' : 'value'}
            type={one.secret ? 'password' : 'text'}
            spellCheck={false}
            autoComplete="off"
            value={one.value}
            onChange={({ target }) => edit(one.key, { value: target.value })}
          />
          <CheckLine checked={one.secret} onChange={(secret) => edit(one.key, { secret, kept: false })}>
            secret
          </CheckLine>
          <IconButton
            name={`Remove ${one.name || 'the variable'}`}
            onClick={() => change(env.filter(({ key }) => key !== one.key))}
          />
        </div>
      ))}
      <Fault text={fault} />
      <div className={`${kit.row} ${kit.gap5}`}>
        <Button
          onClick={() => change([...env, { key: next, name: '', value: '', secret: false, kept: false }])}
        >
          Add a variable
        </Button>
        <p className={kit.note}>{note}</p>
      </div>
    </fieldset>
  );
}

/** One variable being edited. A secret value is never shown: `kept` means that the store may have one. */
type DraftVariable = {
  readonly key: number;
  readonly name: string;
  readonly value: string;
  readonly secret: boolean;
  readonly kept: boolean;
};

type ProfileDraft = Omit<ProfileForm, 'env' | 'settings' | 'seen'> & {
  readonly env: readonly DraftVariable[];
};

type DraftAnswer =
  | {
      readonly kind: 'fault';
      readonly field: 'name' | 'commandLine' | 'env';
      readonly text: string;
    }
  | {
      readonly kind: 'sound';
      readonly form: ProfileForm;
      readonly secrets: Readonly<Record<string, string | null>>;
    };

export function draftOf(profile: SavedProfile | undefined): ProfileDraft {
  return {
    name: profile?.name ?? '',
    commandLine: profile?.commandLine ?? '',
    cwd: profile?.cwd ?? '',
    inputs: profile?.inputs ?? [],
    env: (profile?.env ?? []).map((entry, key) => ({
      key,
      name: entry.name,
      value: 'value' in entry ? entry.value : '',
      secret: 'secret' in entry,
      kept: 'secret' in entry,
    })),
  };
}

/** The draft with its settings, ready for the host, or its first error. */
export function answerOf(draft: ProfileDraft, settings: SettingsChange): DraftAnswer {
  const { env, ...fields } = draft;
  const variables = env.filter(({ name, value }) => name.trim() !== '' || value !== '');
  const names = variables.map(({ name }) => name.trim());
  const doubled = names.find((name, index) => names.indexOf(name) !== index);
  if (fields.name.trim() === '') return { kind: 'fault', field: 'name', text: 'Give the server a name.' };
  if (fields.commandLine.trim() === '') {
    return { kind: 'fault', field: 'commandLine', text: 'Give the command that starts the server.' };
  }
  if (names.includes('')) return { kind: 'fault', field: 'env', text: 'A value has no name.' };
  if (doubled !== undefined) return { kind: 'fault', field: 'env', text: `${doubled} is there twice.` };
  const typed = variables.filter(({ secret, value }) => secret && value !== '');
  return {
    kind: 'sound',
    form: {
      ...fields,
      settings,
      // A user who saves a command has seen it.
      seen: true,
      env: variables.map(({ name, value, secret }) =>
        secret ? { name: name.trim(), secret } : { name: name.trim(), value },
      ),
    },
    secrets: Object.fromEntries(typed.map(({ name, value }) => [name.trim(), value])),
  };
}
