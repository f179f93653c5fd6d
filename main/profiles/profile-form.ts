import { ok, type Result } from '../../app/base/result.ts';
import type { ProfileForm, SavedProfile } from '../../app/contract/profile-commands.ts';
import { namesSecret, type Profile, type ProfileInput } from '../../app/profiles/profile.ts';
import { DEFAULT_CAPABILITIES } from '../../app/protocol/client-capabilities.ts';
import {
  DEFAULT_SETTINGS,
  type SessionSettings,
  type SettingsChange,
} from '../../app/protocol/session-settings.ts';
import { joinCommandLine, splitCommandLine } from '../session/command-line.ts';
import type { ServerSpec } from '../session/server-spec.ts';

/** A profile as the screen shows it. */
export function savedProfile(profile: Profile): SavedProfile {
  return { ...profile, commandLine: joinCommandLine(profile.command, profile.args) };
}

/**
 * What a form says, for the store. Variables in front of the command join the others; one that the form has
 * too keeps the form's value. Fails with a sentence where the line cannot be split.
 */
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

/** How a session of the profile is set up. */
export function settingsOfProfile(profile: Profile): SettingsChange {
  const { era, timeoutMs } = profile;
  const declared = Object.entries(DEFAULT_CAPABILITIES).filter(([name]) => isDeclared(profile, name));
  return { era, timeoutMs, capabilities: Object.fromEntries(declared) };
}

/** A profile of a running session, with the values that look secret apart from it. */
export function profileOfSession(
  spec: ServerSpec,
  name: string,
  settings: SessionSettings = DEFAULT_SETTINGS,
): { readonly input: ProfileInput; readonly secrets: Readonly<Record<string, string>> } {
  const variables = Object.entries(spec.env);
  const declares = (capability: string): boolean => capability in settings.capabilities;
  return {
    input: {
      name,
      command: spec.command,
      args: [...spec.args],
      cwd: spec.cwd,
      env: variables.map(([variable, value]) =>
        namesSecret(variable) ? { name: variable, secret: true as const } : { name: variable, value },
      ),
      era: settings.era,
      timeoutMs: settings.timeoutMs,
      capabilities: {
        roots: declares('roots'),
        sampling: declares('sampling'),
        elicitation: declares('elicitation'),
      },
    },
    secrets: Object.fromEntries(variables.filter(([variable]) => namesSecret(variable))),
  };
}

function isDeclared({ capabilities }: Profile, name: string): boolean {
  switch (name) {
    case 'roots':
    case 'sampling':
    case 'elicitation':
      return capabilities[name];
    default:
      return true;
  }
}
