// Sends a line every few milliseconds, each with a number and its time, and logs in another file what it has written,
// "said <number> <time>". A ping with the same number follows each line; its answer shows that the line was read:
// "heard <number> <time>". chatty.js <note file>. Ends with its stdin.
import { openSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const EVERY_MS = 4;
const notes = openSync(process.argv[2] ?? '', 'a');
const say = (/** @type {object} */ message) => process.stdout.write(`${JSON.stringify(message)}\n`);

let number = 0;
let isReady = false;
const timer = setInterval(() => {
  number += 1;
  const at = Date.now();
  say({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: { number, at } } });
  if (isReady) say({ jsonrpc: '2.0', id: number, method: 'ping' });
  writeSync(notes, `said ${number} ${at}\n`);
}, EVERY_MS);

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'notifications/initialized') isReady = true;
  if (method === undefined) writeSync(notes, `heard ${id} ${Date.now()}\n`);
  if (id === undefined || method === undefined) return;
  const { protocolVersion } = params ?? {};
  const serverInfo = { name: 'chatty', version: '1' };
  if (method === 'initialize')
    say({ jsonrpc: '2.0', id, result: { protocolVersion, capabilities: { logging: {} }, serverInfo } });
  else say({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
});
lines.on('close', () => clearInterval(timer));
process.stdout.on('error', () => process.exit());
