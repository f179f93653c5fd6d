import { z } from 'zod';
import { err, ok, type Result } from '../../app/base/result.ts';
import { type Profile, secretNames } from '../../app/hosts/profiles/profile.ts';
import { OwnedJson } from '../system/json-file.ts';

/** Encrypts secrets for storage on disk. Implemented by Electron's `safeStorage`, or else {@link plainSecretBox}. */
export type SecretBox = {
  /** True if the system's key store protects the secrets. */
  readonly available: boolean;
  /** Tells users where their secrets are, in one sentence. */
  readonly note: string;
  /** Returns the text to store. Fails with a sentence if the key store refuses. */
  readonly encrypt: (secret: string) => Result<string>;
  /** Fails with a sentence if the text was encrypted elsewhere or its key is lost. */
  readonly decrypt: (sealed: string) => Result<string>;
};

/** Does not encrypt: only the file's permissions protect the secrets. */
export const plainSecretBox: SecretBox = {
  available: false,
  note: 'Secret values are kept in a file that only your user account can read, because no system key store is available here.',
  encrypt: (secret) => ok(secret),
  decrypt: (sealed) => ok(sealed),
};

const entrySchema = z.strictObject({ kind: z.enum(['sealed', 'plain']), text: z.string() });
const fileSchema = z.strictObject({
  version: z.literal(1),
  /** By profile id, then by variable name. */
  secrets: z.record(z.string(), z.record(z.string(), entrySchema)),
});
type SecretEntry = z.infer<typeof entrySchema>;
/** By variable name. */
export type SecretEntries = Readonly<Record<string, SecretEntry>>;

/** The values of profiles' secret variables, in `secrets.json` in the data folder, readable by its owner only. */
export class SecretFile {
  readonly #file: OwnedJson<z.infer<typeof fileSchema>>;
  readonly #box: SecretBox;

  constructor(path: string, box: SecretBox) {
    this.#file = new OwnedJson(path, fileSchema, { version: 1, secrets: {} });
    this.#box = box;
  }

  /** The values of one profile by name. Each one that cannot be decrypted has a sentence in `problems`. */
  async read(id: string): Promise<{ values: Record<string, string>; problems: readonly string[] }> {
    const { value, problem } = await this.#file.read();
    const values: Record<string, string> = {};
    const problems = problem === '' ? [] : [problem];
    for (const [name, { kind, text }] of Object.entries(value.secrets[id] ?? {})) {
      const box = kind === 'sealed' ? this.#box : plainSecretBox;
      const opened = kind === 'sealed' && !this.#box.available ? err(SEALED_ELSEWHERE) : box.decrypt(text);
      if (opened.ok) values[name] = opened.value;
      else problems.push(`The value of ${name} cannot be read. ${opened.error}`);
    }
    return { values, problems };
  }

  /** Sets values of one profile; null removes one. Fails with a sentence. */
  async change(id: string, changes: Readonly<Record<string, string | null>>): Promise<Result<null>> {
    if (Object.keys(changes).length === 0) return ok(null);
    const kind = this.#box.available ? 'sealed' : 'plain';
    const sealed = new Map<string, SecretEntry | null>();
    for (const [name, value] of Object.entries(changes)) {
      const text = value === null ? null : this.#box.encrypt(value);
      if (text !== null && !text.ok) return err(`The value of ${name} cannot be saved. ${text.error}`);
      sealed.set(name, text === null ? null : { kind, text: text.value });
    }
    return await this.#file.change((content) => {
      const held = new Map(Object.entries(content.secrets[id] ?? {}));
      for (const [name, entry] of sealed) {
        if (entry === null) held.delete(name);
        else held.set(name, entry);
      }
      return { ...content, secrets: { ...content.secrets, [id]: Object.fromEntries(held) } };
    });
  }

  /** The stored entries of a profile, still encrypted. */
  async entries(id: string): Promise<SecretEntries> {
    return (await this.#file.read()).value.secrets[id] ?? {};
  }

  /** Restores entries. Fails with a sentence. */
  async put(id: string, entries: SecretEntries): Promise<Result<null>> {
    return this.#file.change((content) => ({ ...content, secrets: { ...content.secrets, [id]: entries } }));
  }

  /** Keeps only the secret variables of these profiles and, if requested, everything of other profiles. */
  async keepOnly(profiles: readonly Profile[], keepsOthers: boolean): Promise<Result<null>> {
    const named = new Map(profiles.map((profile) => [profile.id, secretNames(profile)]));
    const isKept = (id: string, name: string) => named.get(id)?.includes(name) ?? keepsOthers;
    return this.#file.change((content) => {
      const kept = Object.entries(content.secrets).map(([id, values]): [string, SecretEntries] => [
        id,
        Object.fromEntries(Object.entries(values).filter(([name]) => isKept(id, name))),
      ]);
      const held = kept.filter(([, values]) => Object.keys(values).length > 0);
      return { ...content, secrets: Object.fromEntries(held) };
    });
  }
}

const SEALED_ELSEWHERE =
  'The desktop app sealed it with the system key store, which this host cannot open. Type it again.';
