// Chromium as the window of the app: started as Electron starts its own, and driven over a pipe.
import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { browserPath } from '../run/browser.js';
import { launchOptions } from '../run/launch-options.js';

/** @typedef {import('node:stream').Readable} Readable @typedef {import('node:stream').Writable} Writable */

/**
 * The DevTools protocol over Chromium's pipe: a NUL ends each message. Chromium ends with the pipe of a killed
 * stand-in.
 */
export class Connection extends EventEmitter {
  /** @type {Map<number, { resolve: (result: any) => void, reject: (fault: Error) => void, method: string, sessionId?: string | undefined }>} */
  #calls = new Map();
  /** The app ends, and Chromium with it: nothing waits for an answer. @type {Set<string>} */
  #closed = new Set();
  /** @type {Map<string, Session>} */
  #sessions = new Map();
  #nextId = 1;
  #input;
  #isOpen = true;

  /** @param {Writable} input @param {Readable} output */
  constructor(input, output) {
    super();
    this.#input = input;
    /** @type {Buffer[]} */
    let held = [];
    output.on('data', (/** @type {Buffer} */ chunk) => {
      let from = 0;
      for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
        held.push(chunk.subarray(from, end));
        this.#heard(JSON.parse(Buffer.concat(held).toString()));
        held = [];
        from = end + 1;
      }
      if (from < chunk.length) held.push(chunk.subarray(from));
    });
    input.on('error', () => this.#ended());
    output.on('close', () => this.#ended());
  }

  /**
   * @param {string} method @param {object} [params] @param {string} [sessionId]
   * @returns {Promise<any>} rejects with Chromium's sentence, or if Chromium has ended; never settles for a page that
   * the app has closed: Electron's own process hears no more of it either
   */
  send(method, params = {}, sessionId) {
    if (sessionId !== undefined && this.#closed.has(sessionId)) return new Promise(() => undefined);
    if (!this.#isOpen) return Promise.reject(new Error(`${method}: Chromium has ended`));
    const id = this.#nextId++;
    this.#input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.#calls.set(id, { resolve, reject, method, sessionId }));
  }

  /** @param {string} sessionId of a page that the app closes */
  closeSession(sessionId) {
    this.#closed.add(sessionId);
    for (const [id, call] of this.#calls) if (call.sessionId === sessionId) this.#calls.delete(id);
  }

  /** The app ends, and Chromium with it: nothing waits for an answer any more. */
  drop() {
    this.removeAllListeners('end');
    this.#calls.clear();
  }

  /** @param {string} id */
  session(id) {
    const session = new Session(this, id);
    this.#sessions.set(id, session);
    return session;
  }

  /** @param {any} message */
  #heard({ id, result, error, method, params, sessionId }) {
    if (id === undefined) {
      const at = sessionId === undefined ? this : this.#sessions.get(sessionId);
      at?.emit(method, params);
      return;
    }
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (error === undefined) call?.resolve(result);
    else call?.reject(new Error(`${call.method}: ${error.message}`));
  }

  #ended() {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const { reject, method } of this.#calls.values()) reject(new Error(`${method}: Chromium has ended`));
    this.#calls.clear();
    this.emit('end');
  }
}

/** One target's part of the connection: messages are sent to it, and its events arrive here. */
export class Session extends EventEmitter {
  #connection;
  #id;

  /** @param {Connection} connection @param {string} id */
  constructor(connection, id) {
    super();
    this.#connection = connection;
    this.#id = id;
  }

  /** @param {string} method @param {object} [params] @returns {Promise<any>} */
  send(method, params) {
    return this.#connection.send(method, params, this.#id);
  }

  close() {
    this.#connection.closeSession(this.#id);
  }
}

/**
 * Starts Chromium with its profile in `profile`. Like Electron's, its line `DevTools listening on …` goes to stderr,
 * where Playwright looks for it; its other output there is dropped.
 * @param {string} profile @param {readonly string[]} switches those that the app was started with
 */
export async function startChromium(profile, switches) {
  const args = [
    ...launchOptions.args,
    ...switches,
    '--headless',
    '--remote-debugging-pipe',
    '--hide-scrollbars=false',
    '--disable-background-timer-throttling',
    '--disable-renderer-backgrounding',
    '--disable-dev-shm-usage',
    '--mute-audio',
    `--user-data-dir=${profile}`,
    'about:blank',
  ];
  // Its own group: a signal to the app's group is for the app, which ends its Chromium itself.
  const detached = true;
  const child = spawn(browserPath(), args, {
    detached,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  let isReported = false;
  child.stderr?.on('data', (/** @type {Buffer} */ chunk) => {
    const line = isReported ? null : /^DevTools listening on .*$/m.exec(chunk.toString());
    if (line === null) return;
    isReported = true;
    process.stderr.write(`${line[0]}\n`);
  });
  const [, , , input, output] = child.stdio;
  const connection = new Connection(/** @type {Writable} */ (input), /** @type {Readable} */ (output));
  return { connection, child };
}
