import { expect, test } from 'vitest';
import { isDestructive, toolHints } from './tool-hints.ts';

const hintsOf = (annotations: unknown) => toolHints(annotations).map(({ hint }) => hint);

test('only what a server declares is a hint', () => {
  expect(hintsOf(undefined)).toEqual([]);
  expect(hintsOf({ title: 'Delete everything' })).toEqual([]);
  expect(hintsOf({ destructiveHint: false, openWorldHint: false })).toEqual([]);
  expect(hintsOf({ destructiveHint: true, openWorldHint: true })).toEqual(['destructive', 'open world']);
});

test('a tool that only reads is not called idempotent too, but a contradiction stays in sight', () => {
  expect(hintsOf({ readOnlyHint: true, idempotentHint: true })).toEqual(['read-only']);
  expect(hintsOf({ readOnlyHint: true, destructiveHint: true })).toEqual(['destructive', 'read-only']);
});

test('a hint of another type is none', () => {
  expect(hintsOf({ readOnlyHint: 'yes' })).toEqual([]);
  expect(isDestructive({ destructiveHint: 'true' })).toBe(false);
  expect(isDestructive({ destructiveHint: true })).toBe(true);
});
