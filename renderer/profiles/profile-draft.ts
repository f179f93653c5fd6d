import type { ProfileForm, SavedProfile } from '../../app/contract/profile-commands.ts';

/** One variable as it is edited. A secret's value is never shown: `kept` tells that the store may have one. */
export type DraftVariable = {
  readonly key: number;
  readonly name: string;
  readonly value: string;
  readonly secret: boolean;
  readonly kept: boolean;
};

/** A profile as it is edited. */
export type ProfileDraft = Omit<ProfileForm, 'env' | 'timeoutMs'> & {
  readonly env: readonly DraftVariable[];
  /** In seconds, as typed. */
  readonly timeout: string;
};

export type DraftAnswer =
  | {
      readonly kind: 'fault';
      readonly field: 'name' | 'commandLine' | 'env' | 'timeout';
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
    era: profile?.era ?? 'auto',
    capabilities: profile?.capabilities ?? { roots: true, sampling: true, elicitation: true },
    timeout: String((profile?.timeoutMs ?? 60_000) / 1000),
    env: (profile?.env ?? []).map((entry, key) => ({
      key,
      name: entry.name,
      value: 'value' in entry ? entry.value : '',
      secret: 'secret' in entry,
      kept: 'secret' in entry,
    })),
  };
}

/** What the draft says for the host, or the first thing that is wrong with it. */
export function answerOf(draft: ProfileDraft): DraftAnswer {
  const { env, timeout, ...fields } = draft;
  const variables = env.filter(({ name, value }) => name.trim() !== '' || value !== '');
  const names = variables.map(({ name }) => name.trim());
  const doubled = names.find((name, index) => names.indexOf(name) !== index);
  const seconds = Number(timeout);
  if (fields.name.trim() === '') return { kind: 'fault', field: 'name', text: 'Give the server a name.' };
  if (fields.commandLine.trim() === '') {
    return { kind: 'fault', field: 'commandLine', text: 'Give the command that starts the server.' };
  }
  if (names.includes('')) return { kind: 'fault', field: 'env', text: 'A value has no name.' };
  if (doubled !== undefined) return { kind: 'fault', field: 'env', text: `${doubled} is there twice.` };
  if (!(seconds >= 0.001 && seconds <= 3600)) {
    return { kind: 'fault', field: 'timeout', text: 'Between 0.001 and 3600 seconds.' };
  }
  const typed = variables.filter(({ secret, value }) => secret && value !== '');
  return {
    kind: 'sound',
    form: {
      ...fields,
      timeoutMs: Math.round(seconds * 1000),
      env: variables.map(({ name, value, secret }) =>
        secret ? { name: name.trim(), secret } : { name: name.trim(), value },
      ),
    },
    secrets: Object.fromEntries(typed.map(({ name, value }) => [name.trim(), value])),
  };
}
