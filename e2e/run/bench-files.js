// Opening a large recording in the app, compared with a bare parse of the same file in the same run.
import { createReadStream, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { startApp } from './bench-app.js';
import { onTraffic, writeMixed, writeRecording } from './bench-inputs.js';
import { heldMB, memoryMB } from './bench-seek.js';
import { middle, ratioOf } from './ratios.js';

const FRAMES = Number(process.env.TIERSCOPE_BENCH_FRAMES ?? 1_000_000);
const MANY = 5;
const ROUNDS = 3;
const LOOK_MS = 10;
const OPEN_MS = 600_000;
const FIRST_ROWS = 200;

/** Milliseconds of JSON.parse of each line. @param {string} file */
export async function parsed(file) {
  const startedAt = performance.now();
  for await (const line of createInterface({ input: createReadStream(file) })) JSON.parse(line);
  return performance.now() - startedAt;
}

/** The same with the raw text of each frame, which any reader of messages needs. @param {string} file */
async function parsedTwice(file) {
  const startedAt = performance.now();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { raw } = JSON.parse(line);
    if (raw !== undefined) JSON.parse(raw);
  }
  return performance.now() - startedAt;
}

/** A screen's connection, with one open request at a time. @param {string} address */
export async function connected(address) {
  const { host, hash } = new URL(address);
  const token = new URLSearchParams(hash.slice(1)).get('token');
  const protocols = ['tierscope.v1', `token.${token}`];
  const socket = new WebSocket(`ws://${host}/ws`, protocols, { origin: `http://${host}`, maxPayload: 0 });
  /** @type {(answer: { r?: any, e?: unknown }) => void} */
  let hear = () => undefined;
  socket.on('message', (data, isBinary) => {
    // Rows arrive as bytes, and only their number matters here.
    if (isBinary) hear({ r: data });
    else if (String(data).startsWith('{"t":"s"')) hear(JSON.parse(String(data)));
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  /** @param {string} command @param {object} input @returns {Promise<any>} */
  const call = (command, input) =>
    new Promise((resolve, reject) => {
      hear = ({ r, e }) => (e === undefined ? resolve(r) : reject(new Error(JSON.stringify(e))));
      socket.send(JSON.stringify({ t: 'q', i: 'b', m: command, a: [input] }));
    });
  return { call, close: () => socket.close() };
}

/**
 * Opens a file like a screen does: until its first rows arrive, and until all of them have.
 * @param {Awaited<ReturnType<typeof connected>>['call']} call @param {string} file
 */
export async function opened(call, file) {
  const startedAt = performance.now();
  const first = await call('openRecording', { path: file });
  if (!first.ok) throw new Error(first.error);
  const [session] = first.value.sessions;
  await call('readRows', { session, from: 0, patchesFrom: 0, limit: FIRST_ROWS });
  const firstRowsMs = performance.now() - startedAt;
  for (;;) {
    const { sessions } = await call('hello', {});
    const info = sessions.find((/** @type {any} */ one) => one.session === session);
    if (info.opening === undefined) break;
    if (performance.now() - startedAt > OPEN_MS) throw new Error('the file is still being opened');
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  const ms = performance.now() - startedAt;
  return { firstRowsMs, ms, close: () => call('close', { session }) };
}

/** @typedef {Awaited<ReturnType<typeof opened>>} Opening */

/** Resolves when the app has saved an index. @param {string} folder */
async function indexed(folder) {
  const isThere = () => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.index'));
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

/**
 * @param {number} frames @param {number} rounds
 * @param {(file: string) => Promise<void> | void} write writes the file that is opened
 */
async function measured(frames, rounds, write) {
  const folder = mkdtempSync(join(tmpdir(), 'tierscope-files-'));
  const app = await startApp();
  try {
    const file = join(folder, 'large.tierscope.jsonl');
    await write(file);
    const { call, close } = await connected(app.address);
    const indexes = join(app.data, 'indexes');
    /** @type {{ base: number, first: Opening, again: Opening }[]} */
    const turns = [];
    let hostMB = Number.NaN;
    let hostPeakMB = Number.NaN;
    for (let round = 0; round < rounds; round += 1) {
      const base = await parsedTwice(file);
      rmSync(indexes, { recursive: true, force: true });
      const first = await opened(call, file);
      await indexed(indexes);
      if (round === 0) [hostMB, hostPeakMB] = [await heldMB(app.pid), memoryMB(app.pid, 'VmHWM')];
      await first.close();
      const again = await opened(call, file);
      await again.close();
      turns.push({ base, first, again });
    }
    close();
    const size = { frames, MB: Math.round(statSync(file).size / 1e6) };
    const ratios = (/** @type {'first' | 'again'} */ which) =>
      ratioOf(turns.map((turn) => ({ base: turn.base, ours: turn[which].ms })));
    const firstRowsMs = middle(turns.map(({ first }) => first.firstRowsMs));
    return {
      first: { ...size, ...ratios('first'), firstRowsMs, hostMB, hostPeakMB },
      again: { ...size, ...ratios('again') },
    };
  } finally {
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The cost of opening a file; `ratio` is its time relative to parsing each line and its raw text. */
export async function files() {
  const report = await onTraffic(async (traffic) => {
    const { first, again } = await measured(FRAMES, ROUNDS, (file) => writeRecording(file, FRAMES, traffic));
    return { 'opened the first time': first, 'opened again': again };
  });
  return { ...report, ...(await withoutProgress()) };
}

/** Traffic with progress compared with the same without: open requests must not be searched. */
async function withoutProgress() {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const plain = await measured(FRAMES, 1, (file) => writeMixed('plain', file, FRAMES));
    const mixed = await measured(FRAMES, 1, (file) => writeMixed('recording', file, FRAMES));
    rounds.push({ base: plain.first.ms, ours: mixed.first.ms });
  }
  return { 'with progress, beside without': ratioOf(rounds) };
}

/** The same for files five times as long; `timesOne` is the time relative to the shorter one. */
export const files5m = () =>
  onTraffic(async (traffic) => {
    const of = (/** @type {number} */ frames) =>
      measured(frames, 1, (file) => writeRecording(file, frames, traffic));
    const one = await of(FRAMES);
    const { first, again } = await of(MANY * FRAMES);
    const timesOne = Number((first.ms / one.first.ms).toFixed(2));
    return { 'opened the first time': { ...first, timesOne }, 'opened again': again };
  });
