import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LogAnalyzer } from '../../app/analysis/log-analyzer.ts';
import { GrowingColumn } from '../../app/frame/growing-column.ts';
import { RowTable } from '../../app/frame/row-table.ts';
import { RecordingReader } from '../../app/recording/recording-reader.ts';
import { IndexCache } from './index-cache.ts';
import { RecordLines } from './load-recording.ts';
import { peerFacts } from './loaded-chunk.ts';
import { type OpenedRecording, openRecording } from './opened-recording.ts';

// Every reader of a recording shows the same.

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-reading-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const HEADER = '{"type":"header","format":"tierscope","version":1,"startedAt":"2026-11-21T09:30:00.000Z"}';

const id = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constantFrom('1', 'x', 2.5, null));
const request = fc.record({ id, method: fc.constantFrom('tools/call', 'tools/list', 'initialize', 'ping') });
const calls = request.map((one) => ({ jsonrpc: '2.0', ...one, params: { name: 'echo', arguments: {} } }));
const answers = fc
  .tuple(
    id,
    fc.constantFrom<object>(
      { result: { content: [{ type: 'text', text: 'fünf …' }] } },
      { result: { content: [{ type: 'text', text: 'Error: no such file' }], isError: true } },
      { error: { code: -32602, message: 'Invalid params' } },
      {
        result: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 's', version: '1' } },
      },
      { result: 1, error: 2 },
    ),
  )
  .map(([of, rest]) => ({ jsonrpc: '2.0', id: of, ...rest }));
const notes = id.map((requestId) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
}));
const message = fc.oneof({ weight: 4, arbitrary: calls }, { weight: 4, arbitrary: answers }, notes);
const raw = fc.oneof(
  { weight: 8, arbitrary: message.map((one) => JSON.stringify(one)) },
  { weight: 1, arbitrary: fc.array(message, { maxLength: 3 }).map((batch) => JSON.stringify(batch)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const session = fc.constantFrom('s1', 's1', 's1', 'zwei');
const body = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      type: fc.constant('frame'),
      session,
      direction: fc.constantFrom('client-to-server', 'server-to-client'),
      raw,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('stderr'), session, text: fc.string() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('process'),
      session,
      event: fc.constantFrom('spawned', 'exited', 'stdout-closed'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('client'),
      session,
      event: fc.constantFrom('timeout', 'result-rejected'),
      id: fc.integer({ min: 0, max: 4 }),
      message: fc.constant('gave up'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('mark'), label: fc.string() }) },
  { weight: 1, arbitrary: fc.constant({ type: 'later', session: 's1' }) },
);
/** Truncated, duplicated or changed at one place. */
const damage = fc.constantFrom<(line: string) => string>(
  (line) => line,
  (line) => line,
  (line) => line.slice(0, -3),
  (line) => line.replace('"at"', ' "at" '),
  (line) => `${line}}`,
);
const file = fc
  .array(fc.tuple(body, damage), { maxLength: 60 })
  .map((lines) =>
    [
      HEADER,
      ...lines.map(([one, harm], at) => harm(JSON.stringify({ seq: at + 1, at: at * 1500.5, ...one }))),
      '{"type":"end","seq":9999,"at":99999}',
    ]
      .map((line) => `${line}\n`)
      .join(''),
  );

const rowsOf = (table: RowTable) => Array.from({ length: table.length }, (_, index) => table.row(index));

/** Everything that a tab shows of an opened file. */
async function shown({ sessions, header, problems, reach, notes }: OpenedRecording): Promise<unknown> {
  const each = sessions.map(async ({ table, patched, store, ...rest }) => ({
    ...rest,
    rows: rowsOf(table),
    records: await store.readRecords(0, 10_000, 10_000),
  }));
  return { header, problems, reach, notes, sessions: await Promise.all(each) };
}

/** What a live session shows after its last record. */
function shownLive(text: string): unknown {
  const table = new RowTable();
  const analyzer = new LogAnalyzer(table, { guarded: true });
  const reader = new RecordingReader();
  const lines = new RecordLines(reader, (record) => void analyzer.take(record));
  lines.push(Buffer.from(text));
  lines.end();
  analyzer.finish();
  const sessions = analyzer.sessionNames.map((name) => {
    const analysis = analyzer.session(name);
    const { findings, counts, dropped } = analysis;
    const rows = rowsOf(table).filter((row) => row?.session === name || row?.session === '');
    const peers = peerFacts(analysis);
    return { name, rows, findings, failures: [...analysis.failures()], counts, peers, dropped };
  });
  return sessions;
}

async function opened(path: string, options: Parameters<typeof openRecording>[1]): Promise<OpenedRecording> {
  const result = await openRecording(path, options);
  if (!result.ok) throw new Error(result.error);
  await result.value.indexed;
  return result.value;
}

test('a recording shows the same live, opened in chunks, and opened again by its index', async () => {
  const path = join(folder, 'any.tierscope.jsonl');
  const later = () => Date.now() + 60_000;
  const indexes = new IndexCache({ folder: join(folder, 'indexes'), build: '1', leastBytes: 0, now: later });
  await fc.assert(
    fc.asyncProperty(file, fc.integer({ min: 1, max: 9 }), async (text, chunkRecords) => {
      await rm(path, { force: true });
      await writeFile(path, text);
      const whole = await opened(path, {});
      const expected = await shown(whole);
      const first = await opened(path, { chunkRecords, indexes });
      expect(await shown(first)).toEqual(expected);
      const stamp = await indexes.stampOf(path);
      expect(stamp && (await indexes.find(stamp))).toBeDefined();
      const again = await opened(path, { indexes });
      expect(again.sessions[0]?.patched).toEqual(new GrowingColumn(Uint32Array));
      expect(await shown(again)).toEqual(expected);
      if (whole.sessions[0]?.name === '') return;
      const live = whole.sessions.map(({ name, table, findings, failures, counts, facts, dropped }) => ({
        ...{ name, rows: rowsOf(table), findings, failures: [...failures], counts, peers: facts, dropped },
      }));
      expect(live).toEqual(shownLive(text));
    }),
    { numRuns: 150 },
  );
});
