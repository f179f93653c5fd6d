import { expect, test } from 'vitest';
import { writePieces } from './command-output.ts';

test('a long text is written as it is made, and a short one at once', () => {
  const made: number[] = [];
  const written: string[] = [];
  function* pieces() {
    for (let count = 1; count <= 300; count += 1) {
      made.push(written.length);
      yield 'x'.repeat(10_000);
    }
  }
  writePieces({ write: (text) => written.push(text) }, pieces());
  expect(written.join('')).toBe('x'.repeat(3_000_000));
  expect(made.at(-1)).toBeGreaterThan(5);
  written.length = 0;
  writePieces({ write: (text) => written.push(text) }, ['a', 'b']);
  expect(written).toEqual(['ab']);
});
