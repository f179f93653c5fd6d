// MessageChannelMain and MessagePortMain, after Electron's pages "MessagePortMain" and "MessagePorts in Electron".
import { cloneCodec } from './clone-codec.js';
import { KnownEvents } from './refusal.js';

const { encode, decode } = cloneCodec();

/** @typedef {{ post: (text: string) => void, close: () => void }} Far the other end, in a page */

/** Electron's error for a message that it cannot carry. @param {unknown} message @returns {string} */
export function encoded(message) {
  try {
    return encode(structuredClone(message));
  } catch {
    throw new Error('An object could not be cloned.');
  }
}

export { decode as decoded };

/** Its messages are queued until `start`; `close` is emitted when the other end is gone. */
export class MessagePortMain extends KnownEvents {
  /** @type {MessagePortMain | undefined} */
  #peer;
  /** Set once transferred to a page. @type {Far | undefined} */
  #far;
  /** @type {string[]} */
  #waiting = [];
  #isStarted = false;
  #isClosed = false;
  #isTransferred = false;

  constructor() {
    super('MessagePortMain', ['message', 'close']);
  }

  /** @param {MessagePortMain} one @param {MessagePortMain} other */
  static entangle(one, other) {
    one.#peer = other;
    other.#peer = one;
  }

  /** @param {unknown} message @param {readonly MessagePortMain[]} [transfer] */
  postMessage(message, transfer = []) {
    if (transfer.length > 0) throw new Error('The stand-in of Electron hands no port over a port.');
    const text = encoded(message);
    if (!this.#isClosed && this.#peer !== undefined) this.#peer.#take(text);
  }

  start() {
    if (this.#isStarted) return;
    this.#isStarted = true;
    for (const text of this.#waiting.splice(0)) this.#tell(text);
  }

  close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const peer = this.#peer;
    // Electron reports the end later, like any message.
    setImmediate(() => {
      this.emit('close');
      if (peer !== undefined) peer.#farEnded();
    });
  }

  /**
   * Transfers this end to a page: messages from its peer go there from now on, queued ones with `deliver`, once the
   * page has the port. Returns the handlers of the page's end.
   * @param {Far} far
   */
  transferTo(far) {
    if (this.#isTransferred || this.#isClosed) throw new Error('Port at index 0 is already neutered');
    this.#isTransferred = true;
    this.#far = far;
    return {
      deliver: () => {
        for (const text of this.#waiting.splice(0)) far.post(text);
      },
      heard: (/** @type {string} */ text) => {
        if (!this.#isClosed && this.#peer !== undefined) this.#peer.#take(text);
      },
      ended: () => this.close(),
    };
  }

  /** @param {string} text */
  #take(text) {
    if (this.#isClosed) return;
    if (this.#far !== undefined) this.#far.post(text);
    else if (this.#isStarted) this.#tell(text);
    else this.#waiting.push(text);
  }

  /** @param {string} text */
  #tell(text) {
    setImmediate(() => {
      if (!this.#isClosed) this.emit('message', { data: decode(text), ports: [] });
    });
  }

  #farEnded() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#far?.close();
    this.emit('close');
  }
}

export class MessageChannelMain {
  port1 = new MessagePortMain();
  port2 = new MessagePortMain();

  constructor() {
    MessagePortMain.entangle(this.port1, this.port2);
  }
}
