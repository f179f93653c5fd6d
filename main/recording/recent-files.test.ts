import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RecentFiles } from './recent-files.ts';

let folder = '';
let clock = 0;
const now = () => new Date(Date.UTC(2026, 10, 21) + clock++ * 1000);
const recents = () => new RecentFiles(join(folder, 'data', 'recent.json'), now);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-recent-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function file(name: string): Promise<string> {
  await writeFile(join(folder, name), '');
  return join(folder, name);
}

describe('the files that were opened', () => {
  it('are there after a restart, the newest first, each once', async () => {
    const [a, b] = [await file('a.har'), await file('b.tierscope.jsonl')];
    const before = recents();
    await Promise.all([
      before.add(a, 'HAR', false),
      before.add(b, 'Tierscope', false),
      before.add(a, 'HAR', false),
    ]);
    const listed = await recents().list();
    expect(listed.map(({ name, format, missing }) => [name, format, missing])).toEqual([
      ['a.har', 'HAR', ''],
      ['b.tierscope.jsonl', 'Tierscope', ''],
    ]);
    expect((await stat(join(folder, 'data', 'recent.json'))).mode & 0o077).toBe(0);
  });

  it('say when they are gone, and can be taken off', async () => {
    const list = recents();
    const gone = join(folder, 'gone.log');
    await list.add(gone, 'VS Code log', false);
    expect(await list.list()).toMatchObject([{ path: gone, missing: expect.stringContaining('not there') }]);
    await list.forget([gone]);
    expect(await list.list()).toEqual([]);
  });

  it('follow a new name', async () => {
    const list = recents();
    await list.add(join(folder, 'old'), 'Tierscope', false);
    await list.moved(join(folder, 'old'), await file('new'));
    expect(await list.list()).toMatchObject([{ name: 'new', missing: '' }]);
  });

  it('are thirty at most, and show which received copies nobody can reach any more', async () => {
    const list = recents();
    await list.add('/received/1', 'HAR', true);
    for (let number = 0; number < 29; number += 1) await list.add(`/kept/${number}`, 'HAR', false);
    expect(await list.add('/kept/last', 'HAR', false)).toEqual(['/received/1']);
    expect(await list.list()).toHaveLength(30);
    await list.add('/received/2', 'HAR', true);
    expect(await list.forget(undefined)).toEqual(['/received/2']);
  });

  it('begin again if the list is damaged', async () => {
    const list = recents();
    await list.add('/a', 'HAR', false);
    await writeFile(join(folder, 'data', 'recent.json'), '{"files":[{"path":1}]}');
    expect(await list.list()).toEqual([]);
  });
});
