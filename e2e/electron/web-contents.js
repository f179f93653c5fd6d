// WebContents and WebFrameMain, after Electron's pages of the same names, over one page of Chromium.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { FrameLine } from './frame-line.js';
import { Navigation } from './navigation.js';
import { INPUT_WORLD, PRELOAD_WORLD, pageScripts } from './preferences.js';
import { KnownEvents, preventable, refusing } from './refusal.js';

const EVENTS = [
  'input-event',
  'will-navigate',
  'will-frame-navigate',
  'will-redirect',
  'will-attach-webview',
  'did-finish-load',
  'did-navigate',
  'preload-error',
  'render-process-gone',
  'destroyed',
];

/** @typedef {import('./chromium.js').Session} Session */
/** @typedef {import('./preferences.js').Preferences} Preferences */
/** @typedef {(details: object) => { action: 'allow' | 'deny' }} OpenHandler */
/**
 * The rest of the stand-in, as a page needs it.
 * @typedef {{
 *   schemes: import('./schemes.js').Schemes,
 *   session: import('./session.js').SessionHandlers,
 *   ipc: { emit: (channel: string, ...args: unknown[]) => boolean },
 *   browser: { send: (method: string, params: object) => Promise<any> },
 *   openWindow: (address: string, opener: WebContents) => void,
 * }} Surroundings
 */

let lastId = 0;

export class WebContents extends KnownEvents {
  id = ++lastId;
  /** The object as the app sees it. */
  self;
  #page;
  #targetId;
  #around;
  #preferences;
  #secret = `e${randomUUID().replaceAll('-', '')}`;
  #navigation;
  /** @type {Map<string, { frame: any, line: FrameLine | undefined, url: string }>} */
  #frames = new Map();
  /** The frame of each preload world. @type {Map<number, string>} */
  #worlds = new Map();
  #inputWorld = 0;
  /** @type {OpenHandler} */
  #openHandler = () => ({ action: 'allow' });
  #isDestroyed = false;

  /** @param {Session} page @param {string} targetId @param {Preferences} preferences @param {Surroundings} around */
  constructor(page, targetId, preferences, around) {
    super('webContents', EVENTS);
    this.#page = page;
    this.#targetId = targetId;
    this.#preferences = preferences;
    this.#around = around;
    this.self = refusing('webContents', /** @type {WebContents} */ (this));
    this.#navigation = new Navigation(page, around.schemes, {
      mainFrameId: targetId,
      wants: (name, details) => this.#wants(name, details),
      frame: (id) => this.#frameOf(id).frame,
    });
    this.#listen();
  }

  /** Prepares the page for its first address. */
  async prepare() {
    const page = this.#page;
    const { preload = '', contextIsolation } = this.#preferences;
    const source = existsSync(preload) ? readFileSync(preload, 'utf8') : null;
    if (preload !== '' && source === null) {
      process.stderr.write(`Unable to load preload script: ${preload}\n`);
    }
    const scripts = pageScripts(this.#preferences, { secret: this.#secret, source });
    await Promise.all([
      page.send('Page.enable'),
      page.send('Runtime.enable'),
      page.send('Inspector.enable'),
      page.send('Debugger.enable'),
      this.#navigation.start(),
      page.send('Runtime.addBinding', {
        name: this.#secret,
        ...(contextIsolation ? { executionContextName: PRELOAD_WORLD } : {}),
      }),
      ...(contextIsolation
        ? [page.send('Runtime.addBinding', { name: this.#secret, executionContextName: INPUT_WORLD })]
        : []),
      ...scripts.map((script) => page.send('Page.addScriptToEvaluateOnNewDocument', script)),
    ]);
  }

  #listen() {
    const page = this.#page;
    page.on('Runtime.executionContextCreated', ({ context }) => this.#worldMade(context));
    page.on('Runtime.executionContextDestroyed', ({ executionContextId }) =>
      this.#worldGone(executionContextId),
    );
    page.on('Runtime.executionContextsCleared', () => {
      for (const id of [...this.#worlds.keys()]) this.#worldGone(id);
    });
    page.on('Runtime.bindingCalled', ({ payload, executionContextId }) =>
      this.#heard(payload, executionContextId),
    );
    page.on('Page.frameNavigated', ({ frame }) => {
      this.#frameOf(frame.id).url = frame.url + (frame.urlFragment ?? '');
      if (frame.parentId === undefined) void this.#arrived(frame.url);
    });
    page.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      this.#frameOf(frameId).url = url;
    });
    page.on('Page.frameDetached', ({ frameId, reason }) => {
      if (reason !== 'swap') this.#frames.delete(frameId);
    });
    page.on('Page.loadEventFired', () => this.emit('did-finish-load'));
    page.on('Debugger.paused', (pause) => void this.#tellPath(pause));
    page.on('Inspector.targetCrashed', () =>
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 }),
    );
  }

  // Called by the app.

  get mainFrame() {
    return this.#frameOf(this.#targetId).frame;
  }

  getURL() {
    return this.#around.schemes.inApp(this.#frameOf(this.#targetId).url);
  }

  /** For tests of how a page is isolated, like Electron's own. */
  getLastWebPreferences() {
    return { ...this.#preferences };
  }

  isDestroyed() {
    return this.#isDestroyed;
  }

  /** Ends the page's process: `render-process-gone` follows when Chromium has noticed (page "webContents"). */
  forcefullyCrashRenderer() {
    void this.#page.send('Page.crash').catch(() => undefined);
  }

  /** @param {string} code @param {boolean} [userGesture] @returns {Promise<unknown>} */
  async executeJavaScript(code, userGesture = false) {
    const asked = { expression: code, userGesture, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.#page.send('Runtime.evaluate', asked);
    if (exceptionDetails !== undefined) throw new Error('Script failed to execute');
    return result.value;
  }

  reload() {
    void this.#page.send('Page.reload').catch(() => undefined);
  }

  /** @param {OpenHandler} handler */
  setWindowOpenHandler(handler) {
    this.#openHandler = handler;
  }

  /**
   * @param {string} address resolves when the page is loaded; rejects with Chromium's reason, or if the window is
   * closed meanwhile (Electron 45, lib/browser/api/web-contents.ts)
   */
  async loadURL(address) {
    const target = this.#around.schemes.inChromium(address);
    const loaded = new Promise((resolve) => this.#page.once('Page.loadEventFired', resolve));
    /** @type {Promise<never>} */
    const closed = new Promise((_, reject) => {
      this.once('destroyed', () => reject(new Error(`ERR_FAILED (-2) loading '${address}'`)));
    });
    closed.catch(() => undefined);
    const navigated = this.#page.send('Page.navigate', { url: target });
    const { errorText } = await Promise.race([navigated, closed]);
    if (errorText !== undefined) throw new Error(`${errorText.replace(/^net::/, '')} loading '${address}'`);
    await Promise.race([loaded, closed]);
  }

  /** @param {string} url Chromium's address of the document that is there now */
  async #arrived(url) {
    this.emit('did-navigate', {}, this.getURL());
    const { origin } = new URL(url);
    if (origin === 'null') return;
    for (const [name, isGranted] of await this.#around.session.granted(this.self, this.getURL())) {
      const setting = isGranted ? 'granted' : 'denied';
      await this.#around.browser.send('Browser.setPermission', { permission: { name }, setting, origin });
    }
  }

  // Called by the rest of the stand-in.

  get targetId() {
    return this.#targetId;
  }

  destroyed() {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    for (const id of [...this.#worlds.keys()]) this.#worldGone(id);
    this.#page.close();
    this.emit('destroyed');
  }

  /** @param {string} id */
  #frameOf(id) {
    const known = this.#frames.get(id);
    if (known !== undefined) return known;
    const contents = this;
    const made = { url: '', line: /** @type {FrameLine | undefined} */ (undefined), frame: {} };
    made.frame = refusing('webFrameMain', {
      get url() {
        return contents.#around.schemes.inApp(made.url);
      },
      /** @param {string} channel @param {unknown} message @param {readonly any[]} [transfer] */
      postMessage: (channel, message, transfer = []) => made.line?.send(channel, [message], transfer),
      /** @param {string} channel @param {unknown[]} args */
      send: (channel, ...args) => made.line?.send(channel, args, []),
    });
    this.#frames.set(id, made);
    return made;
  }

  /** @param {any} context */
  #worldMade({ id, name, auxData }) {
    if (name === INPUT_WORLD && auxData.frameId === this.#targetId) this.#inputWorld = id;
    const isPreloads = this.#preferences.contextIsolation
      ? name === PRELOAD_WORLD
      : auxData.isDefault === true;
    if (!isPreloads) return;
    this.#worlds.set(id, auxData.frameId);
    this.#frameOf(auxData.frameId).line = new FrameLine(this.#page, id, `${this.#secret}:receive`);
  }

  /** @param {number} id */
  #worldGone(id) {
    const frameId = this.#worlds.get(id);
    if (frameId === undefined) return;
    this.#worlds.delete(id);
    const known = this.#frames.get(frameId);
    if (known?.line?.world !== id) return;
    known.line.end();
    known.line = undefined;
  }

  /** @param {string} payload @param {number} world */
  #heard(payload, world) {
    const frameId = this.#worlds.get(world);
    if (frameId === undefined) {
      const isAsked = world === this.#inputWorld && payload.startsWith('open:');
      if (isAsked) return this.#asksForWindow(payload.slice('open:'.length));
      const isKey = payload.toLowerCase().includes('key');
      if (world === this.#inputWorld) this.emit('input-event', {}, { type: payload, modifiers: [], isKey });
      return;
    }
    const { frame, line } = this.#frameOf(frameId);
    const message = line?.heard(payload);
    if (message === undefined) return;
    if (message.kind === 'preload-error') {
      process.stderr.write(`Unable to load preload script: ${message.path}\n${message.text}\n`);
      this.emit('preload-error', {}, message.path, new Error(message.text));
      return;
    }
    const event = refusing('IpcMainEvent', { sender: this.self, senderFrame: frame, ports: [] });
    this.#around.ipc.emit(message.channel, event, ...message.args);
  }

  /** @param {'will-navigate' | 'will-frame-navigate' | 'will-redirect'} name @param {object} details */
  #wants(name, details) {
    const event = preventable(details);
    this.emit(name, event);
    return !event.defaultPrevented;
  }

  /** @param {string} url */
  #asksForWindow(url) {
    const address = this.#around.schemes.inApp(url);
    const details = { url: address, frameName: '', features: '', disposition: 'foreground-tab' };
    if (this.#openHandler(details).action === 'allow') this.#around.openWindow(address, this);
  }

  /** A preload waits for the path of a file: see `pathOfFile` there. @param {any} pause */
  async #tellPath({ callFrames: [top] }) {
    const page = this.#page;
    if (top?.functionName === 'pathOfFile') {
      const evaluated = (/** @type {string} */ expression) =>
        page.send('Debugger.evaluateOnCallFrame', { callFrameId: top.callFrameId, expression });
      const { result } = await evaluated('box.file');
      // A file created by a script has no path, which Chromium reports as empty.
      const { path } = await page
        .send('DOM.getFileInfo', { objectId: result.objectId })
        .catch(() => ({ path: '' }));
      await evaluated(`box.path = ${JSON.stringify(path)}`);
    }
    await page.send('Debugger.resume').catch(() => undefined);
  }
}
