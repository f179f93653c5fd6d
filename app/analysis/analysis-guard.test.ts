import { describe, expect, test } from 'vitest';
import type { KnownRecord } from '../frame/record.ts';
import { RowTable } from '../frame/row-table.ts';
import { type Envelope, readEnvelope } from '../wire/envelope.ts';
import { LogAnalyzer } from './log-analyzer.ts';

const session = (name: string, seq: number): KnownRecord => ({
  type: 'session',
  seq,
  at: 0,
  session: name,
  label: name,
  origin: 'connect',
});
const frame = (name: string, seq: number, value: object, fromServer = false): KnownRecord => ({
  type: 'frame',
  seq,
  at: seq,
  session: name,
  direction: fromServer ? 'server-to-client' : 'client-to-server',
  raw: JSON.stringify({ jsonrpc: '2.0', ...value }),
});
const call = { id: 1, method: 'tools/call', params: { name: 'gone' } };
const text = 'MCP error -32602: Tool gone not found';
const error = { id: 1, result: { content: [{ type: 'text', text }], isError: true } };

/** An envelope that throws on every access. */
function brokenEnvelope(): Envelope {
  return new Proxy(readEnvelope('{}'), {
    get: () => {
      throw new TypeError('no such member');
    },
  });
}

describe('a defect in reading a record', () => {
  test('is thrown by an analyzer that is not guarded', () => {
    const analyzer = new LogAnalyzer(new RowTable());
    expect(() => analyzer.take(frame('a', 1, call), brokenEnvelope())).toThrow('no such member');
  });

  test('ends the judging of its session, names the record, and leaves every record its row', () => {
    const table = new RowTable();
    const analyzer = new LogAnalyzer(table, { guarded: true });
    analyzer.take(session('a', 1));
    expect(analyzer.take(frame('a', 2, call), brokenEnvelope())).toBe(true);
    expect(analyzer.take(frame('a', 3, error, true))).toBe(false);
    analyzer.finish();
    const { fault, findings } = analyzer.session('a');
    expect(fault).toContain('record 2');
    expect(fault).toContain('no such member');
    expect(findings).toEqual([]);
    const rows = [2, 3].map((seq) => table.row(table.indexOf(seq)));
    expect(rows[0]).toMatchObject({ kind: 'frame', direction: 'client-to-server' });
    expect(rows[0]?.text).toContain('defect');
    expect(rows[1]).toMatchObject({ kind: 'frame', shape: 'result' });
  });

  test('leaves the other sessions as they are', () => {
    const guarded = new LogAnalyzer(new RowTable(), { guarded: true });
    guarded.take(session('a', 1));
    guarded.take(frame('a', 2, call), brokenEnvelope());
    const plain = new LogAnalyzer(new RowTable());
    for (const analyzer of [guarded, plain]) {
      for (const record of [session('b', 3), frame('b', 4, call), frame('b', 5, error, true)]) {
        analyzer.take(record);
      }
      analyzer.finish();
    }
    expect(guarded.session('b').fault).toBe('');
    expect(plain.session('b').findings.map(({ seq }) => seq)).toContain(5);
    expect(guarded.session('b').findings).toEqual(plain.session('b').findings);
  });

  test('in one reader keeps the rows, and silences the other readers too', () => {
    const table = new RowTable();
    let asked = 0;
    const analyzer = new LogAnalyzer(table, {
      guarded: true,
      lensOf: () => {
        asked += 1;
        throw new RangeError('too deep');
      },
    });
    analyzer.take(session('a', 1));
    analyzer.take(frame('a', 2, call));
    expect(analyzer.take(frame('a', 3, error, true))).toBe(true);
    analyzer.take(frame('a', 4, call));
    analyzer.take(frame('a', 5, error, true));
    analyzer.finish();
    expect(asked).toBe(1);
    expect(analyzer.session('a').fault).toContain('RangeError: too deep');
    expect(analyzer.session('a').findings.map(({ seq }) => seq)).not.toContain(5);
    expect(table.row(table.indexOf(3))).toMatchObject({ outcome: 'tool error', pair: 2 });
    expect(table.row(table.indexOf(5))).toMatchObject({ outcome: 'tool error', pair: 4 });
  });
});
