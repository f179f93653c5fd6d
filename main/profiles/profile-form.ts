import { ok, type Result } from '../../app/base/result.ts';
import type { ProfileForm, SavedProfile } from '../../app/contract/profile-commands.ts';
import { namesSecret, type Profile, type ProfileInput } from '../../app/hosts/profiles/profile.ts';
import {
  DEFAULT_SETTINGS,
  type SessionSettings,
  settingsDifference,
} from '../../app/protocol/session-settings.ts';
import { joinCommandLine, splitCommandLine } from '../session/command-line.ts';
import { commandOf, ownValues, type ServerSpec } from '../session/record-body.ts';

export function savedProfile(profile: Profile): SavedProfile {
  return { ...profile, commandLine: joinCommandLine(profile.command, profile.args) };
}

/** The profile of a submitted form; its variables override those in the command line. Fails if that cannot be split. */
export function profileOfForm(form: ProfileForm, platform: string): Result<Omit<Profile, 'id'>> {
  const split = splitCommandLine(form.commandLine, platform);
  if (!split.ok) return split;
  const { commandLine: _line, ...fields } = form;
  const { command, args, env } = split.value;
  const held = new Set(form.env.map(({ name }) => name));
  const inFront = Object.entries(env).filter(([name]) => !held.has(name));
  const variables = [...form.env, ...inFront.map(([name, value]) => ({ name, value }))];
  return ok({ ...fields, command, args: [...args], env: variables });
}

/** A profile of a running session, with values that look secret kept separate. */
export function profileOfSession(
  spec: ServerSpec,
  name: string,
  settings: SessionSettings = DEFAULT_SETTINGS,
): { readonly input: ProfileInput; readonly secrets: Readonly<Record<string, string>> } {
  const { command, args } = commandOf(spec);
  const variables = Object.entries(ownValues(spec));
  return {
    input: {
      name,
      command,
      args: [...args],
      cwd: spec.cwd,
      env: variables.map(([variable, value]) =>
        namesSecret(variable) ? { name: variable, secret: true as const } : { name: variable, value },
      ),
      settings: settingsDifference(settings),
    },
    secrets: Object.fromEntries(variables.filter(([variable]) => namesSecret(variable))),
  };
}
