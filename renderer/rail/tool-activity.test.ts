import { expect, test } from 'vitest';
import { LogTracker } from '../../app/exchange/log-tracker.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import type { RowSink } from '../../app/frame/row.ts';
import { RowTable } from '../../app/frame/row-table.ts';
import { ToolActivity } from './tool-activity.ts';

/** Feeds records as the mirror does: new rows, then changes with the row as it was. */
function followed(records: readonly KnownRecord[]): ToolActivity {
  const activity = new ToolActivity();
  const table = new RowTable();
  const sink: RowSink = {
    add(row) {
      table.add(row);
      activity.added(row);
    },
    patch(seq, patch) {
      const index = table.indexOf(seq);
      const before = table.row(index);
      table.patchAt(index, patch);
      const row = table.row(index);
      if (row !== undefined && before !== undefined) activity.changed(row, before);
    },
  };
  const tracker = new LogTracker(sink);
  for (const record of records) tracker.ingest(record);
  return activity;
}

const frame = (seq: number, out: boolean, value: object): KnownRecord => ({
  type: 'frame',
  session: 's1',
  seq,
  at: seq,
  direction: out ? 'client-to-server' : 'server-to-client',
  raw: JSON.stringify({ jsonrpc: '2.0', ...value }),
});
const call = (seq: number, id: number) =>
  frame(seq, true, { id, method: 'tools/call', params: { name: 'read' } });

test('each call counts once, at the tier where it ended', () => {
  const activity = followed([
    call(1, 1),
    frame(2, false, { id: 1, result: { isError: true, content: [] } }),
    call(3, 2),
    frame(4, false, { id: 2, error: { code: -32602, message: 'no' } }),
    call(5, 3),
    { type: 'client', session: 's1', seq: 6, at: 6, event: 'timeout', id: 3, message: 'gave up' },
    call(7, 4),
    frame(8, false, { id: 4, result: { content: [] } }),
  ]);
  expect(activity.counts.get('read')).toEqual({ calls: 4, tool: 1, protocol: 1, client: 1, transport: 0 });
});

test('the answers that hold the list are known, and whether one is on its way', () => {
  const request = frame(1, true, { id: 1, method: 'tools/list' });
  expect(followed([request]).lastOutcome).toBe('pending');
  const activity = followed([request, frame(2, false, { id: 1, result: { tools: [] } })]);
  expect(activity).toMatchObject({ lists: [2], lastRequest: 1, lastOutcome: 'ok' });
});
