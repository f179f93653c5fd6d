import { describe, expect, test } from 'vitest';
import type { KnownRecord } from '../frame/record.ts';
import { RowTable } from '../frame/row-table.ts';
import { LogJudge } from './log-judge.ts';
import { ReportWatcher } from './report-watcher.ts';

const frame = (
  seq: number,
  direction: 'client-to-server' | 'server-to-client',
  value: unknown,
): KnownRecord => ({
  type: 'frame',
  seq,
  at: seq,
  session: 's1',
  direction,
  raw: JSON.stringify(value),
});

const records: KnownRecord[] = [
  { type: 'session', seq: 1, at: 0, session: 's1', label: 'notes', origin: 'connect' },
  frame(2, 'client-to-server', { jsonrpc: '2.0', id: 0, method: 'tools/call', params: { name: 'gone' } }),
  frame(3, 'server-to-client', {
    result: { content: [{ type: 'text', text: 'MCP error -32602: Tool gone not found' }], isError: true },
    jsonrpc: '2.0',
    id: 0,
  }),
];

describe('the judge of a log', () => {
  test('flags the row on which its gravest finding hangs', () => {
    const table = new RowTable();
    const judge = new LogJudge(table);
    for (const record of records) judge.ingest(record);
    const { findings, counts } = judge.session('s1');
    expect(findings.map(({ rule }) => rule)).toContain('Q11');
    expect(table.row(table.indexOf(3))?.flag).not.toBe('');
    expect(table.row(table.indexOf(2))?.flag).toBe('');
    expect(counts).toMatchObject({ frames: 2, tool: 1 });
  });

  test('says when a frame showed who the server is', () => {
    const judge = new LogJudge(new RowTable());
    const told = records.map((record) => judge.ingest(record));
    expect(told).toEqual([false, false, true]);
    expect(judge.session('s1').fingerprints.layers.sdk?.id).toBe('typescript-sdk-v1');
  });

  test('agrees with the watcher of reports', () => {
    const judge = new LogJudge(new RowTable());
    const watcher = new ReportWatcher();
    for (const record of records) {
      judge.ingest(record);
      watcher.ingest(record, undefined);
    }
    judge.finish();
    expect(watcher.findings()).toEqual(judge.session('s1').findings);
    expect(watcher.vocabulary('s1')).toMatchObject({ id: 'typescript-sdk-v1' });
  });
});
