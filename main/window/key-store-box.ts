import type { SafeStorage } from 'electron';
import { err, errorMessage, ok, type Result } from '../../app/base/result.ts';
import { plainSecretBox, type SecretBox } from '../profiles/secret-box.ts';

type KeyStore = Pick<
  SafeStorage,
  'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'
>;

/** The keeper of the key, by Electron's platform name. */
const KEEPERS: Readonly<Record<string, string>> = {
  darwin: 'the key in your Keychain',
  win32: 'Windows (DPAPI)',
};

/**
 * Electron's key store as a secret box, which stores base64. On Linux without a secret service, Chromium would encrypt
 * with a publicly known key (`basic_text`), so this counts as no key store. Queried on use: it works only after the app
 * is ready.
 */
export function keyStoreBox(store: KeyStore, platform: string): SecretBox {
  return {
    get available() {
      return isProtected(store, platform);
    },
    get note() {
      if (!isProtected(store, platform)) return plainSecretBox.note;
      return `Secret values are sealed by ${KEEPERS[platform] ?? "your desktop's key store"}.`;
    },
    encrypt: (secret) =>
      isProtected(store, platform)
        ? tried('The system key store refused', () => store.encryptString(secret).toString('base64'))
        : plainSecretBox.encrypt(secret),
    decrypt: (sealed) =>
      tried('The system key store cannot open it', () => store.decryptString(Buffer.from(sealed, 'base64'))),
  };
}

function isProtected(store: KeyStore, platform: string): boolean {
  if (!store.isEncryptionAvailable()) return false;
  return platform !== 'linux' || !['basic_text', 'unknown'].includes(store.getSelectedStorageBackend());
}

function tried(what: string, act: () => string): Result<string> {
  try {
    return ok(act());
  } catch (error) {
    return err(`${what}: ${errorMessage(error)}.`);
  }
}
