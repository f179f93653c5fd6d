import { describe, expect, test } from 'vitest';
import { hostTable, parseOwnHosts } from './host-table.ts';
import { findRow } from './lens.ts';
import type { SentAnswer } from './sent-answer.ts';
import { compareVersions } from './versions.ts';

const answer: SentAnswer = {
  kind: 'tool-error',
  method: 'tools/call',
  target: '',
  result: { content: [{ type: 'text', text: 'no' }], isError: true },
};

/** A table whose rows for the host `acme` are only these. */
function table(...rows: readonly object[]) {
  const common = { host: 'acme', gets: [], evidence: 'reported', source: 's', asOf: '2026-01' };
  const when = { answer: 'tool-error' };
  const written = rows.map((row, index) => ({ ...common, when, note: `${index}`, ...row }));
  const own = parseOwnHosts(JSON.stringify({ hosts: [{ id: 'acme', name: 'Acme' }], rows: written }));
  if (!own.ok) throw new Error(own.error.join(' '));
  const all = hostTable([own.value]);
  // All as built-in ones.
  return {
    ...all,
    rows: all.rows.filter(({ host }) => host === 'acme').map((row) => ({ ...row, own: false })),
  };
}

const chosen = (rows: readonly object[], version = '2.0') =>
  findRow(table(...rows), { host: 'acme', version }, answer);

describe('findRow', () => {
  test('a measured row counts before one that was read, and that before a report', () => {
    const rows = [{}, { evidence: 'source-code' }, { evidence: 'measured' }];
    expect(chosen(rows)?.row.note).toBe('2');
    expect(chosen(rows.slice(0, 2))?.row.note).toBe('1');
  });

  test('a row about other versions counts last, and says so', () => {
    const old = { evidence: 'measured', versions: { until: '1.9' } };
    expect(chosen([old, {}])).toMatchObject({ row: { note: '1' }, fits: 'any' });
    expect(chosen([old])).toMatchObject({ fits: 'other' });
    expect(chosen([{ versions: { from: '2.0', until: '2.0' } }])).toMatchObject({ fits: 'version' });
    expect(chosen([{ versions: { from: '2.0' } }], '')).toMatchObject({ fits: 'other' });
    expect(chosen([{ versions: { until: '2.0' } }], '2.0.7')).toMatchObject({ fits: 'version' });
    expect(chosen([{ versions: { until: '2.0' } }], '2.1')).toMatchObject({ fits: 'other' });
  });

  test('of a host whose version is not known, versions that ended count last', () => {
    const ended = { evidence: 'measured', versions: { from: '1.0', until: '1.9' } };
    const rows = [ended, { versions: { from: '2.0' } }];
    expect(chosen(rows, '')).toMatchObject({ row: { note: '1' }, fits: 'other' });
    expect(chosen(rows, '1.5')).toMatchObject({ row: { note: '0' }, fits: 'version' });
  });

  test('the closer row counts, and among equals the newer one', () => {
    const closer = { when: { answer: 'tool-error', blocks: 'one' } };
    expect(chosen([{}, closer])?.row.note).toBe('1');
    expect(chosen([{}, { asOf: '2026-02' }])?.row.note).toBe('1');
  });

  test('a row about another kind of answer does not count', () => {
    expect(chosen([{ when: { answer: 'success' } }])).toBeUndefined();
    expect(chosen([{ when: { answer: 'tool-error', structuredContent: true } }])).toBeUndefined();
    expect(chosen([{ when: { answer: 'tool-error', method: 'resources/read' } }])).toBeUndefined();
  });

  test('rows that say something else are named beside it, those that agree are not', () => {
    const found = chosen([{ asOf: '2026-03' }, { asOf: '2026-02' }, { gets: [{ part: 'message' }] }]);
    expect(found?.others.map(({ row }) => row.note)).toEqual(['2']);
  });

  test("a user's own row counts before a measured one of the built-in table", () => {
    const { rows } = table({ evidence: 'measured' }, {});
    const own = rows.map((row) => ({ ...row, own: row.note === '1' }));
    expect(findRow({ rows: own }, { host: 'acme', version: '' }, answer)?.row.note).toBe('1');
  });
});

test.each([
  ['2.1.9', '2.1.10', -1],
  ['2.1', '2.1.0', 0],
  ['v3.0.0-beta', '2.9', 1],
  ['26.803.41515', '26.803.81509', -1],
])('compareVersions of %s and %s', (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b))).toBe(sign);
});
