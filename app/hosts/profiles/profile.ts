import { z } from 'zod';
import { settingsChangeSchema } from '../../protocol/session-settings.ts';

const variable = z.strictObject({ name: z.string().min(1).max(256), value: z.string().max(65_536) });
const secretVariable = z.strictObject({ name: z.string().min(1).max(256), secret: z.literal(true) });

/** A value that a host asks its user for, by id (VS Code `inputs`). */
const inputField = z.strictObject({
  id: z.string().min(1).max(256),
  description: z.string().max(4096),
  password: z.boolean(),
  fallback: z.string().max(65_536),
});

const fields = {
  name: z.string().trim().min(1).max(200),
  command: z.string().trim().min(1).max(4096),
  args: z.array(z.string().max(65_536)).max(1000),
  /** The folder in which the server starts; empty for the app's own. */
  cwd: z.string().max(4096),
  /** A secret's value is in the secret store, never here. */
  env: z.array(z.union([variable, secretVariable])).max(1000),
  /** Descriptions of the values asked for at each start; see `open-variables.ts`. */
  inputs: z.array(inputField).max(100),
  /** How its sessions differ from the default settings. */
  settings: settingsChangeSchema,
  /** False for a command from a file: it starts only after the user has seen all of it. */
  seen: z.boolean(),
};

/** A user's description of a server; the store adds the id. */
export const profileDraftSchema = z.strictObject({
  ...fields,
  args: fields.args.default([]),
  cwd: fields.cwd.default(''),
  env: fields.env.default([]),
  inputs: fields.inputs.default([]),
  settings: fields.settings.default({}),
  seen: fields.seen.default(true),
});

export const profileChangeSchema = z.strictObject(fields).partial();

/** A saved server. The list determines the order of profiles. */
export const profileSchema = z.strictObject({ id: z.string().min(1).max(64), ...fields });

export type ProfileDraft = z.infer<typeof profileDraftSchema>;
/** A draft as input: everything but name and command has a default. */
export type ProfileInput = z.input<typeof profileDraftSchema>;
export type ProfileChange = z.infer<typeof profileChangeSchema>;
export type Profile = z.infer<typeof profileSchema>;
export type ProfileInputField = z.infer<typeof inputField>;

export function secretNames(profile: { readonly env: readonly Profile['env'][number][] }): readonly string[] {
  return profile.env.filter((entry) => 'secret' in entry).map(({ name }) => name);
}

/** Opens the client key of a server over HTTP: a variable of the environment, or of its own values, never sent. */
export const KEY_PASSPHRASE = 'TIERSCOPE_KEY_PASSPHRASE';

/** True for a variable name that usually means a secret, such as `GITHUB_TOKEN`. */
export function namesSecret(name: string): boolean {
  return /(?:^|_|-)(?:api_?key|key|token|secret|password|passwd|pat|credentials?|auth)(?:$|_|-)|(?:token|secret|password|apikey|authorization|cookie)$/i.test(
    name,
  );
}

/** Moves one profile to another index; an index beyond the end means the end. */
export function movedProfile(profiles: readonly Profile[], id: string, to: number): readonly Profile[] {
  const moved = profiles.find((profile) => profile.id === id);
  if (moved === undefined) return profiles;
  const others = profiles.filter((profile) => profile !== moved);
  const place = Math.max(0, Math.min(to, others.length));
  return [...others.slice(0, place), moved, ...others.slice(place)];
}

/** The profiles with every word of `text` in their name, command, arguments or folder. */
export function searchedProfiles(profiles: readonly Profile[], text: string): readonly Profile[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return profiles.filter((profile) => {
    const { name, command, args, cwd } = profile;
    const haystack = [name, command, ...args, cwd].join('\n').toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}

/** An unused profile name: "x", else "x copy", "x copy 2" and so on. */
export function freeName(profiles: readonly Profile[], name: string): string {
  const taken = new Set(profiles.map((profile) => profile.name));
  if (!taken.has(name)) return name;
  const stem = `${name.replace(/ copy(?: \d+)?$/, '').slice(0, 180)} copy`;
  for (let count = 1; ; count += 1) {
    const wanted = count === 1 ? stem : `${stem} ${count}`;
    if (!taken.has(wanted)) return wanted;
  }
}
