// Searching the text of a large recording through the app, compared with `grep -c` of the same word and file.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from './bench-app.js';
import { onTraffic, writeRecording } from './bench-inputs.js';
import { commands } from './bench-sessions.js';
import { ratioOf } from './ratios.js';

const FRAMES = Number(process.env.TIERSCOPE_BENCH_FRAMES ?? 1_000_000);
const ROUNDS = 11;
const OPEN_MS = 600_000;
/** Searched as text: case-sensitively, and ignoring case, the find bar's default. */
const WORDS = {
  calls: { 'a word with few hits': String(FRAMES / 2 - 1), 'a word with no hit': 'elicitation' },
  mixed: { 'a word with few hits': 'amber willow kiln', 'a word with no hit': 'elicitation' },
};

/** @typedef {(command: string, input: object) => Promise<any>} Call */

/** Resolves with the name of the session once its file is fully read. @param {Call} call */
async function openedSession(call) {
  for (const startedAt = performance.now(); performance.now() - startedAt < OPEN_MS; ) {
    const { sessions } = await call('hello', {});
    const opened = sessions.find(
      (/** @type {any} */ info) => info.kind === 'file' && info.opening === undefined,
    );
    if (opened !== undefined) return opened.session;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the recording did not open');
}

/**
 * One search from its start until everything is searched, in milliseconds, and the number of matches.
 * @param {Call} call @param {string} session @param {string} text @param {boolean} matchCase
 */
async function searched(call, session, text, matchCase) {
  const startedAt = performance.now();
  const started = await call('searchStart', { sessions: [session], text, regex: false, matchCase });
  const { search } = started.value;
  let hits = 0;
  for (;;) {
    const { value } = await call('searchNext', { search });
    hits = value.found;
    if (value.done) break;
  }
  const ms = performance.now() - startedAt;
  await call('searchEnd', { search });
  return { ms, hits };
}

/** Milliseconds of `grep`; undefined if it is missing. @param {string} file @param {string} word @param {string} how */
function grepped(file, word, how) {
  const startedAt = performance.now();
  // With /dev/null as output it would stop at the first match.
  const { error } = spawnSync('grep', [how, word, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  return error === undefined ? performance.now() - startedAt : undefined;
}

/** Each word with its figures; `ratio` is the time relative to grep, within each round. */
export const searches = () => onTraffic(searchesOf);

/** @param {import('./bench-inputs.js').Traffic} traffic */
async function searchesOf(traffic) {
  const folder = mkdtempSync(join(tmpdir(), 'tierscope-search-'));
  try {
    const file = join(folder, 'large.tierscope.jsonl');
    await writeRecording(file, FRAMES, traffic);
    const size = { frames: FRAMES, MB: Math.round(statSync(file).size / 1e6) };
    const app = await startApp(file);
    const { send: call, close } = await commands(app.address);
    const session = await openedSession(call);
    /** @type {import('./bench-inputs.js').Report} */
    const report = {};
    for (const [what, word] of Object.entries(WORDS[traffic])) {
      for (const matchCase of [true, false]) {
        const how = matchCase ? '-c' : '-ci';
        const { hits } = await searched(call, session, word, matchCase);
        const rounds = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const base = grepped(file, word, how) ?? Number.NaN;
          rounds.push({ base, ours: (await searched(call, session, word, matchCase)).ms });
        }
        /** @type {Record<string, string>} */
        const noGrep = rounds.some(({ base }) => Number.isNaN(base)) ? { note: 'there is no grep here' } : {};
        const name = matchCase ? what : `${what}, in any case`;
        report[name] = { ...size, word, hits, ...ratioOf(rounds), ...noGrep };
      }
    }
    close();
    await app.stop();
    return report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
