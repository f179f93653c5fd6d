import { expect, test } from 'vitest';
import { endIn } from '../../../app/explain/final-stderr.ts';
import type { KnownRecord, ProcessRecord } from '../../../app/frame/record.ts';
import { RowTable } from '../../../app/frame/row-table.ts';
import { LogModel } from '../../../app/session/log-model.ts';
import { RowReader } from '../../../app/session/row-reader.ts';
import { callsLostSince } from './explain-page.tsx';

const call = (seq: number, id: number): KnownRecord => ({
  type: 'frame',
  session: 's1',
  seq,
  at: seq,
  direction: 'client-to-server',
  raw: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: `tool-${id}` } }),
});
const process = (seq: number, event: 'spawned' | 'exited'): KnownRecord => ({
  type: 'process',
  session: 's1',
  seq,
  at: seq,
  event,
  exitCode: 3,
});

test('an exit lists the calls that it left open, and none of an earlier process', () => {
  const table = new RowTable();
  const log = new LogModel({ all: [new RowReader(table)] });
  const records = [
    process(1, 'spawned'),
    call(2, 1),
    process(3, 'exited'),
    process(4, 'spawned'),
    call(5, 2),
    call(6, 3),
    process(7, 'exited'),
  ];
  for (const record of records) log.take(record);
  const rows = Array.from({ length: table.length }, (_, at) => table.row(at)).filter(
    (row) => row !== undefined,
  );
  const lostBefore = (end: number) =>
    callsLostSince(
      rows.filter(({ seq, outcome }) => seq < end && outcome === 'lost'),
      rows.filter(({ seq, kind }) => seq < end && kind === 'process'),
    );
  expect(lostBefore(7).map((row) => row.target)).toEqual(['tool-2', 'tool-3']);
  expect(lostBefore(3).map((row) => row.target)).toEqual(['tool-1']);
});

test('an exit shows the stderr of its own process, also if the records begin after the first start', () => {
  const stderr = (seq: number, text: string): KnownRecord => ({
    ...{ type: 'stderr', session: 's1', seq, at: seq },
    text,
  });
  const records = [stderr(1, 'first'), process(2, 'exited'), process(3, 'spawned'), stderr(4, 'second')];
  expect(endIn(records, process(5, 'exited') as ProcessRecord).stderr).toEqual(['second']);
});
