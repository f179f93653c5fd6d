import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as later } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltWorker, builtWorker } from '../system/testing/built-worker.ts';
import { ProfileStore } from './profile-store.ts';
import { plainSecretBox } from './secret-box.ts';

const AT_ONCE = 3;
const KILLS = 8;
const LATEST_MS = 60;

let built: BuiltWorker;
let folder = '';
beforeAll(async () => {
  built = await builtWorker('main/profiles/testing/profile-writer.ts');
  folder = await mkdtemp(join(tmpdir(), 'tierscope-writers-'));
}, 60_000);
afterAll(async () => {
  await built.remove();
  await rm(folder, { recursive: true, force: true });
});

it('apps that write at once and are killed lose nothing that was confirmed, and break nothing', {
  timeout: 60_000,
}, async () => {
  const confirmed: string[] = [];
  const faults: string[] = [];
  const start = (name: string): ChildProcess => {
    const child = spawn(process.execPath, [built.script, folder, name], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    createInterface({ input: child.stdout }).on('line', (line) => confirmed.push(line));
    child.stderr.on('data', (text) => faults.push(String(text)));
    return child;
  };
  const writers = Array.from({ length: AT_ONCE }, (_, at) => start(`w${at}`));
  for (let kill = 0; kill < KILLS; kill += 1) {
    const [oldest] = writers;
    // It is killed while working; if it has exited by itself, that is a failure.
    if (oldest?.stdout != null) await Promise.race([once(oldest.stdout, 'data'), once(oldest, 'close')]);
    await later(Math.random() * LATEST_MS);
    await killed(writers.shift());
    writers.push(start(`k${kill}`));
  }
  await Promise.all(writers.map(killed));
  expect(faults).toEqual([]);
  const after = (sign: string) => confirmed.filter((line) => line[0] === sign).map((line) => line.slice(1));
  const [deleting, gone] = [new Set(after('~')), after('-')];
  const kept = confirmed.filter((line) => /^\w/.test(line) && !deleting.has(line));
  expect(kept.length).toBeGreaterThan(AT_ONCE);

  const store = new ProfileStore({ folder, secretBox: plainSecretBox, newId: () => 'last' });
  const started = performance.now();
  expect(await store.create({ name: 'last', command: 'run' })).toMatchObject({ ok: true });
  // The lock of a killed process blocks nobody.
  expect(performance.now() - started).toBeLessThan(5000);
  const { profiles, problems } = await store.list();
  expect(problems).toEqual([]);
  const found = await Promise.all(
    profiles.map(async ({ id, name }) => [name, await store.environmentOf(id)]),
  );
  const values = new Map(found as [string, unknown][]);
  for (const name of kept)
    expect(values.get(name), name).toMatchObject({ ok: true, value: { env: { TOKEN: name }, problems: [] } });
  for (const name of gone) expect(values.has(name), name).toBe(false);
  const servers = Object.keys(JSON.parse(await readFile(join(folder, 'mcp.json'), 'utf8')).mcpServers);
  expect(kept.filter((name) => !servers.includes(name))).toEqual([]);
  expect((await readdir(folder)).filter((name) => /^profiles\.json\..*(?:part|lock)/.test(name))).toEqual([]);
});

async function killed(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null) return;
  const gone = once(child, 'close');
  child.kill('SIGKILL');
  await gone;
}
