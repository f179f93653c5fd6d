// The recordings for the benchmarks: uniform calls, and traffic like that of busy servers.
import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {'calls' | 'mixed'} Traffic */

/** @typedef {Record<string, Record<string, number | string>>} Report the figures of each entry */

/**
 * The figures of a benchmark on both; those of mixed traffic have a prefix.
 * @param {(traffic: Traffic) => Promise<Report>} measure @returns {Promise<Report>}
 */
export async function onTraffic(measure) {
  const mixed = Object.entries(await measure('mixed')).map(([name, figures]) => [`${name}, mixed`, figures]);
  return { ...(await measure('calls')), ...Object.fromEntries(mixed) };
}

/** Writes or serves mixed traffic: see `tools/bench/mixed-input.ts`. */
export const mixedInput = join(fileURLToPath(new URL('../..', import.meta.url)), 'dist/main/bench-mixed.js');

/** @param {'recording' | 'plain' | 'log' | 'causes'} kind @param {string} path @param {number} size */
export function writeMixed(kind, path, size) {
  const { status } = spawnSync(process.execPath, [mixedInput, kind, path, String(size)], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`${path} could not be written`);
}

const SERVER = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: 'large', version: '1.0.0' },
};
const CLIENT = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'c', version: '1.0.0' },
};
/** The usual start of a session: without it each call would precede the handshake, with its own finding. */
const HANDSHAKE = [
  { jsonrpc: '2.0', id: 'hello', method: 'initialize', params: CLIENT },
  { jsonrpc: '2.0', id: 'hello', result: SERVER },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
];

/**
 * Writes a recording with one frame per millisecond: frame number n has seq n + 2.
 * @param {string} path @param {number} frames @param {Traffic} [traffic]
 */
export async function writeRecording(path, frames, traffic = 'calls') {
  if (traffic === 'mixed') return writeMixed('recording', path, frames);
  const file = createWriteStream(path);
  const start = { type: 'header', format: 'tierscope', version: 1, startedAt: '2026-11-21T09:30:00.000Z' };
  const session = { type: 'session', seq: 1, at: 0, session: 's1', label: 'large', origin: 'connect' };
  let text = `${JSON.stringify(start)}\n${JSON.stringify(session)}\n`;
  for (let at = 0; at < frames; at += 1) {
    const isRequest = at % 2 === 0;
    const id = Math.floor(at / 2);
    const message =
      HANDSHAKE[at] ??
      (isRequest
        ? { jsonrpc: '2.0', id, method: 'tools/call', params: { name: `tool-${id % 20}`, arguments: { id } } }
        : {
            jsonrpc: '2.0',
            id,
            result: { content: [{ type: 'text', text: `${id}` }], isError: id % 500 === 3 },
          });
    const direction = isRequest ? 'client-to-server' : 'server-to-client';
    const frame = { type: 'frame', seq: at + 2, at, session: 's1', direction, raw: JSON.stringify(message) };
    text += `${JSON.stringify(frame)}\n`;
    if (text.length < 1_000_000 && at + 1 < frames) continue;
    if (!file.write(text)) await new Promise((resolve) => file.once('drain', () => resolve(undefined)));
    text = '';
  }
  await new Promise((resolve) => file.end(() => resolve(undefined)));
}
