import { describe, expect, test } from 'vitest';
import { LogAnalyzer } from '../analysis/log-analyzer.ts';
import type { KnownRecord } from '../frame/record.ts';
import type { Row, RowPatch } from '../frame/row.ts';
import { RowTable } from '../frame/row-table.ts';
import { parseProjectFile } from '../session/project/project-file.ts';
import { checked, ReportBuilder } from './build-report.ts';

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

function projectOf(file: object) {
  const read = parseProjectFile(JSON.stringify(file));
  if (!read.ok) throw new Error(read.error.join(' '));
  return read.value;
}

function judged(file: object) {
  const table = new RowTable();
  const sink = {
    add: (row: Row) => table.add(row),
    patch: (seq: number, patch: RowPatch) => table.patchAt(table.indexOf(seq), patch),
  };
  const analyzer = new LogAnalyzer(sink, { project: projectOf(file) });
  for (const record of records) analyzer.take(record);
  analyzer.finish();
  return { table, session: analyzer.session('s1') };
}

describe('the analyzer of a log', () => {
  test('flags the row on which its most severe finding hangs', () => {
    const table = new RowTable();
    const analyzer = new LogAnalyzer(table);
    for (const record of records) analyzer.take(record);
    const { findings, counts } = analyzer.session('s1');
    expect(findings.map(({ rule }) => rule)).toContain('Q11');
    expect(table.row(table.indexOf(3))?.flag).not.toBe('');
    expect(table.row(table.indexOf(2))?.flag).toBe('advice');
    expect(counts).toMatchObject({ frames: 2, tool: 1 });
  });

  test('marks no row for a rule that the project file turns off, and says that it is off', () => {
    const plain = new LogAnalyzer(new RowTable());
    for (const record of records) plain.take(record);
    const rules = [...new Set(plain.session('s1').findings.map(({ rule }) => rule))];
    const off = Object.fromEntries(rules.map((rule) => [rule, { as: 'off', reason: 'known' }]));
    const { table, session } = judged({ rules: off });
    expect([2, 3].map((seq) => table.row(table.indexOf(seq))?.flag)).toEqual(['', '']);
    expect(session.findings.map(({ setting }) => setting?.as)).toEqual(session.findings.map(() => 'off'));
    const graded = judged({ rules: { Q11: { as: 'violation', reason: 'ours' } } });
    const q11 = graded.session.findings.find(({ rule }) => rule === 'Q11');
    expect(q11).toMatchObject({ severity: 'violation', setting: { reason: 'ours' } });
    expect(graded.table.row(graded.table.indexOf(q11?.seq ?? 0))?.flag).toBe('violation');
  });

  test('marks a call that did not end as the project file says, and an error that it expects', () => {
    const other = judged({ expected: { gone: 'protocol -32602' } });
    expect(other.table.row(other.table.indexOf(3))?.flag).toBe('violation');
    expect(other.session.findings.at(-1)).toMatchObject({ rule: 'expected-tier', seq: 3, evidence: [2, 3] });
    const met = judged({ expected: { gone: 'tool' } });
    expect(met.session.findings.at(-1)).toMatchObject({ rule: 'expected-error', severity: 'info', seq: 3 });
  });

  test('finds in a report what it finds in the log, with a project file too', () => {
    const file = { rules: { Q11: { as: 'off', reason: 'known' } }, expected: { gone: 'ok' } };
    const builder = new ReportBuilder(checked, { project: projectOf(file) });
    for (const record of records) builder.take(record, record.seq);
    const [reported] = builder.finish('x', 'tierscope', []).sessions;
    const counting = judged(file).session.findings.filter(({ setting }) => setting?.as !== 'off');
    expect(new Set(reported?.findings.map(({ rule, seq }) => `${rule} ${seq}`))).toEqual(
      new Set(counting.map(({ rule, seq }) => `${rule} ${seq}`)),
    );
    expect(reported?.errors[0]?.expected).toBeUndefined();
  });

  test('says when a frame showed who the server is', () => {
    const analyzer = new LogAnalyzer(new RowTable());
    const told = records.map((record) => analyzer.take(record));
    expect(told).toEqual([false, false, true]);
    expect(analyzer.session('s1').fingerprints.layers.sdk?.id).toBe('typescript-sdk-v1');
  });

  test('says in a report what it says of the log', () => {
    const analyzer = new LogAnalyzer(new RowTable());
    const builder = new ReportBuilder();
    for (const record of records) {
      analyzer.take(record);
      builder.take(record, record.seq);
    }
    analyzer.finish();
    const [session] = builder.finish('x', 'tierscope', []).sessions;
    const { findings } = analyzer.session('s1');
    expect(session?.findings.map(({ rule, seq }) => [rule, seq])).toEqual(
      findings.map(({ rule, seq }) => [rule, seq]),
    );
    expect(session?.vocabulary).toMatchObject({ id: 'typescript-sdk-v1' });
  });
});
