import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { scriptedServer } from '../servers/server-paths.ts';
import { type Attack, chosen, number, type Outcome, type SoakRun, skippedFor } from './attack.ts';
import { HostClient, isAnswering, startHost } from './host-client.ts';

const VICTIM = 'what stands in a file of the user that is none of the app’s\n';
const LIMIT_MS = 15_000;
/** A small index is written within some tenths of a second. */
const INDEX_MS = 2000;

type Trap = {
  readonly name: string;
  readonly plant: (path: string, victim: string) => Promise<unknown>;
};

const TRAPS: readonly Trap[] = [
  { name: 'a link to a file', plant: (path, victim) => symlink(victim, path) },
  { name: 'a link to nothing', plant: (path, victim) => symlink(`${victim}.new`, path) },
  { name: 'a second name of a file', plant: (path, victim) => link(victim, path) },
  { name: 'a link to itself', plant: (path) => symlink(path, path) },
  { name: 'a link to /dev/zero', plant: (path) => symlink('/dev/zero', path) },
  { name: 'a pipe', plant: async (path) => spawnSync('mkfifo', [path]) },
  { name: 'a folder', plant: (path) => mkdir(path, { recursive: true }) },
];

/** Placed where the app has written each of its files in a full run. */
export const links: Attack = {
  run: trapped,
  planted: [
    {
      fault: 'a file written through one link',
      plant: 'followed-link',
      args: ['--kind', 'a link to a file at running.json'],
      found: /running\.json: a file outside of the data folder was changed/,
    },
  ],
};

async function trapped(run: SoakRun): Promise<Outcome> {
  if (process.platform === 'win32') return skippedFor('pipes and links are made as on POSIX systems');
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-soak-links-'));
  const failures: string[] = [];
  try {
    await writeLarge(join(folder, LARGE));
    const files = await filesOfARun(join(folder, 'plain'));
    const places = [...new Set([...files, ...FILES_READ])];
    run.note(`${places.length} places: ${places.join(', ')}`);
    const all = TRAPS.flatMap((trap) =>
      places.map((place) => ({ name: `${trap.name} at ${place}`, trap, place })),
    );
    const planted = chosen(run, all);
    let longest = 0;
    for (const [index, { name, trap, place }] of planted.entries()) {
      const started = Date.now();
      const fault = await sprung(join(folder, String(index)), place, trap);
      longest = Math.max(longest, Date.now() - started);
      if (fault !== '') failures.push(`${name}: ${fault}`);
    }
    const count = `${number(planted.length)} traps in ${places.length} places`;
    return { count, worst: `${number(longest)} ms for a run`, failures };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Files that the app reads if they exist. */
const FILES_READ = [
  'vocabularies/own.json',
  'recordings/old.tierscope.jsonl',
  'profiles.json',
  'recent.json',
];

/** A recording next to the data folders, large enough for an index. */
const LARGE = 'large.tierscope.jsonl';
const LARGE_FRAMES = 40_000;

async function writeLarge(path: string): Promise<void> {
  const about = { format: 'tierscope', version: 1, startedAt: '2026-01-01T00:00:00.000Z', redaction: 'none' };
  const session = { session: 's1', label: 'large', origin: 'connect', command: 'large', args: [], cwd: '/' };
  const raw = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { data: 'a' } });
  const lines = [
    { type: 'header', ...about, app: { name: 'tierscope', version: '0' } },
    { type: 'session', seq: 1, at: 0, ...session, env: [] },
    ...Array.from({ length: LARGE_FRAMES }, (_, index) => ({
      ...{ type: 'frame', seq: index + 2, at: index, session: 's1', direction: 'server-to-client', raw },
    })),
  ];
  await writeFile(path, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  // A file that was just written gets no index.
  await utimes(path, 1, 1);
}

/** Everything that one run of the app writes below the data folder, by relative path. */
async function filesOfARun(data: string): Promise<string[]> {
  await mkdir(data, { recursive: true, mode: 0o700 });
  const written = new Set<string>();
  const look = async (): Promise<void> => {
    for (const name of await readdir(data, { recursive: true })) {
      const path = join(data, name);
      // The name of a recording contains its time, so no trap can be placed there.
      const isGone = !existsSync(path) || (await lstat(path)).isDirectory();
      if (!isGone && !/^(?:recordings|exports)\/|\.part$/.test(name)) written.add(name);
    }
  };
  await usedFully(data, look);
  await look();
  return [...written];
}

/** A run that writes a recording, profiles, its address, an export, and the limit of recordings. */
async function usedFully(data: string, look: () => Promise<void> = async () => undefined): Promise<void> {
  const app = await startHost(data);
  try {
    const client = await HostClient.connect(app);
    // A refusal is an answer too: all that matters is that there is one, and what was touched.
    const ask = async (act: () => Promise<unknown>): Promise<void> =>
      void (await act().catch(() => undefined));
    const session = await client.connectTo(scriptedServer('attacker')).catch(() => '');
    if (session !== '') {
      await ask(() => client.until(session, ({ state }) => state !== 'starting', LIMIT_MS));
      await ask(() => client.call('callTool', { session, name: 'ok', arguments: {} }, LIMIT_MS));
      await ask(() =>
        client.call(
          'exportSession',
          { session, keep: [], add: [], format: 'tierscope', redact: true, keepFile: true },
          LIMIT_MS,
        ),
      );
    }
    await ask(() => client.call('listRecordings', {}, LIMIT_MS));
    await ask(() => client.call('listVocabularies', {}, LIMIT_MS));
    await ask(() => client.call('listRecent', {}, LIMIT_MS));
    await ask(() => client.call('setRecordingLimit', { limitBytes: 50_000_000 }, LIMIT_MS));
    const recorded = join(data, 'recordings', 'old.tierscope.jsonl');
    await ask(() => client.call('openRecording', { path: recorded }, LIMIT_MS));
    await ask(() => client.call('openRecording', { path: join(data, '..', LARGE) }, LIMIT_MS));
    await indexed(join(data, 'indexes'));
    await look();
    if (!(await isAnswering(app, LIMIT_MS))) throw new Error('the app answers nobody any more');
    client.close();
  } finally {
    await app.stop();
  }
}

/** Waits for the index of the large recording, if one can be written. */
async function indexed(folder: string): Promise<void> {
  for (let waited = 0; waited < INDEX_MS; waited += 50) {
    const names = await readdir(folder).catch(() => []);
    if (names.some((name) => name.endsWith('.index'))) return;
    await pause(50);
  }
}

/** The effect of a trap; empty if it had none. */
async function sprung(data: string, place: string, { plant }: Trap): Promise<string> {
  const outside = `${data}.outside`;
  await mkdir(outside, { recursive: true });
  const victim = join(outside, 'victim');
  await writeFile(victim, VICTIM, { mode: 0o600 });
  const path = join(data, place);
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  await plant(path, victim);
  try {
    const late = new AbortController();
    const hung = pause(4 * LIMIT_MS, 'the run did not end', { signal: late.signal });
    const outcome = await Promise.race([hung, usedFully(data)]).finally(() => late.abort());
    if (outcome !== undefined) return outcome;
  } catch (error) {
    // An app that refuses to start on such a folder, with a sentence, has held too.
    const what = String(error);
    if (!/tierscope: /.test(what) && !what.includes('The app reported no address')) return what;
    if (/\n\s+at /.test(what.slice(what.indexOf('stderr')))) return `ended with a stack: ${what}`;
  }
  if ((await readFile(victim, 'utf8')) !== VICTIM) return 'a file outside of the data folder was changed';
  const beside = (await readdir(outside)).filter((name) => name !== 'victim');
  return beside.length === 0 ? '' : `${beside.join(', ')} was made outside of the data folder`;
}
