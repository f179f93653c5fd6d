// BrowserWindow, after Electron's page of the same name. The window is invisible, but has a size, a page and an end.

import { preferencesOf } from './preferences.js';
import { KnownEvents, preventable, refusing } from './refusal.js';
import { WebContents } from './web-contents.js';

const EVENTS = ['ready-to-show', 'close', 'closed'];
const OPTIONS = new Set([
  'x',
  'y',
  'width',
  'height',
  'minWidth',
  'minHeight',
  'show',
  'title',
  'backgroundColor',
  'webPreferences',
]);

/** The rest of the stand-in, as a window needs it. @typedef {import('./windows.js').Windows} Windows */

export class BrowserWindow extends KnownEvents {
  /** @type {Windows | undefined} */
  static windows;

  static getAllWindows() {
    return BrowserWindow.windows?.all() ?? [];
  }

  /** @param {unknown} contents */
  static fromWebContents(contents) {
    return BrowserWindow.getAllWindows().find((one) => one.webContents === contents) ?? null;
  }

  webContents;
  id;
  #bounds;
  #isVisible;
  #isMinimized = false;
  #isDestroyed = false;
  #windows;
  #contents;
  #ready;

  /** @param {Record<string, any>} [options] */
  constructor(options = {}) {
    super('BrowserWindow', EVENTS);
    const { windows } = BrowserWindow;
    if (windows === undefined || !windows.isReady()) {
      throw new Error('Cannot create BrowserWindow before app is ready');
    }
    for (const name of Object.keys(options)) {
      if (!OPTIONS.has(name))
        throw new Error(`The stand-in of Electron has no window with the option ${name}.`);
    }
    this.#windows = windows;
    const { x = 0, y = 0, width = 800, height = 600, show = true, webPreferences = {} } = options;
    this.#bounds = { x, y, width, height };
    this.#isVisible = show;
    const { page, targetId } = windows.takePage();
    this.#contents = new WebContents(page, targetId, preferencesOf(webPreferences), windows.around);
    this.webContents = this.#contents.self;
    this.id = this.webContents.id;
    this.#ready = this.#prepare(page);
    const self = refusing('BrowserWindow', /** @type {BrowserWindow} */ (this));
    windows.opened(self, this.#contents, () => this.#gone());
    // biome-ignore lint/correctness/noConstructorReturn: the app gets the cover, which refuses what is missing
    return self;
  }

  /** @param {import('./chromium.js').Session} page */
  async #prepare(page) {
    const { width, height } = this.#bounds;
    const metrics = { width, height, deviceScaleFactor: 0, mobile: false };
    await Promise.all([page.send('Emulation.setDeviceMetricsOverride', metrics), this.#contents.prepare()]);
  }

  /** @param {string} address */
  async loadURL(address) {
    await this.#ready;
    await this.#contents.loadURL(address);
    this.emit('ready-to-show');
  }

  show() {
    this.#isVisible = true;
  }

  isVisible() {
    return this.#isVisible;
  }

  focus() {
    this.#windows.focus(this.#contents);
  }

  minimize() {
    this.#isMinimized = true;
  }

  restore() {
    this.#isMinimized = false;
  }

  isMinimized() {
    return this.#isMinimized;
  }

  isFullScreen() {
    return false;
  }

  isDestroyed() {
    return this.#isDestroyed;
  }

  getNormalBounds() {
    return { ...this.#bounds };
  }

  /** @param {Partial<{ x: number, y: number, width: number, height: number }>} bounds */
  setBounds(bounds) {
    Object.assign(this.#bounds, bounds);
  }

  /** Closes like a user does: a listener may keep it open. */
  close() {
    if (this.#isDestroyed) return;
    const event = preventable();
    this.emit('close', event);
    if (event.defaultPrevented) this.#windows.keptOpen();
    else this.destroy();
  }

  destroy() {
    this.#windows.closePage(this.#contents);
    this.#gone();
  }

  #gone() {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#contents.destroyed();
    this.#windows.closed(this.#contents);
    this.emit('closed');
    this.#windows.afterClosed();
  }
}
