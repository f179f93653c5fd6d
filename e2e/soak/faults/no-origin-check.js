// Accepts every WebSocket as the app's own page.
import { Server } from 'node:http';
import { isHost } from './planted.js';

if (isHost) {
  const { emit } = Server.prototype;
  /** @param {string | symbol} event @param {any[]} args */
  Server.prototype.emit = function (event, ...args) {
    const headers = args[0]?.headers;
    if (event === 'upgrade' && headers.origin !== undefined) headers.origin = `http://${headers.host}`;
    // @ts-expect-error: one of many signatures
    return emit.call(this, event, ...args);
  };
}
