// A thread of the soak run: polls a running host with a small request and reports the longest answer time, and records
// the CPU time of the page's main thread.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const EVERY_MS = 15;
/** @type {{ port: number, pid: number, pagePids: number[] }} */
const { port, pid, pagePids } = workerData;
const agent = new Agent({ keepAlive: false });

/**
 * The CPU time of a process's main thread in milliseconds; undefined if the system does not report it.
 * @param {number} of
 */
function mainThreadMs(of) {
  try {
    const stat = readFileSync(`/proc/${of}/task/${of}/stat`, 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    // In ticks of a hundredth of a second.
    return 10 * (Number(user) + Number(system));
  } catch {
    return undefined;
  }
}

/** @returns {Promise<boolean>} */
function beat() {
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, method: 'OPTIONS', path: '/', agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(true));
    });
    asked.once('error', () => resolve(false));
    asked.end();
  });
}

let [longest, wall, lost, since] = [0, 0, 0, performance.now()];
parentPort?.on('message', (asked) => {
  if (asked === 'page') {
    parentPort?.postMessage({ pageUse });
    return;
  }
  // A poll without an answer yet counts for as long as it has waited.
  const waiting = performance.now() - since;
  const used = started === undefined ? waiting : (mainThreadMs(pid) ?? Number.POSITIVE_INFINITY) - started;
  parentPort?.postMessage({
    longest: Math.max(longest, Math.min(waiting, used)),
    wall: Math.max(wall, waiting),
    lost,
  });
  [longest, wall, lost] = [0, 0, 0];
});

/** @type {[when: number, used: number][]} */
const pageUse = [];
setInterval(() => {
  // A process that is gone uses nothing more.
  const used = pagePids.reduce((sum, of) => sum + (mainThreadMs(of) ?? 0), 0);
  if (pageUse.at(-1)?.[1] !== used) pageUse.push([performance.timeOrigin + performance.now(), used]);
}, EVERY_MS);

/** @type {number | undefined} */
let started;
for (;;) {
  started = mainThreadMs(pid);
  since = performance.now();
  if (!(await beat())) lost += 1;
  const took = performance.now() - since;
  // Other load makes a host wait without a turn: only its CPU time is its own.
  const used = started === undefined ? took : (mainThreadMs(pid) ?? Number.POSITIVE_INFINITY) - started;
  longest = Math.max(longest, Math.min(took, used));
  wall = Math.max(wall, took);
  await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
}
