import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SearchPage } from '../../app/contract/search-commands.ts';
import type { FrameRecord, KnownRecord } from '../../app/frame/record.ts';
import { encodeHeader, encodeRecord } from '../../app/recording/encode-record.ts';
import { FORMAT_VERSION } from '../../app/recording/read-line.ts';
import { testRecorder } from '../recording/testing/test-recorder.ts';
import { SearchRun, type SearchTarget } from '../search/search-run.ts';
import { AnalyzedLog } from './tab-source.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'search-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function frame(seq: number, session: string, method: string): FrameRecord {
  const raw = JSON.stringify({ jsonrpc: '2.0', id: seq, method });
  return { type: 'frame', seq, at: seq, session, direction: 'client-to-server', raw };
}

/** A session whose records are partly in a file, and all in memory. */
async function target(session: string, written: readonly KnownRecord[], held: readonly KnownRecord[] = []) {
  const file = join(folder, 'shared.jsonl');
  const log = new AnalyzedLog(session);
  const records: KnownRecord[] = [];
  const asked: number[] = [];
  const add = (record: KnownRecord): void => {
    records.push(record);
    log.analyzer.take(record);
  };
  for (const record of [...written, ...held])
    if (!('session' in record) || record.session === session) add(record);
  const header = {
    type: 'header',
    format: 'tierscope',
    version: FORMAT_VERSION,
    startedAt: '2026-01-01T00:00:00.000Z',
  } as const;
  await writeFile(file, `${[encodeHeader(header), ...written.map(encodeRecord)].join('\n')}\n`);
  const made: SearchTarget = {
    session,
    label: `the ${session}`,
    table: log.table,
    file,
    recorded: session,
    places: async () => undefined,
    records: async (first, last, limit) => {
      asked.push(first);
      return records.filter(({ seq }) => seq >= first && seq <= last).slice(0, limit);
    },
  };
  return { target: made, add, asked };
}

async function all(run: SearchRun): Promise<{ found: Record<string, number[]>; last: SearchPage }> {
  for (let before = -1; ; ) {
    const page = await run.next();
    if (!page.ok) throw new Error(page.error);
    if (page.value.done && page.value.found === before) return { found: matchesOf(run), last: page.value };
    before = page.value.found;
  }
}

/** The matches in each session of these tests that has any. */
function matchesOf(run: SearchRun): Record<string, number[]> {
  const all = ['a', 'b', 's1'].map((session): [string, number[]] => {
    const found = run.matches(session);
    return [session, Array.from({ length: found?.length ?? 0 }, (_, place) => found?.at(place) ?? -1)];
  });
  return Object.fromEntries(all.filter(([, seqs]) => seqs.length > 0));
}

const PLAIN = { regex: false, matchCase: false } as const;

test('a search reads the recording of each session, and only the rows of that session', async () => {
  const written = [
    frame(0, 'a', 'ping'),
    frame(1, 'b', 'ping'),
    frame(2, 'a', 'tools/list'),
    frame(3, 'a', 'PING'),
  ];
  const a = await target('a', written);
  const b = await target('b', written);
  const run = new SearchRun({ text: 'ping', ...PLAIN }, [a.target, b.target], undefined);
  const { found, last } = await all(run);
  expect(found).toEqual({ a: [0, 3], b: [1] });
  expect(last).toMatchObject({ scanned: 4, total: 4, faults: [] });
  expect(a.asked).toEqual([]);
});

test('what the recording does not hold yet, and what comes later, is asked of the session', async () => {
  const a = await target('a', [frame(0, 'a', 'ping')], [frame(1, 'a', 'ping'), frame(2, 'a', 'other')]);
  const run = new SearchRun({ text: 'ping', ...PLAIN }, [a.target], undefined);
  expect((await all(run)).found).toEqual({ a: [0, 1] });
  a.add(frame(3, 'a', 'ping'));
  expect((await all(run)).found).toEqual({ a: [0, 1, 3] });
  expect(a.asked).toEqual([1, 3]);
});

test('a session whose recording is gone is named, and the others are searched', async () => {
  const a = await target('a', [frame(0, 'a', 'ping')]);
  const lost: SearchTarget = {
    ...(await target('b', [frame(0, 'b', 'ping')])).target,
    file: join(folder, 'none.jsonl'),
    records: () => Promise.reject(new Error('The recording cannot be read: it does not exist.')),
  };
  const kept = await target('a', [frame(0, 'a', 'ping')]);
  const run = new SearchRun({ text: 'ping', ...PLAIN }, [lost, kept.target], undefined);
  const { found, last } = await all(run);
  expect(found).toEqual({ a: [0] });
  expect(last.faults).toEqual([
    'the b could not be searched to its end. The recording cannot be read: it does not exist.',
  ]);
  expect(a.target.table.length).toBe(1);
});

test('the places of the matches in one record are given', async () => {
  const a = await target('a', [frame(0, 'a', 'ping')]);
  const run = new SearchRun({ text: 'p.ng', regex: true, matchCase: true }, [a.target], undefined);
  const raw = frame(0, 'a', 'ping').raw ?? '';
  expect(await run.ranges('a', 0)).toEqual({
    ok: true,
    value: [[raw.indexOf('ping'), raw.indexOf('ping') + 4]],
  });
  expect(await run.ranges('a', 9)).toEqual({ ok: true, value: [] });
});

test('a search that is ended answers with the reason, also while it reads', async () => {
  const a = await target('a', [frame(0, 'a', 'ping')]);
  const run = new SearchRun({ text: 'ping', ...PLAIN }, [a.target], undefined);
  const waiting = run.next();
  run.end('enough');
  expect(await waiting).toEqual({ ok: false, error: 'enough' });
  expect(await run.next()).toEqual({ ok: false, error: 'enough' });
});

test('a recording that grows is searched by its index, with what is still in memory', async () => {
  const { store } = testRecorder(folder);
  const a = await target('s1', []);
  const write = (seq: number, method: string): void => {
    store.append(frame(seq, 's1', method));
    a.add(frame(seq, 's1', method));
  };
  for (let seq = 1; seq < 300; seq += 1) write(seq, seq % 100 === 0 ? 'needle' : 'ping');
  const places = async () => {
    await store.settle();
    return store.places;
  };
  const live = { ...a.target, file: store.file, places };
  const run = new SearchRun({ text: 'needle', ...PLAIN }, [live], undefined);
  expect(await all(run)).toMatchObject({ found: { s1: [100, 200] }, last: { scanned: 299 } });
  expect(a.asked).toEqual([]);
  write(300, 'needle');
  expect((await all(run)).found).toEqual({ s1: [100, 200, 300] });
  await store.close();
});
