// A server whose one tool, `flood`, writes as much as requested: the channel, the bytes per line and the number of
// lines. It waits for the pipe like a well-behaved program, and answers when everything is written.
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const PIECE = 64 * 1024;

/** @param {object} message */
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

/** Distinct numbered lines of `bytes` each. @param {string} channel @param {number} bytes @param {number} number */
function lineOf(channel, bytes, number) {
  const padded = (/** @type {number} */ room) =>
    `line ${number} `.padEnd(Math.max(0, room), 'the quick brown fox jumps over the lazy dog ');
  if (channel === 'stderr') return `${padded(bytes - 1)}\n`;
  const message = (/** @type {string} */ data) =>
    `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } })}\n`;
  return message(padded(bytes - message('').length));
}

/** @param {{ channel: string, bytes: number, lines: number }} input */
async function flood({ channel, bytes, lines }) {
  const stream = channel === 'stderr' ? process.stderr : process.stdout;
  let piece = '';
  for (let number = 1; number <= lines; number += 1) {
    piece += lineOf(channel, bytes, number);
    if (piece.length < PIECE && number < lines) continue;
    if (!stream.write(piece)) await once(stream, 'drain');
    piece = '';
  }
}

const TOOL = {
  name: 'flood',
  description: 'Writes lines of a size to stdout or stderr.',
  inputSchema: { type: 'object', required: ['channel', 'bytes', 'lines'] },
};

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === 'initialize') {
    const { protocolVersion } = params;
    const capabilities = { logging: {}, tools: {} };
    say({
      jsonrpc: '2.0',
      id,
      result: { protocolVersion, capabilities, serverInfo: { name: 'flooder', version: '1' } },
    });
  } else if (method === 'tools/list') say({ jsonrpc: '2.0', id, result: { tools: [TOOL] } });
  else if (method === 'tools/call') {
    const { channel, bytes, lines } = params.arguments;
    if (channel !== 'answers') await flood({ channel, bytes, lines });
    const text = channel === 'answers' ? ''.padEnd(bytes, `answer ${id} `) : 'done';
    say({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } });
  } else say({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
});
