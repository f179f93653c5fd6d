import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecordingReader } from '../../app/recording/recording-reader.ts';
import { seededRandom } from '../../app/report/testing/fuzzed-lines.ts';
import { LineSplitter } from '../../app/wire/line-splitter.ts';
import { PROGRAM } from '../pages/run-program.ts';
import { QUIET } from '../pages/running-app.ts';
import { scriptedWords } from '../servers/server-paths.ts';
import { type Attack, later, number, scaled } from './attack.ts';

const KILLS = 200;
const AT_ONCE = 2;
const LAST_MS = 100;
const LATEST_MS = 600;
const START_MS = 30_000;
const TICK_MS = 5;
/** On a machine with more to do than it can, an app may be given no time to read what its server wrote. */
const LATE_SHARE = 0.1;

type Kill = { readonly faults: readonly string[]; readonly lacksMs: number; readonly opened: boolean };

/** The app is killed at a random moment while its server talks; what it has recorded is read back. */
export const kill: Attack = async (run) => {
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-soak-kill-'));
  const random = seededRandom(run.seed);
  const wanted = scaled(run, KILLS);
  const kills: Kill[] = [];
  let started = 0;
  const worker = async (): Promise<void> => {
    while (started < wanted) {
      started += 1;
      kills.push(await killedApp(join(folder, String(started)), LATEST_MS * random()));
      if (kills.length % 20 === 0) run.note(`${kills.length} of ${wanted} kills`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await rm(folder, { recursive: true, force: true });
  const lost = kills.map(({ lacksMs }) => lacksMs).sort((a, b) => a - b);
  const late = lost.filter((ms) => ms > LAST_MS);
  const isBusy = (loadavg()[0] ?? 0) > availableParallelism();
  const failures = kills.flatMap(({ faults }) => faults);
  if (late.length > (isBusy ? wanted * LATE_SHARE : 0)) {
    failures.push(`${late.length} of ${wanted} recordings lack more than ${LAST_MS} ms: ${late.join(', ')}`);
  }
  const opened = kills.filter((one) => one.opened).length;
  run.note(`${opened} recordings opened, median ${number(lost[lost.length >> 1] ?? 0)} ms lost`);
  return { count: `${wanted} kills`, worst: `${number(lost.at(-1) ?? 0)} ms lost`, failures };
};

async function killedApp(data: string, afterMs: number): Promise<Kill> {
  const notes = `${data}.notes`;
  const args = ['connect', ...QUIET, '--data', data, '--', ...scriptedWords('chatty'), notes];
  const app = spawn(process.execPath, [PROGRAM, ...args], { stdio: 'ignore' });
  const stallMs = watchStalls();
  for (let waited = 0; !existsSync(notes) && waited < START_MS; waited += TICK_MS) await later(TICK_MS);
  await later(afterMs);
  const killedAt = Date.now();
  await ended(app);
  const stalled = stallMs();
  const written = (await readFile(notes, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  const name = (await readdir(join(data, 'recordings')).catch(() => []))[0];
  if (name === undefined) return { faults: [], lacksMs: 0, opened: false };
  const { numbers, faults } = await readBack(join(data, 'recordings', name));
  if (numbers.some((value, index) => value !== index + 1)) faults.push(`${name} lacks a frame in between`);
  const missing = written[numbers.length]?.split(' ')[1];
  const lacksMs = missing === undefined ? 0 : Math.max(0, killedAt - Number(missing) - stalled);
  return { faults, lacksMs, opened: true };
}

async function ended(app: ChildProcess): Promise<void> {
  const gone = once(app, 'exit');
  app.kill('SIGKILL');
  await gone;
}

async function readBack(file: string): Promise<{ numbers: number[]; faults: string[] }> {
  const reader = new RecordingReader();
  const splitter = new LineSplitter(2 ** 26);
  const numbers: number[] = [];
  const lines = splitter.push(await readFile(file)).map((line) => ({ line, whole: true }));
  const rest = splitter.flush();
  if (rest !== undefined) lines.push({ line: rest, whole: false });
  for (const { line, whole } of lines) {
    const record = reader.read(line, whole);
    const data = record?.type === 'frame' ? JSON.parse(record.raw ?? '{}').params?.data : undefined;
    if (data !== undefined) numbers.push(data.number);
  }
  reader.end();
  const damage = reader.problems.filter(({ line, message }) => line > 0 && !message.includes('cut off'));
  const faults = damage.map(({ line, message }) => `${file}, line ${line}: ${message}`);
  if (reader.refusal !== '') faults.push(`${file}: ${reader.refusal}`);
  return { numbers, faults };
}

/** The pauses of this whole machine just before now, in milliseconds: in them no program runs. */
function watchStalls(): () => number {
  const stalls: { at: number; ms: number }[] = [];
  let last = Date.now();
  const tick = (): void => {
    const at = Date.now();
    stalls.push({ at, ms: Math.max(0, at - last - TICK_MS) });
    last = at;
  };
  const timer = setInterval(tick, TICK_MS);
  return () => {
    clearInterval(timer);
    tick();
    return stalls.filter(({ at }) => at > last - 3 * LAST_MS).reduce((sum, { ms }) => sum + ms, 0);
  };
}
