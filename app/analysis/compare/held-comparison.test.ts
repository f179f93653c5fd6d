import { describe, expect, test } from 'vitest';
import type { Result } from '../../base/result.ts';
import { COMPARED_CLASSES } from './compared-rows.ts';
import { type ComparedLine, heldComparison, type RunPart } from './held-comparison.ts';
import {
  readerThatFinds,
  type ScriptedCall,
  scriptedRecords,
  text,
  toolError,
} from './testing/scripted-run.ts';

const WHOLE: RunPart = { from: 0 };
const NO_NOISE = { off: [], own: [] };

function held(left: readonly ScriptedCall[], right: readonly ScriptedCall[], parts = [WHOLE, WHOLE]) {
  const comparison = heldComparison(() => readerThatFinds([]));
  comparison.take('left', scriptedRecords(left));
  comparison.take('right', scriptedRecords(right, 100));
  comparison.close(parts[0] ?? WHOLE, parts[1] ?? WHOLE);
  return comparison;
}

function listed(page: Result<readonly ComparedLine[]>): readonly ComparedLine[] {
  return page.ok ? page.value : [];
}

const BEFORE: readonly ScriptedCall[] = [
  { tool: 'same', result: text('x') },
  { tool: 'gone', result: text('x') },
  { tool: 'healed', error: { code: -32602, message: 'bad', data: { field: 'a' } } },
  { tool: 'clock', result: text('at 2026-11-21T10:00:00Z') },
  { tool: 'worse', result: text('x') },
];
const AFTER: readonly ScriptedCall[] = [
  { tool: 'same', result: text('x') },
  { tool: 'worse', result: toolError('no') },
  { tool: 'clock', result: text('at 2026-11-22T10:00:00Z') },
  { tool: 'healed', result: text('x') },
  { tool: 'new', result: text('x') },
];

describe('a held comparison', () => {
  test('lists what got worse first and what is the same last, with a count of each', () => {
    const comparison = held(BEFORE, AFTER);
    expect(comparison.compare(NO_NOISE)).toEqual({
      ok: true,
      value: {
        left: 5,
        right: 5,
        expected: 0,
        counts: { worse: 1, better: 1, changed: 0, left: 1, right: 1, outside: 0, same: 2 },
        lines: { worse: 1, better: 1, changed: 0, left: 1, right: 1, outside: 0, same: 2 },
      },
    });
    const rows = listed(comparison.page(COMPARED_CLASSES, 0, 100)).map(({ row }) => row);
    expect(rows.map((row) => [row.class, row.kind === 'exchange' ? row.target : ''])).toEqual([
      ['worse', 'worse'],
      ['better', 'healed'],
      ['left', 'gone'],
      ['right', 'new'],
      ['same', 'same'],
      ['same', 'clock'],
    ]);
    expect(rows[0]).toMatchObject({
      left: { tier: 'ok', requestSeq: 10 },
      right: { tier: 'tool', requestSeq: 4 },
    });
  });

  test('gives rows page by page, of the classes that are wanted', () => {
    const comparison = held(BEFORE, AFTER);
    comparison.compare(NO_NOISE);
    expect(listed(comparison.page(['left', 'right'], 1, 5))).toMatchObject([
      { number: 3, row: { class: 'right' } },
    ]);
    expect(listed(comparison.page(['same'], 0, 1))).toHaveLength(1);
  });

  test('folds equal changes before it counts lines and gives pages of them', () => {
    const calls = (result: ScriptedCall['result']): ScriptedCall[] =>
      [...Array(300).keys()].map((q) => ({ tool: 'search', args: { q }, result }));
    const comparison = held([...BEFORE, ...calls(text('x'))], [...calls(toolError('no')), ...AFTER]);
    expect(comparison.compare(NO_NOISE)).toMatchObject({
      value: { counts: { worse: 301, same: 2 }, lines: { worse: 2, same: 2 } },
    });
    const page = listed(comparison.page(['worse'], 0, 2));
    expect(page.map(({ number, times }) => [number, times])).toEqual([
      [0, 1],
      [1, 300],
    ]);
    expect(listed(comparison.page(['worse', 'better'], 2, 2))).toMatchObject([
      { number: 301, row: { target: 'healed' } },
    ]);
  });

  test('compares again by other rules, and refuses one that cannot be read', () => {
    const comparison = held(BEFORE, AFTER);
    const kept = comparison.compare({ off: ['iso-times'], own: [] });
    expect(kept).toMatchObject({ value: { counts: { changed: 1, same: 1 } } });
    const own = comparison.compare({
      off: ['iso-times'],
      own: [{ kind: 'path', pattern: 'content[*].text' }],
    });
    expect(own).toMatchObject({ value: { counts: { changed: 0, same: 2 } } });
    const broken = comparison.compare({ off: [], own: [{ kind: 'regex', pattern: '(' }] });
    expect(broken).toMatchObject({ ok: false, error: expect.stringContaining('The rule ( cannot be used.') });
  });

  test('shows both sides of a row line by line, an error with its code and data', () => {
    const comparison = held(BEFORE, AFTER);
    comparison.compare(NO_NOISE);
    const detail = comparison.detail(1);
    if (!detail.ok) throw new Error(detail.error);
    const left = detail.value.result.lines.flatMap((line) => line.left?.map(({ text }) => text) ?? []);
    expect(left.join('\n')).toMatch(/-32602[\s\S]*bad[\s\S]*"field": "a"/);
    expect(detail.value.request.lines.every(({ kind }) => kind === 'same')).toBe(true);
    expect(comparison.detail(99)).toMatchObject({ ok: false });
  });

  test('can be of a part of a session, or of single requests', () => {
    const part = held(BEFORE, AFTER, [{ from: 4, to: 8 }, WHOLE]);
    expect(part.compare(NO_NOISE)).toMatchObject({ value: { left: 3, counts: { left: 1, right: 3 } } });
    const picked = held(BEFORE, AFTER, [
      { from: 0, seqs: [10] },
      { from: 0, seqs: [4] },
    ]);
    expect(picked.compare(NO_NOISE)).toMatchObject({
      value: { left: 1, right: 1, counts: { worse: 1, same: 0 } },
    });
  });
});
