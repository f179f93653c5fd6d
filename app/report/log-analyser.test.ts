import { describe, expect, test } from 'vitest';
import type { KnownRecord } from '../frame/record.ts';
import { RowTable } from '../frame/row-table.ts';
import { ReportBuilder } from './build-report.ts';
import { LogAnalyser } from './log-analyser.ts';

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

describe('the analyser of a log', () => {
  test('flags the row on which its most severe finding hangs', () => {
    const table = new RowTable();
    const analyser = new LogAnalyser(table);
    for (const record of records) analyser.take(record);
    const { findings, counts } = analyser.session('s1');
    expect(findings.map(({ rule }) => rule)).toContain('Q11');
    expect(table.row(table.indexOf(3))?.flag).not.toBe('');
    expect(table.row(table.indexOf(2))?.flag).toBe('advice');
    expect(counts).toMatchObject({ frames: 2, tool: 1 });
  });

  test('says when a frame showed who the server is', () => {
    const analyser = new LogAnalyser(new RowTable());
    const told = records.map((record) => analyser.take(record));
    expect(told).toEqual([false, false, true]);
    expect(analyser.session('s1').fingerprints.layers.sdk?.id).toBe('typescript-sdk-v1');
  });

  test('says in a report what it says of the log', () => {
    const analyser = new LogAnalyser(new RowTable());
    const builder = new ReportBuilder();
    for (const record of records) {
      analyser.take(record);
      builder.take(record, record.seq);
    }
    analyser.finish();
    const [session] = builder.finish('x', 'tierscope', []).sessions;
    const { findings } = analyser.session('s1');
    expect(session?.findings.map(({ rule, seq }) => [rule, seq])).toEqual(
      findings.map(({ rule, seq }) => [rule, seq]),
    );
    expect(session?.vocabulary).toMatchObject({ id: 'typescript-sdk-v1' });
  });
});
