import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listRecordings, RecordingLibrary } from './recording-library.ts';

let dataFolder = '';
let open = '';
let library: RecordingLibrary;

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'tierscope-shelf-'));
  open = '';
  library = new RecordingLibrary({
    dataFolder,
    isOpen: (path) => path.endsWith(open) && open !== '',
    pid: process.pid,
  });
  await mkdir(library.folder);
  for (const [day, name] of ['old', 'middle', 'new'].entries()) {
    const path = join(library.folder, fileOf(name));
    await writeFile(path, 'x'.repeat(1_000_000));
    await utimes(path, 1000 + day, 1000 + day);
  }
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

const fileOf = (name: string) => `20261121-100000-${name}.tierscope.jsonl`;
const names = async () => (await readdir(library.folder)).sort();

describe('the folder of recordings', () => {
  it('renames a file and keeps its date', async () => {
    expect(await library.rename(fileOf('old'), 'before/after the fix')).toEqual({
      ok: true,
      value: fileOf('before-after the fix'),
    });
    expect(await library.rename(fileOf('new'), 'middle')).toMatchObject({ ok: false });
    expect(await library.rename('../secrets.tierscope.jsonl', 'mine')).toMatchObject({ ok: false });
  });

  it('deletes with a way back until the app ends', async () => {
    expect(await library.remove([fileOf('old'), fileOf('new')])).toMatchObject({ ok: true });
    expect(await names()).toEqual([fileOf('middle')]);
    expect(await library.restore([fileOf('old')])).toEqual({ ok: true, value: null });
    await library.emptyTrash();
    expect(await names()).toEqual([fileOf('middle'), fileOf('old')]);
    expect(await readdir(join(dataFolder, 'trash'))).toEqual([]);
  });

  it('takes the result of a probe along: renamed, deleted and put back', async () => {
    const results = async () => (await names()).filter((name) => name.endsWith('-probe.json'));
    await writeFile(join(library.folder, '20261121-100000-old.tierscope-probe.json'), '{}');
    await library.rename(fileOf('old'), 'fixed');
    expect(await results()).toEqual(['20261121-100000-fixed.tierscope-probe.json']);
    await library.remove([fileOf('fixed')]);
    expect(await results()).toEqual([]);
    await library.restore([fileOf('fixed')]);
    expect(await results()).toEqual(['20261121-100000-fixed.tierscope-probe.json']);
  });

  it('leaves what a tab shows where it is', async () => {
    open = fileOf('old');
    expect(await library.remove([fileOf('old')])).toEqual({
      ok: false,
      error: `${fileOf('old')} is open in a tab. Close the tab to delete it.`,
    });
  });

  it('lets the oldest go if all are larger than the limit, and names them', async () => {
    expect(await library.keepLimit()).toEqual([]);
    await library.setLimit(1_500_000);
    expect(await library.keepLimit()).toEqual([fileOf('old'), fileOf('middle')]);
    expect(await names()).toEqual([fileOf('new')]);
    expect(await library.limit()).toEqual({
      limitBytes: 1_500_000,
      usedBytes: 1_000_000,
      removed: [fileOf('old'), fileOf('middle')],
    });
  });

  it('never lets go what a user named, keeps, or put back', async () => {
    await library.rename(fileOf('old'), 'named');
    await library.keep([fileOf('middle')], true);
    await library.setLimit(1_000_000);
    expect(await library.limit()).toMatchObject({ usedBytes: 1_000_000 });
    expect(await library.keepLimit()).toEqual([]);
    await library.setLimit(1);
    expect(await library.keepLimit()).toEqual([fileOf('new')]);
    await library.restore([fileOf('new')]);
    expect(await library.keepLimit()).toEqual([]);
    expect((await library.list()).map(({ kept }) => kept)).toEqual([true, true, true]);
    expect(await library.limit()).toEqual({ limitBytes: 1, usedBytes: 0, removed: [] });
    await library.keep([fileOf('middle')], false);
    expect(await library.keepLimit()).toEqual([fileOf('middle')]);
  });

  it('has the usual limit if its settings are damaged', async () => {
    await writeFile(join(dataFolder, 'recordings.json'), '{"limitBytes":"many"}');
    expect(await library.limit()).toMatchObject({ limitBytes: 2_000_000_000 });
  });
});

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

  it('is empty if the folder does not exist', async () => {
    expect(await listRecordings(join(folder, 'none'))).toEqual([]);
  });
});
