import { mkdtemp, readdir, readFile, rm, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KnownRecord } from '../../app/frame/record.ts';
import { createRecorder, MAX_HELD_BYTES, type RecorderOptions } from './recorder.ts';
import { openRecordingSink, type RecordingSink } from './recording-sink.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-recorder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A recorder whose timers run when the test says so. */
function recorder(options: Partial<RecorderOptions> = {}) {
  const faults: string[] = [];
  const dropped: [number, string][] = [];
  const waiting = new Set<() => void>();
  const store = createRecorder({
    file: join(folder, 'recordings', 'a.tierscope.jsonl'),
    startedAt: '2026-11-21T09:30:00.000Z',
    app: { name: 'tierscope', version: '0.1.0' },
    onFault: (fault) => faults.push(fault),
    onDropped: (count, reason) => dropped.push([count, reason]),
    now: () => 5000,
    timers: (run) => {
      waiting.add(run);
      return () => waiting.delete(run);
    },
    ...options,
  });
  const tick = (): void => {
    for (const run of [...waiting]) {
      waiting.delete(run);
      run();
    }
  };
  return { store, faults, dropped, tick, waiting };
}

function frame(seq: number, raw = `{"jsonrpc":"2.0","id":${seq},"method":"ping"}`): KnownRecord {
  return { type: 'frame', seq, at: seq, session: 's1', direction: 'client-to-server', raw };
}

const linesOf = async (file: string): Promise<unknown[]> =>
  (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

/** A disk that fails while `broken` says so, before or after a half write. */
function disk(state: { broken: string; half?: boolean }) {
  return async (file: string): Promise<RecordingSink> => {
    const sink = await openRecordingSink(file);
    return {
      ...sink,
      write: async (bytes) => {
        if (state.broken === '') return sink.write(bytes);
        if (state.half === true) {
          state.half = false;
          return sink.write(bytes.subarray(0, 10));
        }
        throw Object.assign(new Error(state.broken), { code: state.broken });
      },
    };
  };
}

/** For what writes many megabytes on a machine that is busy elsewhere. */
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
    const kept = Math.floor(MAX_HELD_BYTES / raw.length);
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

  it('says that its file was deleted', async () => {
    const { store, tick } = recorder();
    await expect.poll(() => readdir(join(folder, 'recordings')).catch(() => [])).toHaveLength(1);
    await unlink(store.file);
    store.append(frame(1));
    await expect
      .poll(() => {
        tick();
        return store.fault;
      })
      .toContain('was deleted');
    await store.close();
    await expect(store.readRecords(1, 1, 1)).rejects.toThrow('cannot be read: it does not exist.');
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
