import { execFileSync } from 'node:child_process';
import {
  appendFile,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_FRESH_FILES, MAX_HELD_BYTES, type RecorderOptions } from './recorder.ts';
import { openRecordingSink } from './recording-sink.ts';
import { disk, edit, frame, linesOf, seqsOf, testRecorder } from './testing/test-recorder.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-recorder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const recorder = (options: Partial<RecorderOptions> = {}) => testRecorder(folder, options);

/** For writing many megabytes on a busy machine. */
const PATIENT = { timeout: 15_000 };

describe('the recorder', () => {
  it('writes a header, the records and an end, for the owner only', async () => {
    const { store, faults } = recorder();
    store.append(frame(1));
    store.append({ type: 'stderr', seq: 2, at: 2.5, session: 's1', text: 'hé' });
    await store.close();
    const [header, ...records] = await linesOf(store.file);
    expect(header).toEqual({
      type: 'header',
      format: 'tierscope',
      version: 1,
      startedAt: '2026-11-21T09:30:00.000Z',
      app: { name: 'tierscope', version: '0.1.0' },
      redaction: 'none',
    });
    expect(records).toEqual([
      frame(1),
      { type: 'stderr', seq: 2, at: 2.5, session: 's1', text: 'hé' },
      { type: 'end', seq: 3, at: 5000 },
    ]);
    expect(faults).toEqual([]);
    expect((await stat(store.file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'recordings'))).mode & 0o777).toBe(0o700);
  });

  it('gives records from memory, from the disk, and from both in one reading', async () => {
    const { store, tick } = recorder();
    for (let seq = 1; seq <= 5; seq += 1) store.append(frame(seq, `é${seq}`));
    expect(await store.readRecords(2, 4, 100)).toEqual([2, 3, 4].map((seq) => frame(seq, `é${seq}`)));
    tick();
    await expect.poll(() => readFile(store.file, 'utf8')).toContain('é5');
    for (let seq = 6; seq <= 8; seq += 1) store.append(frame(seq));
    const both = await store.readRecords(4, 7, 100);
    expect(both.map((record) => record.seq)).toEqual([4, 5, 6, 7]);
    expect((await store.readRecords(0, 99, 3)).map((record) => record.seq)).toEqual([1, 2, 3]);
    expect(await store.readRecords(50, 60, 10)).toEqual([]);
    await store.close();
    expect((await store.readRecords(7, 99, 10)).map((record) => record.type)).toEqual([
      'frame',
      'frame',
      'end',
    ]);
  });

  it('keeps what a full disk does not take, tries again, and loses nothing', async () => {
    const state = { broken: 'ENOSPC', half: true };
    const { store, faults, tick, waiting } = recorder({ openSink: disk(state) });
    for (let seq = 1; seq <= 20; seq += 1) store.append(frame(seq));
    await expect.poll(() => faults.length).toBe(1);
    expect(store.fault).toBe(
      `The recording cannot be written to ${store.file}: the disk is full. The records are kept in memory, and the app tries again every second.`,
    );
    expect((await store.readRecords(1, 20, 100)).length).toBe(20);
    state.broken = '';
    expect(waiting.size).toBe(1);
    tick();
    await expect.poll(() => store.fault).toBe('');
    await store.close();
    expect(await linesOf(store.file)).toHaveLength(22);
    expect(faults.at(-1)).toBe('');
  });

  it('counts what does not fit into memory and reports when a record of it can be written', {
    timeout: 30_000,
  }, async () => {
    const state = { broken: 'EIO' };
    const { store, dropped, faults, tick } = recorder({ openSink: disk(state) });
    const raw = 'x'.repeat(8 * 1024 * 1024);
    for (let seq = 1; seq <= 12; seq += 1) store.append(frame(seq, raw));
    // A single line may have any length, so it is not counted.
    const kept = Math.floor(MAX_HELD_BYTES / raw.length) + 1;
    await expect.poll(() => store.fault, PATIENT).toContain('are lost');
    expect(dropped).toEqual([]);
    state.broken = '';
    tick();
    await expect
      .poll(() => dropped, PATIENT)
      .toEqual([[12 - kept, 'the disk did not take the recording in time']]);
    store.append({ type: 'dropped', seq: 13, at: 13, session: 's1', count: 12 - kept, reason: 'disk' });
    await store.close();
    expect(faults.at(-1)).toBe('');
    expect(await store.readRecords(kept + 1, 99, 10)).toMatchObject([{ type: 'dropped' }, { type: 'end' }]);
  });

  it('keeps what comes after a line that is longer than what may wait', async () => {
    const state = { broken: 'EIO' };
    const { store, dropped, tick } = recorder({ openSink: disk(state) });
    store.append(frame(1, 'x'.repeat(MAX_HELD_BYTES + 1)));
    store.append(frame(2));
    await expect.poll(() => store.fault, PATIENT).toContain('are kept in memory');
    state.broken = '';
    tick();
    await store.close();
    expect(await store.readRecords(2, 2, 1)).toEqual([frame(2)]);
    expect(dropped).toEqual([]);
  });

  it('says that the folder cannot be made, and that records are lost at the end', async () => {
    const { store } = recorder({ file: '/dev/null/recordings/a.tierscope.jsonl' });
    store.append(frame(1));
    await expect.poll(() => store.fault).toContain('a part of its path is not a folder');
    expect(await store.readRecords(1, 1, 1)).toEqual([frame(1)]);
    await store.close();
    expect(store.fault).toMatch(/Its last \d+ records are lost\.$/);
  });

  it('never writes into a file that is there already', async () => {
    const first = recorder();
    await first.store.close();
    const before = await readFile(first.store.file, 'utf8');
    const second = recorder();
    await expect.poll(() => second.store.fault).toContain('another file has its name');
    await second.store.close();
    expect(await readFile(first.store.file, 'utf8')).toBe(before);
  });

  it('says that a record came after the end, and writes nothing after it', async () => {
    const { store } = recorder();
    await Promise.all([store.close(), store.close()]);
    store.append(frame(1));
    expect(store.fault).toContain('came after the end');
    expect(await linesOf(store.file)).toMatchObject([{ type: 'header' }, { type: 'end' }]);
  });

  it('writes a large frame at once, without waiting for the timer', async () => {
    const { store } = recorder();
    await expect.poll(() => readdir(join(folder, 'recordings')).catch(() => [])).toHaveLength(1);
    store.append(frame(1, 'y'.repeat(2 * 1024 * 1024)));
    await expect.poll(async () => (await stat(store.file)).size).toBeGreaterThan(2 * 1024 * 1024);
    await store.close();
  });
});

describe.skipIf(process.platform === 'win32')('a file that another program harms while it grows', () => {
  const everySeq = Array.from({ length: 60 }, (_, position) => position + 1);

  /** A recorder with the records 1 to 50 on disk; then `harm` is done, and ten more and the end follow. */
  async function harmed(harm: (path: string) => Promise<unknown>) {
    const made = recorder();
    const { store, tick } = made;
    const path = store.file;
    for (const seq of everySeq.slice(0, 25)) store.append(frame(seq));
    await store.settle();
    for (const seq of everySeq.slice(25, 50)) store.append(frame(seq));
    await store.settle();
    await harm(path);
    for (const seq of everySeq.slice(50)) store.append(frame(seq));
    tick();
    await store.settle();
    return { ...made, path };
  }

  it.each([
    ['deleted', (path: string) => unlink(path)],
    ['renamed or moved', (path: string) => rename(path, `${path}.old`)],
    ['replaced', (path: string) => rename(path, `${path}.old`).then(() => writeFile(path, 'another'))],
    ['overwritten', (path: string) => appendFile(path, 'a line of another program\n')],
  ])('is left, if %s, for a fresh one beside it that has every record', async (harm, harmIt) => {
    const { store, moved, faults, dropped, path } = await harmed(harmIt);
    const fresh = path.replace('.tierscope.jsonl', '-2.tierscope.jsonl');
    await store.close();
    expect(moved).toEqual([
      `The recording ${path} was ${harm} by another program. The session goes on in ${fresh}, which begins with all records so far.`,
    ]);
    expect(store.file).toBe(fresh);
    expect(seqsOf(await linesOf(fresh))).toEqual([...everySeq, 61]);
    expect((await store.readRecords(1, 99, 100)).map(({ seq }) => seq)).toEqual([...everySeq, 61]);
    expect([faults, dropped]).toEqual([[], []]);
    expect((await stat(fresh)).mode & 0o777).toBe(0o600);
  });

  it('loses, if truncated, what stood behind, counts it, and has all the rest', async () => {
    const { store, moved, dropped, path } = await harmed(async (file) => {
      const lines = (await readFile(file, 'utf8')).split('\n');
      await truncate(file, lines.slice(0, 31).join('\n').length + 5);
    });
    await store.close();
    expect(moved).toEqual([expect.stringMatching(/was truncated .* unchanged; 20 records are lost\.$/)]);
    expect(dropped).toEqual([[20, 'the recording was truncated by another program']]);
    const left = [...everySeq.slice(0, 30), ...everySeq.slice(50), 61];
    expect(store.file).not.toBe(path);
    expect(seqsOf(await linesOf(store.file))).toEqual(left);
    expect((await store.readRecords(1, 99, 100)).map(({ seq }) => seq)).toEqual(left);
  });

  it('loses, if overwritten in place, the records that were hit', async () => {
    const { store, dropped } = await harmed(async (file) => {
      const handle = await open(file, 'r+');
      await handle.write('#'.repeat(20), (await readFile(file, 'utf8')).indexOf('"seq":7,'));
      await handle.close();
    });
    await store.close();
    expect(dropped).toEqual([[1, 'the recording was overwritten by another program']]);
    expect(seqsOf(await linesOf(store.file))).toEqual([...everySeq.filter((seq) => seq !== 7), 61]);
  });

  it('loses a record that another program edited so that it still reads', async () => {
    const { store, moved, dropped } = await harmed((file) => edit(file, '"id\\":7,', '"id\\":8,'));
    await store.close();
    expect(moved).toEqual([expect.stringMatching(/was overwritten .*; one record is lost\.$/)]);
    expect(dropped).toEqual([[1, 'the recording was overwritten by another program']]);
    expect(seqsOf(await linesOf(store.file))).toEqual([...everySeq.filter((seq) => seq !== 7), 61]);
  });

  it.each([
    ['a record', '"id\\":7,', '"id\\":8,'],
    ['the header', '"startedAt":"2026', '"startedAt":"2025'],
  ])('notices an edit of %s whose time was set back', async (_, from, to) => {
    const { store, moved } = await harmed(async (file) => {
      const reference = join(folder, 'reference');
      execFileSync('touch', ['-r', file, reference]);
      await edit(file, from, to);
      execFileSync('touch', ['-r', reference, file]);
    });
    await store.close();
    expect(moved).toEqual([expect.stringContaining('was overwritten by another program')]);
    expect(await readFile(store.file, 'utf8')).toContain('"startedAt":"2026');
  });

  it('notices an edit after many harmless changes once it has doubled', async () => {
    const { store, moved, tick } = await harmed((file) => utimes(file, 1, 1));
    let seq = everySeq.length;
    const grow = async (count: number): Promise<void> => {
      for (let left = count; left > 0; left -= 1) {
        seq += 1;
        store.append(frame(seq));
      }
      tick();
      await store.settle();
    };
    for (let touched = 0; touched < 4; touched += 1) {
      await utimes(store.file, 1, 1);
      await grow(1);
    }
    await edit(store.file, '"id\\":7,', '"id\\":8,');
    await grow(1);
    expect(moved).toEqual([]);
    await grow(100);
    await grow(1);
    expect(moved).toEqual([expect.stringContaining('was overwritten by another program')]);
    await store.close();
  });

  it('goes on if only its times were changed', async () => {
    const { store, moved, path } = await harmed((file) => utimes(file, 1, 1));
    await store.close();
    expect([moved, store.file, store.fault]).toEqual([[], path, '']);
  });

  it('is given up, with a word, when that never ends', async () => {
    const { store, moved, tick } = recorder();
    for (let seq = 1; seq <= MAX_FRESH_FILES + 1; seq += 1) {
      store.append(frame(seq));
      await store.settle();
      await unlink(store.file);
      store.append(frame(seq + 0.5));
      tick();
      await store.settle();
    }
    expect(moved).toHaveLength(MAX_FRESH_FILES);
    expect(store.fault).toContain('again: this session is not saved.');
    await store.close();
  });

  it('keeps everything in memory until a fresh one can be made', async () => {
    const state = { isFull: false };
    const { store, moved, tick } = recorder({
      openSink: async (file) => {
        if (state.isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        return openRecordingSink(file);
      },
    });
    store.append(frame(1));
    await store.settle();
    await truncate(store.file, 3);
    state.isFull = true;
    store.append(frame(2));
    await store.settle();
    expect(store.fault).toContain('the disk is full. The records are kept in memory');
    state.isFull = false;
    tick();
    await store.settle();
    expect([store.fault, moved.length]).toEqual(['', 1]);
    await store.close();
    expect(seqsOf(await linesOf(store.file))).toEqual([2, 3]);
  });
});
