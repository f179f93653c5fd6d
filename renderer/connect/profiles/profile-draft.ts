import type { ProfileForm, SavedProfile } from '../../../app/contract/profile-commands.ts';
import type { SettingsChange } from '../../../app/protocol/session-settings.ts';

/** One variable as it is edited. A secret's value is never shown: `kept` tells that the store may have one. */
export type DraftVariable = {
  readonly key: number;
  readonly name: string;
  readonly value: string;
  readonly secret: boolean;
  readonly kept: boolean;
};

/** A profile as it is edited. */
export type ProfileDraft = Omit<ProfileForm, 'env' | 'settings' | 'seen'> & {
  readonly env: readonly DraftVariable[];
};

export type DraftAnswer =
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

/** The draft of a saved profile, or of a new one. */
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

/** What the draft says for the host with the settings beside it, or the first thing that is wrong with it. */
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
      // Whoever saves a command has seen it.
      seen: true,
      env: variables.map(({ name, value, secret }) =>
        secret ? { name: name.trim(), secret } : { name: name.trim(), value },
      ),
    },
    secrets: Object.fromEntries(typed.map(({ name, value }) => [name.trim(), value])),
  };
}
