import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { RecordingReader } from '../../app/recording/recording-reader.ts';
import { LineSplitter } from '../../app/wire/line-splitter.ts';
import { scriptedWords } from '../servers/server-paths.ts';
import { PROGRAM } from './run-program.ts';
import { QUIET } from './running-app.ts';

const START_MS = 30_000;
const TICK_MS = 5;

/** The end of an app killed while its server was sending. */
export type KilledApp = {
  /** The recording, if the app lived long enough to create one. */
  readonly file: string | undefined;
  /** How many of the server's lines it contains. */
  readonly read: number;
  /** How long the app continued after reading the first missing line, in milliseconds; 0 for none. */
  readonly lostMs: number;
  /** How long before the kill the server wrote the first missing line, in milliseconds; 0 for none. */
  readonly ageMs: number;
  readonly faults: readonly string[];
};

/** Kills an app some milliseconds after its server starts sending, or its own start if `early`; reads its recording. */
export async function killedApp(data: string, afterMs: number, early = false): Promise<KilledApp> {
  const notes = `${data}.notes`;
  const args = ['connect', ...QUIET, '--data', data, '--', ...scriptedWords('chatty'), notes];
  const app = spawn(process.execPath, [PROGRAM, ...args], { stdio: 'ignore' });
  const gone = once(app, 'exit');
  for (let waited = 0; !early && !existsSync(notes) && waited < START_MS; waited += TICK_MS)
    await later(TICK_MS);
  await later(afterMs);
  const killedAt = Date.now();
  app.kill('SIGKILL');
  await gone;
  const written = (await readFile(notes, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  const name = (await readdir(join(data, 'recordings')).catch(() => []))[0];
  if (name === undefined) return { file: undefined, read: 0, lostMs: 0, ageMs: 0, faults: [] };
  const file = join(data, 'recordings', name);
  const { numbers, faults } = await readBack(file);
  if (numbers.some((value, index) => value !== index + 1)) faults.push(`${file} lacks a frame in between`);
  return { file, read: numbers.length, ...lossOf(written, numbers.length, killedAt), faults };
}

/**
 * The loss in a recording with the server's first `read` lines. An app without CPU time cannot record, so only the time
 * that it had counts: it answers a ping after each line, in the turn in which it records the line, and those answers
 * show when it was working. `notes` are the server's.
 */
export function lossOf(
  notes: readonly string[],
  read: number,
  killedAt: number,
): Pick<KilledApp, 'lostMs' | 'ageMs'> {
  let [first, last, said] = [Number.POSITIVE_INFINITY, 0, killedAt];
  for (const note of notes) {
    const [what, number, time] = note.split(' ');
    if (what === 'said' && Number(number) === read + 1) said = Number(time);
    // A ping follows its line, so an answer to a later one shows the same.
    if (what === 'heard' && Number(number) > read) first = Math.min(first, Number(time));
    if (what === 'heard') last = Math.min(killedAt, Number(time));
  }
  return { lostMs: Math.max(0, last - first), ageMs: Math.max(0, killedAt - said) };
}

/** The numbers of a recording's messages, and what is wrong with it. */
export async function readBack(file: string): Promise<{ numbers: number[]; faults: string[] }> {
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
  // A new, empty file is a recording too, and its last line may be cut off.
  const damage = reader.problems.filter(({ line, message }) => line > 0 && !message.includes('cut off'));
  const faults = damage.map(({ line, message }) => `${file}, line ${line}: ${message}`);
  if (reader.refusal !== '') faults.push(`${file}: ${reader.refusal}`);
  return { numbers, faults };
}
