import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isComposed } from '../../app/frame/query/text-matcher.ts';
import { FORMAT_VERSION } from '../../app/recording/read-line.ts';
import { streamRecords } from '../recording/load-recording.ts';
import { RecordIndex } from '../recording/record-index.ts';
import { type BuiltWorker, builtWorker } from '../system/testing/built-worker.ts';
import type { KnownPlaces } from './search-scanner.ts';
import { SearchScanner } from './search-scanner.ts';

let worker: BuiltWorker;
beforeAll(async () => {
  worker = await builtWorker('main/search/search-worker.ts');
}, 60_000);
afterAll(() => worker.remove());

const header = {
  type: 'header',
  format: 'tierscope',
  version: FORMAT_VERSION,
  startedAt: '2026-01-01T00:00:00.000Z',
};
const FILLING = 'x'.repeat(100_000);
/** Enough of these for two threads. */
const FRAMES = 200;

/** A large recording with needle in every tenth frame, and a process in the session. */
async function recording(name: string, seqOf: (index: number) => number): Promise<string> {
  const file = join(worker.folder, name);
  const lines = Array.from({ length: FRAMES }, (_, index) => {
    const place = { seq: seqOf(index), at: index, session: 's1' };
    if (index === 150) return { type: 'process', ...place, event: 'exited', message: 'the needle broke' };
    const raw = JSON.stringify({ text: FILLING, more: index % 10 === 0 ? 'A "Needle"' : '' });
    return { type: 'frame', ...place, direction: 'server-to-client', raw };
  });
  await writeFile(file, [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

/** The current places of a file's records. */
async function placesOf(file: string): Promise<KnownPlaces> {
  const index = new RecordIndex();
  const composed: number[] = [];
  await streamRecords(file, {
    onRecord: ({ seq, type }, { offset, length }) => {
      index.push(seq, offset, length);
      if (isComposed(type)) composed.push(offset);
    },
  });
  return { index, composed };
}

async function found(file: string, text: string, places?: KnownPlaces) {
  const seqs: number[] = [];
  let all = 0;
  const search = { text, regex: false, matchCase: false };
  const scanner = new SearchScanner(search, worker.script, {
    found: (some, scanned) => {
      seqs.push(...some);
      all += scanned;
    },
  });
  const lastSeq = await scanner.file(file, 's1', places);
  scanner.end('the test is over');
  return { seqs, all, lastSeq };
}

test.each([20, 180])(
  'records out of order behind frame %i are left out, and no hit comes twice',
  async (from) => {
    const file = await recording('disordered.jsonl', (index) => (index < from ? index + 1 : index - 10));
    const seqs = Array.from({ length: FRAMES }, (_, index) => index)
      .filter((index) => index % 10 === 0 && (index < from || index - 10 > from))
      .map((index) => (index < from ? index + 1 : index - 10));
    for (const places of [undefined, await placesOf(file)]) {
      const end = await found(file, 'needle', places);
      expect(end.seqs).toEqual(seqs);
      expect(end.lastSeq).toEqual({ ok: true, value: FRAMES - 11 });
    }
  },
);

test('a file that is gone is searched to no end, without a fault', async () => {
  expect(await found(join(worker.folder, 'none.jsonl'), 'needle')).toEqual({
    seqs: [],
    all: 0,
    lastSeq: { ok: true, value: -1 },
  });
});

test('two threads find with an index what there is, in order', async () => {
  const file = await recording('indexed.jsonl', (index) => index + 1);
  const places = await placesOf(file);
  const seqs = Array.from({ length: FRAMES / 10 }, (_, index) => 10 * index + 1);
  const lastSeq = { ok: true, value: FRAMES };
  expect(await found(file, 'needle', places)).toEqual({ seqs, all: FRAMES, lastSeq });
  const quoted = seqs.filter((seq) => seq !== 151);
  expect(await found(file, 'a \\"needle\\"', places)).toMatchObject({ seqs: quoted });
  expect(await found(file, 'exited the', places)).toMatchObject({ seqs: [151], all: FRAMES });
  expect(await found(file, 'no such word', places)).toEqual({ seqs: [], all: FRAMES, lastSeq });
});

test.each([20, 180])('a file whose records changed behind frame %i is read as it is now', async (from) => {
  const file = await recording('changed.jsonl', (index) => index + 1);
  const places = await placesOf(file);
  await recording('changed.jsonl', (index) => (index < from ? index + 1 : index + 1000));
  const now = await found(file, 'needle');
  expect(now.seqs.some((seq) => seq >= 1000)).toBe(true);
  expect((await found(file, 'needle', places)).seqs).toEqual(now.seqs);
});

test('of a file that is shorter by now what is left is searched', async () => {
  const file = await recording('cut.jsonl', (index) => index + 1);
  const places = await placesOf(file);
  await truncate(file, places.index.offsetOf(31) ?? 0);
  expect(await found(file, 'needle', places)).toMatchObject({
    seqs: [1, 11, 21],
    lastSeq: { ok: true, value: 30 },
  });
});
