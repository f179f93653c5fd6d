import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { RecordingReader } from '../../app/recording/recording-reader.ts';
import { LineSplitter } from '../../app/wire/line-splitter.ts';
import { PROGRAM, runProgram } from '../pages/run-program.ts';
import { QUIET } from '../pages/running-app.ts';
import { scriptedWords } from '../servers/server-paths.ts';

// Needs no browser: the host without a screen records, and is killed while its server talks.

const KILLS = 52;
const AT_ONCE = 2;
/** What a killed app may have held back, in milliseconds. */
const LAST_MS = 100;
/** The kill comes at a random moment of this time; of every fifth app while it starts. */
const LATEST_MS = 600;
const START_MS = 20_000;
const TICK_MS = 5;

type Kill = {
  readonly file: string | undefined;
  /** How many lines the server wrote, and how many of them are in the recording. */
  readonly wrote: number;
  readonly read: number;
  /** How long before the kill the first line that is missing was written, in milliseconds; 0 for none. */
  readonly lacksMs: number;
  /** How long this machine had stopped everything right then. */
  readonly stallMs: number;
  readonly problems: readonly { line: number; message: string }[];
};

let folder = '';
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-killed-'));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

test('an app killed at any moment leaves a recording that lacks its last 100 ms at the most', async () => {
  // It takes 20 seconds; a machine that is busy elsewhere starts an app in many.
  test.setTimeout(480_000);
  const kills: Kill[] = [];
  let started = 0;
  const worker = async (): Promise<void> => {
    while (started < KILLS) {
      started += 1;
      kills.push(await killedApp(join(folder, String(started)), started % 5 === 0));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  for (const kill of kills) {
    // Nothing is wrong but a last line that was cut off.
    expect(kill.problems.length, JSON.stringify(kill)).toBeLessThanOrEqual(1);
    for (const { message } of kill.problems) expect(message).toContain('cut off');
  }
  // An app that is given no time cannot have read what its server wrote: a few, where many others want the machine.
  const late = kills.filter(({ lacksMs, stallMs }) => lacksMs > LAST_MS + stallMs);
  const isBusy = (loadavg()[0] ?? 0) > 2 * cpus().length;
  expect(late.length, JSON.stringify(late)).toBeLessThanOrEqual(isBusy ? KILLS / 10 : 0);
  // The kills meet the app while it starts, while it shakes hands, and while it records.
  expect(kills.filter(({ read }) => read > 20).length).toBeGreaterThan(KILLS / 3);
  const files = kills.flatMap(({ file }) => (file === undefined ? [] : [file]));
  expect(files.length).toBeGreaterThan(KILLS / 2);
  const report = await runProgram(['report', ...files, '--format', 'json']);
  expect(report.stderr).not.toContain('cannot be opened');
  expect(JSON.parse(report.stdout.toString()).recordings).toHaveLength(files.length);
});

/** Starts an app that records a server, kills it, and compares what both have written. */
async function killedApp(data: string, early: boolean): Promise<Kill> {
  const notes = `${data}.notes`;
  const args = ['connect', ...QUIET, '--data', data, '--', ...scriptedWords('chatty'), notes];
  const app = spawn(process.execPath, [PROGRAM, ...args], { stdio: 'ignore' });
  const gone = once(app, 'exit');
  const stalls = watchStalls();
  for (let waited = 0; !early && !existsSync(notes) && waited < START_MS; waited += TICK_MS)
    await later(TICK_MS);
  await later(LATEST_MS * Math.random());
  const killedAt = Date.now();
  app.kill('SIGKILL');
  await gone;
  const stallMs = stalls.end();
  const written = (await readFile(notes, 'utf8').catch(() => '')).trimEnd().split('\n').filter(Boolean);
  const names = await readdir(join(data, 'recordings')).catch(() => []);
  const file = names[0] === undefined ? undefined : join(data, 'recordings', names[0]);
  const { numbers, problems } = file === undefined ? NOTHING : await readBack(file);
  // Every line up to the last one is there: nothing is missing in between.
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  const missing = written[numbers.length]?.split(' ')[1];
  const lacksMs = missing === undefined ? 0 : Math.max(0, killedAt - Number(missing));
  return { file, wrote: written.length, read: numbers.length, lacksMs, stallMs, problems };
}

const NOTHING = { numbers: [], problems: [] };

async function readBack(file: string): Promise<{ numbers: number[]; problems: Kill['problems'] }> {
  const reader = new RecordingReader();
  const splitter = new LineSplitter(2 ** 26);
  const numbers: number[] = [];
  const take = (line: Parameters<RecordingReader['read']>[0], whole: boolean): void => {
    const record = reader.read(line, whole);
    const data = record?.type === 'frame' ? JSON.parse(record.raw ?? '{}').params?.data : undefined;
    if (data !== undefined) numbers.push(data.number);
  };
  for (const line of splitter.push(await readFile(file))) take(line, true);
  const rest = splitter.flush();
  if (rest !== undefined) take(rest, false);
  reader.end();
  expect(reader.refusal).toBe('');
  // A file that was made and not yet written to is a recording too.
  return { numbers, problems: reader.problems.filter(({ line }) => line > 0) };
}

/** On a machine that is busy elsewhere no program runs on time: the pauses of this one just then are taken off. */
function watchStalls(): { end(): number } {
  const stalls: { at: number; ms: number }[] = [];
  let last = Date.now();
  const tick = (): void => {
    const at = Date.now();
    stalls.push({ at, ms: Math.max(0, at - last - TICK_MS) });
    last = at;
  };
  const timer = setInterval(tick, TICK_MS);
  return {
    end: () => {
      clearInterval(timer);
      tick();
      const lately = stalls.filter(({ at }) => at > last - 3 * LAST_MS);
      return lately.reduce((sum, { ms }) => sum + ms, 0);
    },
  };
}

function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
