// The module `safeStorage` on Linux, after Electron's pages "safeStorage" and "Command-line switches".
import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusing } from './refusal.js';

/** Without a secret service Chromium encrypts with a published password, which Electron's page calls `basic_text`. */
const WELL_KNOWN = { prefix: 'v10', password: 'peanuts' };
const REFUSAL = 'Error while decrypting the ciphertext provided to safeStorage.decryptString.';

/**
 * The switch `--password-store=gnome-libsecret` forces a secret service; its one password is in a file of the user
 * data, so that a later start finds it unless the file was removed.
 * @param {import('./app.js').App} app @param {readonly string[]} switches
 */
export function safeStorageOf(app, switches) {
  const hasService = switches.includes('--password-store=gnome-libsecret');
  const store = () => {
    if (!app.isReady()) throw new Error('safeStorage cannot be used before app is ready');
    return hasService ? { prefix: 'v11', password: servicePassword(app.getPath('userData')) } : WELL_KNOWN;
  };
  return refusing('safeStorage', {
    // "On Linux, returns true if the app has emitted the ready event and the secret key is available."
    isEncryptionAvailable: () => app.isReady(),
    getSelectedStorageBackend: () => {
      if (!app.isReady()) return 'unknown';
      return hasService ? 'gnome_libsecret' : 'basic_text';
    },
    encryptString(/** @type {string} */ text) {
      const { prefix, password } = store();
      const salt = randomBytes(16);
      const cipher = createCipheriv('aes-128-gcm', keyOf(password), salt);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from(prefix), salt, cipher.getAuthTag(), sealed]);
    },
    decryptString(/** @type {Buffer} */ sealed) {
      const { prefix, password } = store();
      if (!sealed.subarray(0, 3).equals(Buffer.from(prefix))) throw new Error(REFUSAL);
      const cipher = createDecipheriv('aes-128-gcm', keyOf(password), sealed.subarray(3, 19));
      cipher.setAuthTag(sealed.subarray(19, 35));
      try {
        return Buffer.concat([cipher.update(sealed.subarray(35)), cipher.final()]).toString('utf8');
      } catch {
        throw new Error(REFUSAL);
      }
    },
  });
}

/** @param {string} password */
function keyOf(password) {
  return pbkdf2Sync(password, 'saltysalt', 1, 16, 'sha1');
}

/** @param {string} userData */
function servicePassword(userData) {
  const file = join(userData, 'secret-service');
  if (!existsSync(file)) writeFileSync(file, randomBytes(16).toString('base64'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}
