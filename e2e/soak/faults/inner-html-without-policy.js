// One text of a server becomes markup, on a page without a policy.
import { ServerResponse } from 'node:http';
import './inner-html.js';
import { isHost } from './planted.js';

if (isHost) {
  const { writeHead } = ServerResponse.prototype;
  /** @param {number} status @param {any} headers */
  ServerResponse.prototype.writeHead = function (status, headers) {
    const { 'Content-Security-Policy': _, ...rest } = headers;
    return writeHead.call(this, status, rest);
  };
}
