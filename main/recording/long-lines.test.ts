import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { err, ok } from '../../app/base/result.ts';
import { allSteps } from '../../app/base/steps.ts';
import type { FrameRecord } from '../../app/frame/record.ts';
import { type EncodedText, encodedTextInSteps } from '../../app/recording/encode-record.ts';
import { fullRecord } from '../../app/recording/long-record.ts';
import type { RecordStore } from './record-store.ts';
import type { RecorderOptions } from './recorder.ts';
import { disk, edit, frame, linesOf, seqsOf, testRecorder } from './testing/test-recorder.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-long-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const recorder = (options: Partial<RecorderOptions> = {}) => testRecorder(folder, options);

/** A frame whose text is already encoded, in several pieces. */
function longFrame(seq: number): { record: FrameRecord; text: EncodedText } {
  const raw = `"${seq}\\\u0001é`.repeat(400_000);
  const text = allSteps(encodedTextInSteps({ raw }));
  expect(text.length).toBeGreaterThan(1);
  return {
    record: { type: 'frame', seq, at: seq, session: 's1', direction: 'server-to-client', raw },
    text,
  };
}

/** The records as a screen reads them; asserts that long ones come in several parts. */
async function wholeRecords(store: RecordStore) {
  const whole: unknown[] = [];
  for (const record of await store.handRecords(0, 99, 100)) {
    if (record.type !== 'long') {
      whole.push(record);
      continue;
    }
    const starts: number[] = [];
    let turns = 0;
    const read = await fullRecord(record, {
      read: async (from) => {
        starts.push(from);
        return ok(await store.readPart(record.seq, from));
      },
      turn: async () => {
        turns += 1;
      },
    });
    expect(starts.length).toBeGreaterThan(1);
    // Joining, parsing and checking it take three turns.
    expect(turns).toBe(2);
    whole.push(read.ok ? read.value : read.error);
  }
  return whole;
}

describe('a long line in a file', () => {
  it.each([0, 1, 2, 3])(
    'is read in parts that end between two characters, after %i bytes more',
    async (more) => {
      const { store } = recorder();
      const raw = `${'x'.repeat(more)}${'\u{1F600}'.repeat(1_300_000)}`;
      const long = {
        type: 'frame',
        seq: 2,
        at: 2,
        session: 's1',
        direction: 'server-to-client',
        raw,
      } as const;
      for (const record of [frame(1), long, frame(3)]) store.append(record);
      await store.settle();
      const handed = await store.handRecords(1, 3, 10);
      expect(handed.map(({ type }) => type)).toEqual(['frame', 'long', 'frame']);
      expect(await wholeRecords(store)).toEqual([frame(1), long, frame(3)]);
      expect(await store.readRecords(1, 3, 10)).toEqual([frame(1), long, frame(3)]);
    },
  );

  it('says in a sentence that it cannot be read any more, or was changed meanwhile', async () => {
    const { store } = recorder();
    const raw = 'y'.repeat(5_000_000);
    store.append({ type: 'frame', seq: 1, at: 1, session: 's1', direction: 'server-to-client', raw });
    await store.settle();
    const [long] = await store.handRecords(1, 1, 1);
    if (long?.type !== 'long') throw new Error('not a long one');
    const part = { text: '{"type":"frame"', next: 9_000_000 };
    const changed = await fullRecord(long, { read: async () => ok(part), turn: async () => undefined });
    expect(changed).toEqual(err('The line of record 1 was changed while it was read.'));
    await expect(store.readPart(7, 0)).rejects.toThrow(
      /^The recording .* cannot be read: it has no record 7\.$/,
    );
    await truncate(store.file, 1_000_000);
    await expect(store.readPart(1, 0)).rejects.toThrow(
      /cannot be read: it is shorter than when it was opened/,
    );
  });
});

describe('a line that was encoded by steps', () => {
  it('is written piece by piece, and read from memory and from the disk', async () => {
    const { store, faults } = recorder();
    const { record, text } = longFrame(2);
    const all = [frame(1), record, frame(3)];
    store.append(frame(1));
    store.append(record, text);
    store.append(frame(3));
    expect(await store.readRecords(1, 3, 10)).toEqual(all);
    expect(await wholeRecords(store)).toEqual(all);
    expect(await store.readRecords(1, 3, 10)).toEqual(all);
    await store.close();
    expect((await linesOf(store.file)).slice(1, -1)).toEqual(all);
    expect(faults).toEqual([]);
  });

  it('is written on if the disk took it in part', async () => {
    const state = { broken: '' };
    const { store, tick } = recorder({ openSink: disk(state) });
    await store.settle();
    const { record, text } = longFrame(1);
    store.append(record, text);
    Object.assign(state, { broken: 'ENOSPC', half: true });
    tick();
    await expect.poll(() => store.fault).toContain('the disk is full');
    state.broken = '';
    tick();
    await expect.poll(() => store.fault).toBe('');
    await store.close();
    expect((await linesOf(store.file)).slice(1, -1)).toEqual([record]);
  });

  it.skipIf(process.platform === 'win32').each([
    ['long one', '"seq":30,', [30]],
    ['one after it', '"seq":31,', [31]],
  ])('tells a record that was edited from a long one: %s', async (_, from, lost) => {
    const { store, tick } = recorder();
    const { record, text } = longFrame(30);
    store.append(frame(29));
    store.append(record, text);
    store.append(frame(31));
    await store.settle();
    await edit(store.file, from, from.replace('3', '4'));
    store.append(frame(32));
    tick();
    await store.settle();
    await store.close();
    const left = [29, 30, 31, 32, 33].filter((seq) => !lost.includes(seq));
    expect(seqsOf(await linesOf(store.file))).toEqual(left);
    expect((await store.readRecords(1, 99, 100)).map(({ seq }) => seq)).toEqual(left);
  });
});
