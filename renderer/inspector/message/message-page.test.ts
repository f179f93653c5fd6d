import { expect, test } from 'vitest';
import { hexHead } from './message-page.tsx';

test('bytes show in hex with their ASCII beside them', () => {
  expect(hexHead(Uint8Array.of(0x7b, 0xff, 0x41))).toBe(`0000  ${'7b ff 41'.padEnd(47)}  {.A`);
});

test('a long line says how much is left out', () => {
  expect(hexHead(new Uint8Array(300))).toContain('… 44 bytes more');
});
