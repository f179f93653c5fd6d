import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NO_PROJECT } from '../../app/session/project/project-file.ts';
import { IndexCache } from './index-cache.ts';
import { openRecording } from './opened-recording.ts';

let folder = '';
let path = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-index-'));
  path = join(folder, 'calls.tierscope.jsonl');
  await writeFile(path, recording('echo'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function recording(tool: string, calls = 3000): string {
  const lines: object[] = [
    { type: 'header', format: 'tierscope', version: 1, startedAt: '2026-11-21T09:30:00.000Z' },
    { type: 'session', seq: 1, at: 0, session: 's1', label: 'calls', origin: 'connect' },
  ];
  for (let id = 0; id < calls; id += 1) {
    const direction = id % 2 === 0 ? 'client-to-server' : 'server-to-client';
    const raw = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool } });
    lines.push({ type: 'frame', seq: id + 2, at: id, session: 's1', direction, raw });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const MINUTE = 60_000;
const kept = (own: Partial<ConstructorParameters<typeof IndexCache>[0]> = {}) =>
  new IndexCache({
    ...{ folder: join(folder, 'indexes'), build: '1', leastBytes: 0, now: () => Date.now() + MINUTE },
    ...own,
  });

async function open(indexes: IndexCache, file = path): Promise<string> {
  const opened = await openRecording(file, { indexes });
  if (!opened.ok) throw new Error(opened.error);
  await opened.value.indexed;
  const table = opened.value.sessions[0]?.table;
  return table?.row(table.length - 1)?.target ?? '';
}

const indexFiles = async () => (await readdir(join(folder, 'indexes')).catch(() => [])).sort();
const indexFile = async () => join(folder, 'indexes', (await indexFiles())[0] ?? '');

async function isIndexed(indexes = kept()): Promise<boolean> {
  const stamp = await indexes.stampOf(path);
  return stamp !== undefined && (await indexes.find(stamp)) !== undefined;
}

describe('the index of a recording', () => {
  test('is kept when the file was opened, for this user alone', async () => {
    expect(await open(kept())).toBe('echo');
    expect(await isIndexed()).toBe(true);
    expect((await stat(await indexFile())).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
    expect(await open(kept())).toBe('echo');
  });

  test('does not count for another build of the app, nor for a copy of the file', async () => {
    await open(kept());
    expect(await isIndexed(kept({ build: '2' }))).toBe(false);
    const copy = join(folder, 'copy.tierscope.jsonl');
    await writeFile(copy, await readFile(path));
    const stamp = await kept().stampOf(copy);
    expect(stamp && (await kept().find(stamp))).toBeUndefined();
  });

  test('does not count once the project file says something else', async () => {
    await open(kept());
    const project = { ...NO_PROJECT, rules: { T02: { as: 'off', reason: 'known' } } } as const;
    const stamp = await kept().stampOf(path, project);
    expect(stamp && (await kept().find(stamp))).toBeUndefined();
    expect(await isIndexed()).toBe(true);
  });

  test('does not count for a file that has become another, even of the same length and time', async () => {
    await open(kept());
    const { atime, mtime, size } = await stat(path);
    await writeFile(path, recording('ohce'));
    await utimes(path, atime, mtime);
    expect((await stat(path)).size).toBe(size);
    expect(await isIndexed()).toBe(false);
    expect(await open(kept())).toBe('ohce');
  });

  test('does not count for a file that has grown', async () => {
    await open(kept());
    await writeFile(path, '{"type":"mark","seq":9000,"at":1,"label":"x"}\n', { flag: 'a' });
    expect(await isIndexed()).toBe(false);
  });

  test('is passed over if it is damaged, cut off, empty or foreign: the file is read', async () => {
    await open(kept());
    const whole = await readFile(await indexFile());
    const damaged = Buffer.from(whole);
    damaged[whole.length - 9] = (damaged[whole.length - 9] ?? 0) ^ 1;
    const headless = Buffer.from(whole);
    headless.fill(0, 16, 20);
    for (const bytes of [damaged, headless, whole.subarray(0, 5000), '', 'a shopping list, of many lines']) {
      await writeFile(await indexFile(), bytes);
      expect(await isIndexed()).toBe(false);
      expect(await open(kept())).toBe('echo');
      expect(await isIndexed()).toBe(true);
    }
    await truncate(await indexFile(), 17);
    expect(await open(kept())).toBe('echo');
  });

  test('goes with its file, and so does what is no index', async () => {
    await open(kept());
    const other = join(folder, 'indexes', 'other.index');
    await writeFile(other, 'no index');
    await kept().tidy();
    expect(await isIndexed()).toBe(true);
    expect(await indexFiles()).not.toContain('other.index');
    await rm(path);
    await kept().tidy();
    expect(await indexFiles()).toEqual([]);
  });

  test('is not kept for a file that may still be written to, nor for a small one', async () => {
    await open(kept({ now: Date.now }));
    await open(kept({ leastBytes: 10_000_000 }));
    expect(await indexFiles()).toEqual([]);
  });

  test('gives way to newer ones, those that were used longest ago first', async () => {
    await open(kept());
    const { size } = await stat(await indexFile());
    const second = join(folder, 'second.tierscope.jsonl');
    const third = join(folder, 'third.tierscope.jsonl');
    for (const file of [second, third]) await writeFile(file, recording('echo'));
    const clock = { now: Date.now() + MINUTE };
    const indexes = kept({ mostBytes: size * 2.5, now: () => clock.now });
    await open(indexes, second);
    clock.now += MINUTE;
    // It is used again.
    await open(indexes);
    await open(indexes, third);
    expect(await indexFiles()).toHaveLength(2);
    expect(await isIndexed()).toBe(true);
  });
});
