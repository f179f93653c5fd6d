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
  secretNames,
} from '../../app/hosts/profiles/profile.ts';
import {
  exportProfiles,
  faultOf,
  importProfiles,
  type ProfileExport,
  upgradeProfile,
} from '../../app/hosts/profiles/profile-file.ts';
import { OwnedJson } from '../system/json-file.ts';
import { type SecretBox, type SecretEntries, SecretFile } from './secret-box.ts';

const fileSchema = z.strictObject({
  version: z.literal(1),
  profiles: z.array(z.preprocess(upgradeProfile, profileSchema)),
});

type ProfileStoreOptions = {
  readonly folder: string;
  readonly secretBox: SecretBox;
  readonly newId: () => string;
};

type ProfileList = {
  readonly profiles: readonly Profile[];
  readonly secretsNote: string;
  /** Sentences, for example that a damaged file was set aside. */
  readonly problems: readonly string[];
};

/** Secret values to set, by variable name; null removes one. */
type SecretChanges = Readonly<Record<string, string | null>>;

type ProfileEnvironment = {
  readonly profile: Profile;
  readonly env: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
};

type Deleted = { readonly profile: Profile; readonly index: number; readonly secrets: SecretEntries };

/** The user's saved servers: `profiles.json` and `secrets.json` in the data folder. */
export class ProfileStore {
  readonly #file: OwnedJson<z.infer<typeof fileSchema>>;
  readonly #secrets: SecretFile;
  readonly #options: ProfileStoreOptions;
  #deleted: Deleted | undefined;
  /** The first change sets a damaged file aside; the sentence about it stays. */
  readonly #problems = new Set<string>();

  constructor(options: ProfileStoreOptions) {
    this.#options = options;
    this.#file = new OwnedJson(join(options.folder, 'profiles.json'), fileSchema, {
      version: 1,
      profiles: [],
    });
    this.#secrets = new SecretFile(join(options.folder, 'secrets.json'), options.secretBox);
  }

  async list(): Promise<ProfileList> {
    const profiles = await this.#read();
    return { profiles, secretsNote: this.#options.secretBox.note, problems: [...this.#problems] };
  }

  async create(input: ProfileInput, secrets: SecretChanges = {}): Promise<Result<Profile>> {
    const draft = profileDraftSchema.safeParse(input);
    if (!draft.success) return err(`This profile cannot be saved: ${faultOf(draft.error)}.`);
    return await this.#add({ id: this.#options.newId(), ...draft.data }, secrets);
  }

  async edit(id: string, change: ProfileChange, secrets: SecretChanges = {}): Promise<Result<Profile>> {
    const sound = profileChangeSchema.safeParse(change);
    if (!sound.success) return err(`This profile cannot be saved: ${faultOf(sound.error)}.`);
    const edited = await this.#change(id, async (profiles, found) => {
      const profile = { ...found, ...sound.data };
      const stored = await this.#setSecrets(profile, secrets);
      if (!stored.ok) return stored;
      return ok([profiles.map((one) => (one === found ? profile : one)), profile]);
    });
    if (!edited.ok) return edited;
    const pruned = await this.#pruneSecrets();
    return pruned.ok ? edited : pruned;
  }

  /** Adds a copy with its secrets directly after the original. */
  async duplicate(id: string): Promise<Result<Profile>> {
    return this.#change(id, async (profiles, found) => {
      const copy = { ...found, id: this.#options.newId(), name: freeName(profiles, found.name) };
      const stored = await this.#secrets.put(copy.id, await this.#secrets.entries(id));
      if (!stored.ok) return stored;
      return ok([profiles.flatMap((one) => (one === found ? [one, copy] : [one])), copy]);
    });
  }

  /** Deletes a profile. The last deletion can be undone until the app ends. */
  async delete(id: string): Promise<Result<null>> {
    const deleted = await this.#change<Deleted>(id, async (profiles, profile) => {
      const [index, secrets] = [profiles.indexOf(profile), await this.#secrets.entries(id)];
      return ok([profiles.filter((one) => one !== profile), { profile, index, secrets }]);
    });
    if (!deleted.ok) return deleted;
    this.#deleted = deleted.value;
    return await this.#pruneSecrets();
  }

  /** Restores the last deleted profile at its position, with its secrets. */
  async undoDelete(): Promise<Result<Profile>> {
    const deleted = this.#deleted;
    if (deleted === undefined) return err('There is no deleted profile to bring back.');
    const { profile, index, secrets } = deleted;
    const written = await this.#update(async (all) => {
      const stored = await this.#secrets.put(profile.id, secrets);
      return stored.ok ? ok([...all.slice(0, index), profile, ...all.slice(index)]) : stored;
    });
    if (!written.ok) return written;
    this.#deleted = undefined;
    return ok(profile);
  }

  async move(id: string, to: number): Promise<Result<null>> {
    return this.#change(id, async (profiles) => ok([movedProfile(profiles, id, to), null]));
  }

  /** A profile with the environment to start its server. A secret without a value gets a sentence in `problems`. */
  async environmentOf(id: string): Promise<Result<ProfileEnvironment>> {
    const profile = (await this.#read()).find((one) => one.id === id);
    if (profile === undefined) return err(GONE);
    const { values, problems } = await this.#secrets.read(id);
    const missing = secretNames(profile).filter((name) => !Object.hasOwn(values, name));
    const reported = problems.join('\n');
    const emptyProblem = missing
      .filter((name) => !reported.includes(` ${name} `))
      .map((name) => `${name} has no value yet.`);
    const env = profile.env.flatMap((entry): [string, string][] => {
      const value = 'value' in entry ? entry.value : values[entry.name];
      return value === undefined ? [] : [[entry.name, value]];
    });
    return ok({ profile, env: Object.fromEntries(env), problems: [...problems, ...emptyProblem] });
  }

  /** The profiles with these ids as the text of a file; secret values only if requested. */
  async export(ids: readonly string[], withSecrets: boolean): Promise<ProfileExport> {
    const chosen = (await this.#read()).filter(({ id }) => ids.includes(id));
    if (!withSecrets) return exportProfiles(chosen, null);
    const values = await Promise.all(
      chosen.map(async ({ id }) => [id, (await this.#secrets.read(id)).values] as const),
    );
    return exportProfiles(chosen, Object.fromEntries(values));
  }

  /** Adds the profiles of an exported file under free names. */
  async import(text: string): Promise<Result<{ added: readonly Profile[]; notes: readonly string[] }>> {
    const read = importProfiles(text);
    if (!read.ok) return read;
    const added: Profile[] = [];
    for (const { draft, secrets } of read.value.profiles) {
      const one = await this.#add({ id: this.#options.newId(), ...draft }, secrets, freeName);
      if (!one.ok) return one;
      added.push(one.value);
    }
    return ok({ added, notes: read.value.notes });
  }

  async #add(
    given: Profile,
    secrets: SecretChanges,
    nameIn: typeof freeName = (_, name) => name,
  ): Promise<Result<Profile>> {
    let profile = given;
    const written = await this.#update(async (profiles) => {
      profile = { ...given, name: nameIn(profiles, given.name) };
      const stored = await this.#setSecrets(profile, secrets);
      return stored.ok ? ok([...profiles, profile]) : stored;
    });
    return written.ok ? ok(profile) : written;
  }

  #setSecrets(profile: Profile, secrets: SecretChanges): Promise<Result<null>> {
    const names = secretNames(profile);
    const wanted = Object.entries(secrets).filter(([name]) => names.includes(name));
    return this.#secrets.change(profile.id, Object.fromEntries(wanted));
  }

  async #read(): Promise<readonly Profile[]> {
    const { value, problem } = await this.#file.read();
    if (problem !== '') this.#problems.add(problem);
    return value.profiles;
  }

  /** Changes the list based on one of its profiles; returns what `edit` returns besides the list. */
  async #change<Value>(
    id: string,
    edit: (
      profiles: readonly Profile[],
      found: Profile,
    ) => Promise<Result<readonly [readonly Profile[], Value]>>,
  ): Promise<Result<Value>> {
    let outcome: Result<Value> = err(GONE);
    const written = await this.#update(async (profiles) => {
      const found = profiles.find((profile) => profile.id === id);
      const edited = found === undefined ? err(GONE) : await edit(profiles, found);
      if (!edited.ok) return edited;
      outcome = ok(edited.value[1]);
      return ok(edited.value[0]);
    });
    return written.ok ? outcome : written;
  }

  /** The only place that writes secrets: the lock of the profile list covers them too. */
  async #update(
    edit: (profiles: readonly Profile[]) => Promise<Result<readonly Profile[]>>,
  ): Promise<Result<null>> {
    await this.#read();
    return await this.#file.update(async (content) => {
      const edited = await edit(content.profiles);
      if (!edited.ok || edited.value === content.profiles) return edited.ok ? ok(content) : edited;
      return ok({ ...content, profiles: [...edited.value] });
    });
  }

  /** Removes secrets of unknown profiles, unless a damaged file was set aside: its profiles may come back. */
  async #pruneSecrets(): Promise<Result<null>> {
    const beside = await readdir(this.#options.folder);
    const isDamaged = beside.some((name) => name.startsWith('profiles.json.damaged'));
    return this.#update(async (profiles) => {
      const pruned = await this.#secrets.keepOnly(profiles, isDamaged);
      return pruned.ok ? ok(profiles) : pruned;
    });
  }
}

const GONE = 'This profile is no longer there.';
