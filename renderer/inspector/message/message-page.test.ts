import { expect, test } from 'vitest';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { hexHead, origin } from './message-page.tsx';

test('bytes show in hex with their ASCII beside them', () => {
  expect(hexHead(Uint8Array.of(0x7b, 0xff, 0x41))).toBe(`0000  ${'7b ff 41'.padEnd(47)}  {.A`);
});

test('only a frame that went through a pipe names stdin and stdout', () => {
  const sent = { type: 'frame', direction: 'client-to-server', raw: '{}' };
  const read = (change: object, isForeign = false) =>
    origin({ record: { ...sent, ...change } as unknown as Inspected['record'] }, isForeign);
  expect(read({})).toBe('client → server (stdin)');
  expect(read({ http: { x: 1 } })).toBe('client → server');
  expect(read({ direction: 'server-to-client', http: { x: 1 } })).toBe('server → client');
  expect(read({}, true)).toBe('client → server');
});

test('a long line says how much is left out', () => {
  expect(hexHead(new Uint8Array(300))).toContain('… 44 bytes more');
});
