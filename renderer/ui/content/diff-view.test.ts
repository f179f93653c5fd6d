import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DiffLine } from '../../../app/analysis/compare/text-diff.ts';
import { foldLines } from './diff-view.tsx';

const line = (kind: DiffLine['kind']): DiffLine => ({ kind, left: [], right: [] });
const lines = (pattern: string): DiffLine[] =>
  [...pattern].map((one) => line(one === 'x' ? 'changed' : 'same'));
const shape = (pattern: string) =>
  foldLines(lines(pattern)).map((part) => `${part.kind} ${part.lines.length}`);

test('equal lines far from a difference are folded, and a few are not worth it', () => {
  expect(shape('..........x..........')).toEqual(['fold 7', 'lines 7', 'fold 7']);
  expect(shape('.........x...x')).toEqual(['fold 6', 'lines 8']);
  expect(shape('.....x..............')).toEqual(['lines 2', 'lines 7', 'fold 11']);
  expect(shape('.............')).toEqual(['fold 13']);
  expect(shape('............')).toEqual(['lines 12']);
  expect(shape('')).toEqual([]);
});

test('no line is lost, and no difference is folded', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[.x]{0,60}$/), (pattern) => {
      const parts = foldLines(lines(pattern));
      expect(parts.flatMap((part) => part.lines)).toEqual(lines(pattern));
      expect(parts.filter(({ kind }) => kind === 'fold').flatMap((part) => part.lines)).not.toContainEqual(
        line('changed'),
      );
    }),
  );
});
