import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listRecordings } from './list-recordings.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-list-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the list of recordings', () => {
  it('has the newest first, and nothing that is no recording', async () => {
    for (const [name, seconds] of [
      ['old', 1000],
      ['new', 3000],
      ['mid', 2000],
    ] as const) {
      const path = join(folder, `${name}.tierscope.jsonl`);
      await writeFile(path, name);
      await utimes(path, seconds, seconds);
    }
    await writeFile(join(folder, 'notes.txt'), '');
    await mkdir(join(folder, 'folder.tierscope.jsonl'));
    const files = await listRecordings(folder);
    expect(files.map((file) => file.name)).toEqual(
      ['new', 'mid', 'old'].map((name) => `${name}.tierscope.jsonl`),
    );
    expect(files[0]).toEqual({
      path: join(folder, 'new.tierscope.jsonl'),
      name: 'new.tierscope.jsonl',
      sizeBytes: 3,
      modifiedAt: '1970-01-01T00:50:00.000Z',
    });
  });

  it('is empty where the folder does not exist', async () => {
    expect(await listRecordings(join(folder, 'none'))).toEqual([]);
  });
});
