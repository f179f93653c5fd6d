import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAM } from '../pages/run-program.ts';
import { scriptedServer } from '../servers/server-paths.ts';
import { type Attack, later, number, type Outcome, type SoakRun, skippedFor } from './attack.ts';
import { HostClient, startHost } from './host-client.ts';

const SIZE = '6m';
const FULL_MS = 8000;
const LIMIT_MS = 60_000;

/** The disk of the recordings is full for a while: afterwards every record is there. */
export const diskFull: Attack = {
  run: filledUp,
  planted: [
    {
      fault: 'one record dropped',
      plant: 'dropped-record',
      args: [],
      found: /frame 300 is missing, and 301 follows/,
    },
  ],
};

async function filledUp(run: SoakRun): Promise<Outcome> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    return skippedFor('a small file system can be mounted as root on Linux only');
  }
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-soak-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0700`, 'tmpfs', folder]);
  if (mounted.status !== 0) {
    await rm(folder, { recursive: true, force: true });
    return skippedFor(`tmpfs cannot be mounted: ${String(mounted.stderr).trim()}`);
  }
  try {
    return await filled(folder, run.note);
  } finally {
    spawnSync('umount', [folder]);
    await rm(folder, { recursive: true, force: true });
  }
}

async function filled(data: string, note: (text: string) => void): Promise<Outcome> {
  const notes = `${data}.notes`;
  const app = await startHost(data);
  const failures: string[] = [];
  try {
    const client = await HostClient.connect(app);
    const session = await client.connectTo(scriptedServer('chatty', notes));
    await client.until(session, ({ state }) => state === 'ready');
    const ballast = join(data, 'ballast');
    await fill(ballast);
    const faulty = await client.until(
      session,
      (info) => info.kind === 'live' && info.recordingFault !== '',
      LIMIT_MS,
    );
    const fault = faulty.kind === 'live' ? faulty.recordingFault : '';
    note(`said: ${fault}`);
    if (!/full|no space/i.test(fault))
      failures.push(`the sentence does not say that the disk is full: ${fault}`);
    await later(FULL_MS);
    const before = await saidIn(notes);
    await rm(ballast);
    await client.until(session, (info) => info.kind === 'live' && info.recordingFault === '', LIMIT_MS);
    await client.call('disconnect', { session });
    client.close();
    const wrote = await saidIn(notes);
    await app.stop();
    const numbers = await recorded(faulty.file);
    const gap = numbers.findIndex((value, index) => value !== index + 1);
    if (gap >= 0) failures.push(`frame ${gap + 1} is missing, and ${numbers[gap]} follows`);
    // The last ones may be in flight when the session ends.
    if (numbers.length < before) failures.push(`${numbers.length} of ${before} frames are in the recording`);
    const read = spawnSync(process.execPath, [PROGRAM, 'report', faulty.file]);
    if (String(read.stderr).includes('cannot be opened')) failures.push('the recording cannot be opened');
    return {
      count: `${number(wrote)} frames, ${number(FULL_MS / 1000)} s full`,
      worst: `${Math.max(0, before - numbers.length)} missing`,
      failures,
    };
  } finally {
    await app.stop();
    await rm(notes, { force: true });
  }
}

/** Fills all remaining disk space. */
async function fill(file: string): Promise<void> {
  for (let block = 256 * 1024; block >= 1; block = Math.floor(block / 4)) {
    for (;;) {
      try {
        await writeFile(file, Buffer.alloc(block), { flag: 'a' });
      } catch {
        break;
      }
    }
  }
  const { bavail } = await statfs(file);
  if (bavail > 1) throw new Error(`${bavail} blocks are left on the disk that was to be full`);
}

async function lines(file: string): Promise<string[]> {
  return (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean);
}

async function saidIn(notes: string): Promise<number> {
  return (await lines(notes)).filter((line) => line.startsWith('said ')).length;
}

async function recorded(file: string): Promise<number[]> {
  return (await lines(file)).flatMap((line): number[] => {
    const record = JSON.parse(line);
    const value = record.type === 'frame' ? JSON.parse(record.raw).params?.data?.number : undefined;
    return value === undefined ? [] : [value];
  });
}
