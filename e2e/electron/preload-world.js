/**
 * The world of a preload, after Electron's pages "Process Sandboxing" (section "Preload scripts"), "ipcRenderer",
 * "contextBridge" and "webUtils". Runs at the start of each document, as source text, so it must not refer to anything
 * outside.
 * @param {{
 *   codec: { encode: (value: unknown) => string, decode: (text: string) => unknown },
 *   secret: string,
 *   isIsolated: boolean,
 *   isSandboxed: boolean,
 *   hasNode: boolean,
 *   versions: Record<string, string>,
 *   preloadPath: string,
 *   preload: null | ((...scope: any[]) => void),
 * }} world
 */
export function preloadWorld({
  codec,
  secret,
  isIsolated,
  isSandboxed,
  hasNode,
  versions,
  preloadPath,
  preload,
}) {
  const world = /** @type {any} */ (globalThis);
  const toHost = world[secret];
  // Without isolation this is the page's own world, which must not have the binding.
  delete world[secret];
  if (window !== window.top) return;

  /** @param {string} member */
  const refusal = (member) =>
    new Error(
      `The stand-in of Electron has no ${member}. Build it in e2e/electron as Electron documents it, or do without.`,
    );
  /** @template {object} T @param {string} name @param {T} known @returns {T} */
  const refusing = (name, known) =>
    new Proxy(known, {
      get(target, member) {
        if (member in target || typeof member === 'symbol') return Reflect.get(target, member);
        throw refusal(`${name}.${member}`);
      },
    });
  const send = (/** @type {object} */ message) => toHost(codec.encode(message));

  /** @type {Map<string, ((...args: any[]) => void)[]>} */
  const listeners = new Map();
  const listenersOf = (/** @type {string} */ channel) => listeners.get(channel) ?? [];
  const ipcRenderer = refusing('ipcRenderer', {
    on(/** @type {string} */ channel, /** @type {(...args: any[]) => void} */ listener) {
      listeners.set(channel, [...listenersOf(channel), listener]);
      return ipcRenderer;
    },
    once(/** @type {string} */ channel, /** @type {(...args: any[]) => void} */ listener) {
      const first = (/** @type {any[]} */ ...args) => {
        ipcRenderer.off(channel, first);
        listener(...args);
      };
      return ipcRenderer.on(channel, first);
    },
    off(/** @type {string} */ channel, /** @type {(...args: any[]) => void} */ listener) {
      listeners.set(
        channel,
        listenersOf(channel).filter((one) => one !== listener),
      );
      return ipcRenderer;
    },
    send(/** @type {string} */ channel, /** @type {unknown[]} */ ...args) {
      send({ kind: 'ipc', channel, args: structuredClone(args) });
    },
  });

  /** @type {Map<number, (...args: any[]) => unknown>} */
  const exposed = new Map();
  /** @param {unknown} value @returns {object} */
  const shapeOf = (value) => {
    if (typeof value === 'function') {
      exposed.set(exposed.size, /** @type {(...args: any[]) => unknown} */ (value));
      return { kind: 'function', id: exposed.size - 1 };
    }
    // "Symbols cannot be copied across contexts so they are omitted" (page "contextBridge").
    if (typeof value === 'symbol') return { kind: 'value', value: undefined };
    const isPlain =
      typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
    if (!isPlain && !Array.isArray(value)) return { kind: 'value', value };
    const members = Object.entries(/** @type {object} */ (value)).map(([name, member]) => [
      name,
      shapeOf(member),
    ]);
    return { kind: isPlain ? 'object' : 'array', members: Object.fromEntries(members) };
  };
  const tell = (/** @type {string} */ what, /** @type {unknown} */ detail) =>
    window.dispatchEvent(new CustomEvent(`${secret}:${what}`, { detail }));
  const contextBridge = refusing('contextBridge', {
    exposeInMainWorld(/** @type {string} */ name, /** @type {unknown} */ api) {
      if (!isIsolated) throw new Error('contextBridge API can only be used when contextIsolation is enabled');
      let isThere = false;
      const hear = (/** @type {Event} */ event) => {
        isThere = /** @type {CustomEvent} */ (event).detail;
      };
      window.addEventListener(`${secret}:has-answer`, hear, { once: true });
      tell('has', name);
      if (isThere) throw new Error('Cannot bind an API on top of an existing property on the window object');
      tell('expose', { name, shape: shapeOf(api) });
    },
  });
  window.addEventListener(`${secret}:call`, (event) => {
    const { id, args } = /** @type {CustomEvent} */ (event).detail;
    try {
      const value = exposed.get(id)?.(...args);
      if (value instanceof Promise || typeof value === 'function')
        throw refusal('way for this answer of the preload');
      tell('answer', { value });
    } catch (fault) {
      tell('answer', { error: fault instanceof Error ? fault.message : String(fault) });
    }
  });

  /** The caller waits for the path: the host sees the pause, and puts the path into the box. */
  const pathOfFile = (/** @type {File} */ file) => {
    const box = { file, path: '' };
    // biome-ignore lint/suspicious/noDebugger: the only way in which a page can wait for its host
    debugger;
    return box.path;
  };
  const webUtils = refusing('webUtils', {
    getPathForFile(/** @type {unknown} */ file) {
      if (!(file instanceof File)) throw new TypeError('getPathForFile: Object must be of type File');
      return pathOfFile(file);
    },
  });

  const electron = refusing('electron (in a preload)', { contextBridge, ipcRenderer, webUtils });
  const process = refusing('process (in a preload)', {
    versions,
    platform: 'linux',
    type: 'renderer',
    sandboxed: isSandboxed,
    contextIsolated: isIsolated,
  });
  const require = (/** @type {string} */ name) => {
    if (name === 'electron' || name === 'electron/renderer') return electron;
    if (isSandboxed) throw new Error(`module not found: ${name}`);
    return refusing(`${name} in a page`, {});
  };

  /** @type {Map<number, MessagePort>} */
  const ports = new Map();
  /** The near end of a host port; the preload gets the far one. @param {number} id */
  const portOf = (id) => {
    const { port1, port2 } = new MessageChannel();
    ports.set(id, port1);
    port1.onmessage = ({ data }) => send({ kind: 'port', id, text: codec.encode(data) });
    port1.addEventListener('close', () => send({ kind: 'port-closed', id }));
    return port2;
  };
  const receive = (/** @type {any} */ message) => {
    if (message.kind === 'port') ports.get(message.id)?.postMessage(codec.decode(message.text));
    if (message.kind === 'port-closed') ports.get(message.id)?.close();
    if (message.kind === 'ipc') {
      const event = refusing('IpcRendererEvent', { sender: ipcRenderer, ports: message.ports.map(portOf) });
      for (const listener of listenersOf(message.channel)) listener(event, ...message.args);
    }
  };
  Object.defineProperty(world, `${secret}:receive`, {
    value: (/** @type {string[]} */ batch) => {
      for (const text of batch) receive(codec.decode(text));
    },
  });

  // A preload without a sandbox has Node's globals in its world. They reach the page only with "nodeIntegration" and
  // without isolation (pages "Process Sandboxing" and "WebPreferences Object").
  if (!isSandboxed && (isIsolated || hasNode)) {
    const globals = {
      require,
      process,
      module: { exports: {} },
      Buffer: refusing('Buffer', {}),
      global: world,
    };
    Object.assign(world, globals);
  }
  const module = { exports: {} };
  try {
    preload?.(require, module, module.exports, process, world);
  } catch (fault) {
    // As Electron reports it: the page continues without its preload.
    console.error(`Unable to load preload script: ${preloadPath}`);
    console.error(fault);
    const text = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
    send({ kind: 'preload-error', path: preloadPath, text });
  }
}

/**
 * Tells the host of user input, for the event `input-event` of webContents (page "webContents"), and of the windows
 * that the page requests. Runs as source text in its own world.
 * @param {string} secret
 */
export function inputWorld(secret) {
  const toHost = /** @type {any} */ (globalThis)[secret];
  const TYPES = { mousedown: 'mouseDown', mouseup: 'mouseUp', keydown: 'rawKeyDown', keyup: 'keyUp' };
  for (const [name, type] of Object.entries(TYPES)) {
    window.addEventListener(name, (event) => event.isTrusted && toHost(type), { capture: true });
  }
  // Requests for a window go to the stand-in instead.
  const ask = (/** @type {string} */ address) => toHost(`open:${address}`);
  window.addEventListener(`${secret}:open`, (event) => ask(/** @type {CustomEvent} */ (event).detail));
  window.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[target="_blank"]') : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
    event.preventDefault();
    ask(link.href);
  });
}
