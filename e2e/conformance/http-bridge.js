// A stdio MCP server that carries each line to a Streamable HTTP server and each message back: the conformance
// suite's scenarios are HTTP servers, and Tierscope talks over stdio. The HTTP side is the official transport.
import { createInterface } from 'node:readline';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const HTTP_FAILURE = -32000;
const [url = ''] = process.argv.slice(2);

/** @typedef {{ id?: unknown, method?: string, result?: { protocolVersion?: unknown }, error?: unknown }} Message */

/** @param {Message} message */
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

/**
 * The response of a refused request as an error response: HTTP says by its status what stdio says in a message.
 * @param {number} status @param {string} body @param {Message} request @returns {Message}
 */
function refusal(status, body, request) {
  try {
    const { error } = JSON.parse(body);
    if (error !== undefined) return { ...JSON.parse(body), id: request.id };
  } catch {
    // Not JSON: there is only the status.
  }
  const error = { code: HTTP_FAILURE, message: `HTTP ${status}: ${body.slice(0, 200)}` };
  return /** @type {Message} */ ({ jsonrpc: '2.0', id: request.id, error });
}

/** @type {typeof fetch} */
const send = async (target, init) => {
  const response = await fetch(target, init);
  if (response.ok || init?.method !== 'POST' || typeof init.body !== 'string') return response;
  const request = JSON.parse(init.body);
  if (request.id !== undefined) say(refusal(response.status, await response.text(), request));
  return new Response(null, { status: 202 });
};

const http = new StreamableHTTPClientTransport(new URL(url), { fetch: send });
/** @type {unknown} */
let initializeId;
http.onmessage = (/** @type {any} */ message) => {
  const revision = message.result?.protocolVersion;
  if (message.id === initializeId && typeof revision === 'string') http.setProtocolVersion(revision);
  say(message);
};
http.onerror = (error) => console.error(error.message);
await http.start();

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const message = JSON.parse(line);
  if (message.method === 'initialize') initializeId = message.id;
  http.send(message).catch((/** @type {Error} */ error) => console.error(error.message));
});
lines.on('close', () => void http.close().finally(() => process.exit(0)));
