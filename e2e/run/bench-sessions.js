// Ten sessions with steady calls compared with one, in one run of the app, with the page open.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { launchBrowser, longestStall, openPage, startApp } from './bench-app.js';
import { quantile, ratioOf } from './ratios.js';

const lab = join(fileURLToPath(new URL('../..', import.meta.url)), 'dist/main/error-lab.js');
const SESSIONS = 10;
/** The interval of each session's calls, whatever the others do. */
const CALL_EVERY_MS = 50;
const ROUND_MS = 2000;
const ROUNDS = 10;
/** Linux's unit of process time, in milliseconds. */
const TICK_MS = 10;

/** @typedef {(method: string, input: object) => Promise<any>} Command */

/**
 * The app's commands over the benchmark's own socket.
 * @param {string} address @returns {Promise<{ send: Command, close: () => void }>}
 */
export async function commands(address) {
  const url = new URL(address);
  const token = new URLSearchParams(url.hash.slice(1)).get('token');
  const headers = { origin: url.origin };
  const socket = new WebSocket(`ws://${url.host}/ws`, ['tierscope.v1', `token.${token}`], { headers });
  /** @type {Map<string, (answer: { r?: any, e?: unknown }) => void>} */
  const waiting = new Map();
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.t === 's') waiting.get(message.i)?.(message);
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let asked = 0;
  const send = async (/** @type {string} */ method, /** @type {object} */ input) => {
    asked += 1;
    const id = `bench-${asked}`;
    socket.send(JSON.stringify({ t: 'q', i: id, m: method, a: [input] }));
    const answer = await new Promise((resolve) => waiting.set(id, resolve));
    waiting.delete(id);
    if (answer.e !== undefined) throw new Error(`${method}: ${JSON.stringify(answer.e)}`);
    return answer.r;
  };
  return { send, close: () => socket.close() };
}

/** Connects one more session. @param {Command} send @param {string} script @param {string[]} args @returns {Promise<string>} */
export async function connect(send, script, ...args) {
  const connected = await send('connect', {
    commandLine: [process.execPath, script, ...args].map((word) => `"${word}"`).join(' '),
    settings: { era: 'initialize' },
  });
  if (!connected.ok) throw new Error(connected.error);
  const { session } = connected.value;
  for (;;) {
    const { sessions } = await send('hello', {});
    const state = sessions.find((/** @type {any} */ one) => one.session === session)?.state;
    if (state === 'ready') return session;
    if (state !== 'starting') throw new Error(`the session is ${state}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The milliseconds of each call made within the round. @param {Command} send @param {readonly string[]} sessions */
async function steadyCalls(send, sessions) {
  /** @type {number[]} */
  const took = [];
  const until = performance.now() + ROUND_MS;
  await Promise.all(
    sessions.map(async (session, index) => {
      // Sessions do not all call at the same moment.
      let next = performance.now() + (index * CALL_EVERY_MS) / sessions.length;
      while (next < until) {
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
        const startedAt = performance.now();
        const end = await send('callTool', { session, name: 'ok-text', arguments: {} });
        if (!end.ok || end.value.failure !== '') throw new Error('a call of the benchmark failed');
        took.push(performance.now() - startedAt);
        next = Math.max(next + CALL_EVERY_MS, performance.now());
      }
    }),
  );
  return took;
}

/** The CPU time of a process with all its threads, in milliseconds. @param {number} pid */
function cpuMs(pid) {
  const stat = process.platform === 'linux' ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * TICK_MS;
}

/** @typedef {{ took: number[], middles: number[], stalls: number[], cpuMs: number }} Figures */

/** One session and ten take turns, so that temporary slowness of the machine affects both. */
export async function sessions() {
  const app = await startApp();
  const browser = await launchBrowser();
  const page = await openPage(browser, app.address);
  const { send, close } = await commands(app.address);
  /** @type {string[]} */
  const all = [];
  while (all.length < SESSIONS) all.push(await connect(send, lab));
  /** @type {Figures} */
  const one = { took: [], middles: [], stalls: [], cpuMs: 0 };
  /** @type {Figures} */
  const ten = { took: [], middles: [], stalls: [], cpuMs: 0 };
  const round = async (/** @type {Figures} */ into, /** @type {readonly string[]} */ which) => {
    const before = cpuMs(app.pid);
    const stall = await longestStall(page, async () => {
      const took = await steadyCalls(send, which);
      into.took.push(...took);
      into.middles.push(quantile(took, 0.5));
    });
    into.cpuMs += cpuMs(app.pid) - before;
    into.stalls.push(stall);
  };
  await steadyCalls(send, all);
  for (let index = 0; index < ROUNDS; index += 1) {
    const both = [() => round(one, all.slice(-1)), () => round(ten, all)];
    for (const act of index % 2 === 0 ? both : both.reverse()) await act();
  }
  close();
  await browser.close();
  await app.stop();
  const figures = (/** @type {Figures} */ { took, stalls, cpuMs }) => ({
    calls: took.length,
    msPerCall: Number(quantile(took, 0.5).toFixed(2)),
    msPerCall95: Number(quantile(took, 0.95).toFixed(2)),
    // It hardly depends on other load.
    hostCpuMsPerCall: Number((cpuMs / took.length).toFixed(2)),
    longestStallMs: quantile(stalls, 0.5),
  });
  const rounds = one.middles.map((base, index) => ({ base, ours: ten.middles[index] ?? Number.NaN }));
  const { ratio, middleHalf } = ratioOf(rounds);
  return { 'one session': figures(one), 'ten sessions': { ...figures(ten), ratio, middleHalf } };
}
