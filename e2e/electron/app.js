// The module `app`, after Electron's page "app": when the app becomes ready, and the order in which it ends.
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InstanceLock } from './instance-lock.js';
import { KnownEvents, preventable, refusal, refusing } from './refusal.js';

const EVENTS = [
  'ready',
  'window-all-closed',
  'before-quit',
  'will-quit',
  'quit',
  'open-file',
  'second-instance',
  'web-contents-created',
  'browser-window-created',
];

/**
 * The rest of the stand-in, as the app needs it.
 * @typedef {{ start: () => Promise<void>, windows: () => { close: () => void }[], end: () => void }} Inside
 */

export class App extends KnownEvents {
  isPackaged = false;
  #paths = new Map([['userData', join(tmpdir(), `electron-stand-in-${process.pid}`)]]);
  #isReady = false;
  #isQuitting = false;
  codeLoaded = () => {};
  #ready;
  /** @type {InstanceLock | undefined} */
  #lock;
  /** @type {Inside | undefined} */
  #inside;
  // Electron's process lives until it is ended, even with nothing left to do.
  #alive = setInterval(() => undefined, 2 ** 30);

  constructor() {
    super('app', EVENTS);
    /** @type {Promise<void>} */
    const loaded = new Promise((resolve) => {
      this.codeLoaded = resolve;
    });
    // "Your app may be ready before your code executes", unless its entry awaits that (page "ES Modules").
    this.#ready = loaded.then(() => this.#start());
  }

  /** @param {Inside} inside */
  connect(inside) {
    this.#inside = inside;
  }

  /** The module as the app sees it. */
  module() {
    return refusing('app', /** @type {App} */ (this));
  }

  /** @param {string} name @param {string} path */
  setPath(name, path) {
    if (!this.#paths.has(name)) throw new Error(`The stand-in of Electron has no path "${name}".`);
    mkdirSync(path, { recursive: true });
    this.#paths.set(name, path);
  }

  /** @param {string} name */
  getPath(name) {
    const path = this.#paths.get(name);
    if (path === undefined) throw new Error(`The stand-in of Electron has no path "${name}".`);
    return path;
  }

  /** Other systems have no such member. @param {string} policy */
  setActivationPolicy(policy) {
    if (process.platform !== 'darwin') throw refusal('app.setActivationPolicy on this system');
    if (policy !== 'prohibited') throw refusal(`activation policy "${policy}"`);
  }

  isReady() {
    return this.#isReady;
  }

  whenReady() {
    return this.#ready;
  }

  /** Chromium starts whether or not the app waits for it; commands that need none have ended by then. */
  async #start() {
    await this.#inside?.start();
    this.#isReady = true;
    this.emit('ready', {}, {});
  }

  /** @param {unknown} [data] */
  requestSingleInstanceLock(data) {
    this.#lock = new InstanceLock(this.getPath('userData'));
    const own = { argv: process.argv, folder: process.cwd(), data };
    return this.#lock.take(own, ({ argv, folder, data: theirs }) => {
      // "This event is guaranteed to be emitted after the ready event" (page "app").
      void this.whenReady().then(() => this.emit('second-instance', {}, argv, folder, theirs));
    });
  }

  releaseSingleInstanceLock() {
    this.#lock?.release();
  }

  /** Before the windows close, after they have closed, and the end; a handler may prevent each. */
  quit() {
    if (this.#isQuitting) return;
    const before = preventable();
    this.emit('before-quit', before);
    if (before.defaultPrevented) return;
    this.#isQuitting = true;
    for (const window of this.#inside?.windows() ?? []) window.close();
    if (this.#inside?.windows().length === 0) this.#willQuit();
  }

  /** A window kept itself open. */
  quitRefused() {
    this.#isQuitting = false;
  }

  /** "If the developer called app.quit() … the window-all-closed event would not be emitted" (page "app"). */
  lastWindowClosed() {
    if (this.#isQuitting) this.#willQuit();
    else if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed');
    else this.quit();
  }

  #willQuit() {
    const event = preventable();
    this.emit('will-quit', event);
    this.#isQuitting = false;
    // A listener may still set the exit code in the same turn.
    if (!event.defaultPrevented) setImmediate(() => this.exit(0));
  }

  /** @param {number} [exitCode] */
  exit(exitCode = 0) {
    this.emit('quit', {}, exitCode);
    this.#lock?.release();
    this.#inside?.end();
    clearInterval(this.#alive);
    process.exit(exitCode);
  }
}
