// `session.defaultSession`, after Electron's page "session": the permissions of a page. With Chromium, nobody outside
// can answer such a question while the page waits, so the handlers are asked for every permission when a page loads.
import { refusing } from './refusal.js';

/** Electron's name of a permission, and Chromium's names of it in the DevTools protocol (Browser.setPermission). */
const PERMISSIONS = new Map([
  ['clipboard-read', ['clipboard-read']],
  ['clipboard-sanitized-write', ['clipboard-write']],
  ['geolocation', ['geolocation']],
  ['idle-detection', ['idle-detection']],
  ['media', ['camera', 'microphone']],
  ['midi', ['midi']],
  ['notifications', ['notifications']],
  ['storage-access', ['storage-access']],
  ['window-management', ['window-management']],
]);

/** @typedef {(contents: any, permission: string, callback: (granted: boolean) => void, details: object) => void} RequestHandler */
/** @typedef {(contents: any, permission: string, origin: string, details: object) => boolean} CheckHandler */

export class SessionHandlers {
  /** @type {RequestHandler | null} */
  #request = null;
  /** @type {CheckHandler | null} */
  #check = null;

  /** The module as the app sees it. */
  module() {
    const defaultSession = refusing('session.defaultSession', {
      setPermissionRequestHandler: (/** @type {RequestHandler | null} */ handler) => {
        this.#request = handler;
      },
      setPermissionCheckHandler: (/** @type {CheckHandler | null} */ handler) => {
        this.#check = handler;
      },
      // There is never a device, or a screen to share, so these two are never called.
      setDevicePermissionHandler: () => undefined,
      setDisplayMediaRequestHandler: () => undefined,
    });
    return refusing('session', { defaultSession });
  }

  /**
   * Chromium's names of every permission, each with whether the app grants it to this page. Without a handler Electron
   * grants it.
   * @param {any} contents @param {string} origin as the app knows it
   * @returns {Promise<[name: string, granted: boolean][]>}
   */
  async granted(contents, origin) {
    /** @type {[string, boolean][]} */
    const all = [];
    for (const [permission, names] of PERMISSIONS) {
      const details = { requestingUrl: origin, isMainFrame: true };
      const isChecked = this.#check?.(contents, permission, origin, details) ?? true;
      const isGranted = isChecked && (await this.#asked(contents, permission, details));
      for (const name of names) all.push([name, isGranted]);
    }
    return all;
  }

  /** @param {any} contents @param {string} permission @param {object} details @returns {Promise<boolean>} */
  #asked(contents, permission, details) {
    const handler = this.#request;
    if (handler === null) return Promise.resolve(true);
    return new Promise((resolve) => handler(contents, permission, resolve, details));
  }
}
