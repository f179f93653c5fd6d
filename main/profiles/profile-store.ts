import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { err, ok, type Result } from '../../app/base/result.ts';
import {
  freeName,
  movedProfile,
  type Profile,
  type ProfileChange,
  type ProfileInput,
  profileChangeSchema,
  profileDraftSchema,
  profileSchema,
  searchedProfiles,
  secretNames,
} from '../../app/hosts/profiles/profile.ts';
import {
  exportProfiles,
  faultOf,
  importProfiles,
  type ProfileExport,
  upgradeProfile,
} from '../../app/hosts/profiles/profile-file.ts';
import { OwnedJson } from './config-file.ts';
import { type SecretBox, SecretFile } from './secret-box.ts';

const fileSchema = z.strictObject({
  version: z.literal(1),
  profiles: z.array(z.preprocess(upgradeProfile, profileSchema)),
});
type ProfilesContent = z.infer<typeof fileSchema>;

type ProfileStoreOptions = {
  /** The app's data folder. */
  readonly folder: string;
  readonly secretBox: SecretBox;
  readonly newId: () => string;
};

type ProfileList = {
  readonly profiles: readonly Profile[];
  /** Where the secrets are, for the user. */
  readonly secretsNote: string;
  /** Sentences, such as that a damaged file was put aside. */
  readonly problems: readonly string[];
};

/** Secret values to set, by variable name; null takes one away. */
type SecretChanges = Readonly<Record<string, string | null>>;

type Deleted = { readonly profile: Profile; readonly index: number };

/** The user's saved servers: `profiles.json` and `secrets.json` in the data folder. */
export class ProfileStore {
  readonly #file: OwnedJson<ProfilesContent>;
  readonly #secrets: SecretFile;
  readonly #options: ProfileStoreOptions;
  #deleted: Deleted | undefined;
  /** A damaged file is put aside on the first change; the sentence about it stays. */
  readonly #problems = new Set<string>();

  constructor(options: ProfileStoreOptions) {
    this.#options = options;
    this.#file = new OwnedJson(join(options.folder, 'profiles.json'), fileSchema, {
      version: 1,
      profiles: [],
    });
    this.#secrets = new SecretFile(join(options.folder, 'secrets.json'), options.secretBox);
  }

  /** The profiles in their order; with a text, those that have all its words. */
  async list(search = ''): Promise<ProfileList> {
    const profiles = searchedProfiles(await this.#read(), search);
    return { profiles, secretsNote: this.#options.secretBox.note, problems: [...this.#problems] };
  }

  async create(input: ProfileInput, secrets: SecretChanges = {}): Promise<Result<Profile>> {
    const draft = profileDraftSchema.safeParse(input);
    if (!draft.success) return err(`This profile cannot be saved: ${faultOf(draft.error)}.`);
    return await this.#add({ id: this.#options.newId(), ...draft.data }, secrets);
  }

  /** Changes members of a profile and values of its secrets. */
  async edit(id: string, change: ProfileChange, secrets: SecretChanges = {}): Promise<Result<Profile>> {
    const sound = profileChangeSchema.safeParse(change);
    if (!sound.success) return err(`This profile cannot be saved: ${faultOf(sound.error)}.`);
    const found = await this.#find(id);
    if (!found.ok) return found;
    let edited: Profile = found.value;
    const written = await this.#write((profiles) =>
      profiles.map((one) => {
        if (one.id !== id) return one;
        edited = { ...one, ...sound.data };
        return edited;
      }),
    );
    if (!written.ok) return written;
    const kept = new Set(secretNames(edited));
    const gone = secretNames(found.value).filter((name) => !kept.has(name));
    const wanted = Object.entries(secrets).filter(([name]) => kept.has(name));
    const removed = gone.map((name): [string, null] => [name, null]);
    const stored = await this.#secrets.change(id, Object.fromEntries([...removed, ...wanted]));
    return stored.ok ? ok(edited) : stored;
  }

  /** A copy with its secrets, right behind the original. */
  async duplicate(id: string): Promise<Result<Profile>> {
    const found = await this.#find(id);
    if (!found.ok) return found;
    const profiles = await this.#read();
    const copy = { ...found.value, id: this.#options.newId(), name: freeName(profiles, found.value.name) };
    const { values } = await this.#secrets.read(id);
    const added = await this.#add(copy, values);
    if (!added.ok) return added;
    const moved = await this.move(copy.id, profiles.findIndex((profile) => profile.id === id) + 1);
    return moved.ok ? added : moved;
  }

  /** Deletes a profile. The last deleted one can be brought back until the app ends. */
  async delete(id: string): Promise<Result<null>> {
    const found = await this.#find(id);
    if (!found.ok) return found;
    const profiles = await this.#read();
    const written = await this.#write((all) => all.filter((profile) => profile.id !== id));
    if (!written.ok) return written;
    this.#deleted = { profile: found.value, index: profiles.findIndex((profile) => profile.id === id) };
    return await this.#pruneSecrets();
  }

  /** Brings the last deleted profile back to its place, with its secrets. */
  async undoDelete(): Promise<Result<Profile>> {
    const deleted = this.#deleted;
    if (deleted === undefined) return err('There is no deleted profile to bring back.');
    const { profile, index } = deleted;
    const written = await this.#write((all) => [...all.slice(0, index), profile, ...all.slice(index)]);
    if (!written.ok) return written;
    this.#deleted = undefined;
    return ok(profile);
  }

  /** Moves a profile to a place in the whole list, from 0. */
  async move(id: string, to: number): Promise<Result<null>> {
    const found = await this.#find(id);
    return found.ok ? await this.#write((profiles) => [...movedProfile(profiles, id, to)]) : found;
  }

  /** The environment to start the server with. A secret without a value is a sentence in `problems`. */
  async environmentOf(
    id: string,
  ): Promise<Result<{ env: Record<string, string>; problems: readonly string[] }>> {
    const found = await this.#find(id);
    if (!found.ok) return found;
    const { values, problems } = await this.#secrets.read(id);
    const missing = secretNames(found.value).filter((name) => !Object.hasOwn(values, name));
    const reported = problems.join('\n');
    const untold = missing
      .filter((name) => !reported.includes(` ${name} `))
      .map((name) => `${name} has no value yet.`);
    const env = found.value.env.flatMap((entry): [string, string][] => {
      const value = 'value' in entry ? entry.value : values[entry.name];
      return value === undefined ? [] : [[entry.name, value]];
    });
    return ok({ env: Object.fromEntries(env), problems: [...problems, ...untold] });
  }

  /** The profiles of these ids as a file's text; secret values are in it only if they are asked for. */
  async export(ids: readonly string[], withSecrets: boolean): Promise<ProfileExport> {
    const chosen = (await this.#read()).filter(({ id }) => ids.includes(id));
    if (!withSecrets) return exportProfiles(chosen, null);
    const values = await Promise.all(
      chosen.map(async ({ id }) => [id, (await this.#secrets.read(id)).values] as const),
    );
    return exportProfiles(chosen, Object.fromEntries(values));
  }

  /** Adds the profiles of an exported file, with names that are free. */
  async import(text: string): Promise<Result<{ added: readonly Profile[]; notes: readonly string[] }>> {
    const read = importProfiles(text);
    if (!read.ok) return read;
    const added: Profile[] = [];
    for (const { draft, secrets } of read.value.profiles) {
      const name = freeName(await this.#read(), draft.name);
      const one = await this.#add({ id: this.#options.newId(), ...draft, name }, secrets);
      if (!one.ok) return one;
      added.push(one.value);
    }
    return ok({ added, notes: read.value.notes });
  }

  async #add(profile: Profile, secrets: SecretChanges): Promise<Result<Profile>> {
    const names = new Set(secretNames(profile));
    const wanted = Object.entries(secrets).filter(([name]) => names.has(name));
    const stored = await this.#secrets.change(profile.id, Object.fromEntries(wanted));
    if (!stored.ok) return stored;
    const written = await this.#write((profiles) => [...profiles, profile]);
    return written.ok ? ok(profile) : written;
  }

  async #find(id: string): Promise<Result<Profile>> {
    const found = (await this.#read()).find((profile) => profile.id === id);
    return found === undefined ? err('This profile is no longer there.') : ok(found);
  }

  async #read(): Promise<readonly Profile[]> {
    const { value, problem } = await this.#file.read();
    if (problem !== '') this.#problems.add(problem);
    return value.profiles;
  }

  async #write(edit: (profiles: readonly Profile[]) => readonly Profile[]): Promise<Result<null>> {
    await this.#read();
    return await this.#file.change((content) => ({ ...content, profiles: [...edit(content.profiles)] }));
  }

  /**
   * Secrets of deleted profiles go, but for the one that can still be brought back. None go while a damaged file
   * of profiles lies aside: its profiles may come back too.
   */
  async #pruneSecrets(): Promise<Result<null>> {
    const beside = await readdir(this.#options.folder);
    if (beside.some((name) => name.startsWith('profiles.json.damaged'))) return ok(null);
    const ids = new Set((await this.#read()).map(({ id }) => id));
    if (this.#deleted !== undefined) ids.add(this.#deleted.profile.id);
    return await this.#secrets.keepOnly(ids);
  }
}
