// Ten sessions with steady calls beside one, in one run of the app, with the page open.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { launchBrowser, longestStall, openPage, startApp } from './bench-app.js';

const lab = join(fileURLToPath(new URL('../..', import.meta.url)), 'dist/main/error-lab.js');
const SESSIONS = 10;
/** Each session is called this often, whatever the others do. */
const CALL_EVERY_MS = 50;
const ROUND_MS = 3000;
const ROUNDS = 4;

/** @typedef {(method: string, input: object) => Promise<any>} Command */

/**
 * The app's commands over a socket of the benchmark's own.
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

/** Connects one more session. @param {Command} send @returns {Promise<string>} */
async function connect(send) {
  const connected = await send('connect', {
    commandLine: `"${process.execPath}" "${lab}"`,
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

/** Milliseconds of each call that was made within the round. @param {Command} send @param {readonly string[]} sessions */
async function steadyCalls(send, sessions) {
  /** @type {number[]} */
  const took = [];
  const until = performance.now() + ROUND_MS;
  await Promise.all(
    sessions.map(async (session, index) => {
      // Sessions do not call all at the same moment.
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

/** @param {number[]} values @param {number} share */
function at(values, share) {
  return [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;
}

/** One session and ten take turns, so that what slows the machine for a while slows both. */
export async function sessions() {
  const app = await startApp();
  const browser = await launchBrowser();
  const page = await openPage(browser, app.address);
  const { send, close } = await commands(app.address);
  const all = [];
  while (all.length < SESSIONS) all.push(await connect(send));
  const one = { took: /** @type {number[]} */ ([]), stalls: /** @type {number[]} */ ([]) };
  const ten = { took: /** @type {number[]} */ ([]), stalls: /** @type {number[]} */ ([]) };
  const round = async (/** @type {typeof one} */ into, /** @type {readonly string[]} */ which) => {
    const stall = await longestStall(page, async () => {
      into.took.push(...(await steadyCalls(send, which)));
    });
    into.stalls.push(stall);
  };
  await steadyCalls(send, all);
  for (let index = 0; index < ROUNDS; index += 1) {
    await round(one, all.slice(-1));
    await round(ten, all);
  }
  close();
  await browser.close();
  await app.stop();
  const figures = (/** @type {typeof one} */ { took, stalls }) => ({
    calls: took.length,
    msPerCall: Number(at(took, 0.5).toFixed(2)),
    msPerCall95: Number(at(took, 0.95).toFixed(2)),
    longestStallMs: at(stalls, 0.5),
  });
  const ratio = Number((at(ten.took, 0.5) / at(one.took, 0.5)).toFixed(2));
  return { 'one session': figures(one), 'ten sessions': { ...figures(ten), ratio } };
}
