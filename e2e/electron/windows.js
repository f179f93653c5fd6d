// The open windows, and the Chromium that shows their pages.
import { join } from 'node:path';
import { startChromium } from './chromium.js';

/** @typedef {import('./chromium.js').Session} Session */
/** @typedef {import('./web-contents.js').WebContents} WebContents */
/** @typedef {import('./web-contents.js').Surroundings} Surroundings */
/** @typedef {{ app: import('./app.js').App, switches: readonly string[] }} Start */

export class Windows {
  /** @type {Surroundings} */
  around;
  #start;
  /** @type {Awaited<ReturnType<typeof startChromium>> | undefined} */
  #chromium;
  /** Pages that no window uses: Chromium starts with one. @type {{ page: Session, targetId: string }[]} */
  #free = [];
  /** @type {Map<WebContents, { window: any, gone: () => void }>} */
  #open = new Map();

  /** @param {Start} start @param {Omit<Surroundings, 'browser' | 'openWindow'>} parts @param {(address: string, opener: WebContents) => void} openWindow */
  constructor(start, parts, openWindow) {
    this.#start = start;
    const browser = {
      send: (/** @type {string} */ method, /** @type {object} */ params) =>
        this.#browser().send(method, params),
    };
    this.around = { ...parts, browser, openWindow };
  }

  async start() {
    const { app, switches } = this.#start;
    this.#chromium = await startChromium(join(app.getPath('userData'), 'chromium'), switches);
    const { connection } = this.#chromium;
    connection.on('Target.targetDestroyed', ({ targetId }) => this.#pageGone(targetId));
    connection.once('end', () => {
      process.stderr.write('The stand-in of Electron has lost its Chromium.\n');
      process.exit(70);
    });
    await connection.send('Target.setDiscoverTargets', { discover: true });
    const { targetInfos } = await connection.send('Target.getTargets');
    const { targetId } = targetInfos.find((/** @type {any} */ one) => one.type === 'page');
    this.#free.push(await this.#attached(targetId));
  }

  isReady() {
    return this.#chromium !== undefined;
  }

  /** A page for a new window; a second one must first be created by {@link makePage}. */
  takePage() {
    const page = this.#free.shift();
    if (page === undefined) throw new Error('The stand-in of Electron makes one window by itself.');
    return page;
  }

  async makePage() {
    const { targetId } = await this.#browser().send('Target.createTarget', { url: 'about:blank' });
    this.#free.push(await this.#attached(targetId));
  }

  /** @param {string} targetId */
  async #attached(targetId) {
    const connection = this.#browser();
    const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true });
    return { page: connection.session(sessionId), targetId };
  }

  all() {
    return [...this.#open.values()].map(({ window }) => window);
  }

  contents() {
    return [...this.#open.keys()];
  }

  /** @param {any} window @param {WebContents} contents @param {() => void} gone */
  opened(window, contents, gone) {
    this.#open.set(contents, { window, gone });
    this.#start.app.emit('web-contents-created', {}, contents.self);
    this.#start.app.emit('browser-window-created', {}, window);
  }

  /** @param {WebContents} contents */
  closed(contents) {
    this.#open.delete(contents);
  }

  afterClosed() {
    if (this.#open.size === 0) this.#start.app.lastWindowClosed();
  }

  keptOpen() {
    this.#start.app.quitRefused();
  }

  /** @param {WebContents} contents */
  focus({ targetId }) {
    void this.#browser().send('Target.activateTarget', { targetId });
  }

  /** @param {WebContents} contents */
  closePage({ targetId }) {
    void this.#browser()
      .send('Target.closeTarget', { targetId })
      .catch(() => undefined);
  }

  end() {
    this.#chromium?.connection.drop();
    this.#chromium?.child.kill('SIGKILL');
  }

  /** @param {string} targetId */
  #pageGone(targetId) {
    for (const [contents, { gone }] of this.#open) if (contents.targetId === targetId) gone();
  }

  #browser() {
    if (this.#chromium === undefined) throw new Error('The app is not ready: there is no Chromium yet.');
    return this.#chromium.connection;
  }
}
