import { ok, type Result } from '../../app/base/result.ts';

/** Seals secrets for the disk. Electron's `safeStorage` is one; {@link plainSecretBox} stands in without it. */
export type SecretBox = {
  /** True where the system's key store protects what is sealed. */
  readonly available: boolean;
  /** One sentence for users about where their secrets are. */
  readonly note: string;
  /** Gives text for the disk. Fails with a sentence where the key store refuses. */
  readonly encrypt: (secret: string) => Result<string>;
  /** Fails with a sentence where the text was sealed elsewhere, or its key is gone. */
  readonly decrypt: (sealed: string) => Result<string>;
};

/** Seals nothing: the file's permissions are all that protects it. */
export const plainSecretBox: SecretBox = {
  available: false,
  note: 'Secret values are kept in a file that only your user account can read, because no system key store is available here.',
  encrypt: (secret) => ok(secret),
  decrypt: (sealed) => ok(sealed),
};
