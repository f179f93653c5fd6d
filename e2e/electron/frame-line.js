// The channel between the host and the preload of one document: IPC messages, and the ports transferred over it.
import { decoded, encoded } from './message-ports.js';

/** @typedef {import('./message-ports.js').MessagePortMain} Port @typedef {ReturnType<Port['transferTo']>} PortEnd */

export class FrameLine {
  world;
  #page;
  #receiver;
  /** @type {Map<number, PortEnd>} */
  #ports = new Map();
  #lastPort = 0;
  /** @type {string[]} */
  #outbox = [];

  /** @param {import('./chromium.js').Session} page @param {number} world @param {string} receiver */
  constructor(page, world, receiver) {
    this.#page = page;
    this.world = world;
    this.#receiver = receiver;
  }

  /** @param {string} channel @param {unknown[]} args @param {readonly Port[]} transfer */
  send(channel, args, transfer) {
    const ports = transfer.map((port) => this.#handOver(port));
    this.#post({ kind: 'ipc', channel, args, ports });
    // Messages queued in a port are transferred with it, and nothing can reach it earlier.
    for (const id of ports) this.#ports.get(id)?.deliver();
  }

  /**
   * The preload's message on a channel; undefined if it belonged to a port.
   * @param {string} payload @returns {any}
   */
  heard(payload) {
    const message = /** @type {any} */ (decoded(payload));
    if (message.kind === 'port') this.#ports.get(message.id)?.heard(message.text);
    else if (message.kind === 'port-closed') this.#ports.get(message.id)?.ended();
    else return message;
    return undefined;
  }

  /** The document is gone, and with it the other end of every port. */
  end() {
    for (const port of this.#ports.values()) port.ended();
    this.#ports.clear();
  }

  /** @param {Port} port */
  #handOver(port) {
    const id = ++this.#lastPort;
    const end = port.transferTo({
      post: (text) => this.#post({ kind: 'port', id, text }),
      close: () => this.#post({ kind: 'port-closed', id }),
    });
    this.#ports.set(id, end);
    return id;
  }

  /** Messages of one turn are sent as one batch, in order. @param {object} message */
  #post(message) {
    this.#outbox.push(encoded(message));
    if (this.#outbox.length > 1) return;
    queueMicrotask(() => {
      const batch = this.#outbox.splice(0);
      const call = {
        functionDeclaration: `function (batch) { globalThis[${JSON.stringify(this.#receiver)}](batch); }`,
        executionContextId: this.world,
        arguments: [{ value: batch }],
      };
      // A document that is gone receives nothing more.
      void this.#page.send('Runtime.callFunctionOn', call).then(
        ({ exceptionDetails }) => {
          if (exceptionDetails !== undefined) process.stderr.write(`${JSON.stringify(exceptionDetails)}\n`);
        },
        () => undefined,
      );
    });
  }
}
