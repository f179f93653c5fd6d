import { describe, expect, test } from 'vitest';
import { hostTable } from './host-table.ts';
import { findRow } from './lens.ts';
import { passedOn, passedText } from './passed-on.ts';
import { isAbout } from './sent-answer.ts';
import { answerFor } from './testing/answer-for-row.ts';

const table = hostTable();

describe('each built-in row', () => {
  test.each(table.rows.map((row, index) => ({ row, index, host: row.host })))('$index $host', ({ row }) => {
    const answer = answerFor(row.when);
    const version = row.versions?.from ?? row.versions?.until ?? '';
    const found = findRow(table, { host: row.host, version }, answer);
    const passed = passedOn(row, answer);

    expect(isAbout(row.when, answer)).toBe(true);
    // It applies to its answer and version, or is listed next to the contradicting row that does.
    const said = [found?.row, ...(found?.others ?? []).map((other) => other.row)];
    expect(said.map((one) => one?.gets)).toContainEqual(row.gets);
    // It has a piece that fits such an answer, unless it passes on nothing; no placeholder stays unfilled.
    expect(passed.segments.length > 0).toBe(row.gets.length > 0);
    expect(passedText(passed.segments, 10_000)).not.toMatch(/\{(tool|type|mimeType|uri|count)\}/);
  });
});
