import { expect, test } from 'vitest';
import type { ExchangeEvent } from './exchange-events.ts';
import { splitStderr } from './stderr-split.ts';

const line = (seq: number, text: string, why: string): ExchangeEvent => ({
  seq,
  kind: 'stderr',
  offsetMs: seq,
  text,
  why,
});

test('a trace names the call where one of its lines does, and other lines stay apart', () => {
  const split = splitStderr([
    line(1, 'loading', 'written while the call was open'),
    line(2, 'Error: boom', 'written while the call was open'),
    line(3, '    at read-note (a.js:1)', 'names the target'),
    line(4, 'bye', 'written just after'),
  ]);
  expect(split).toEqual({
    named: ['Error: boom', '    at read-note (a.js:1)'],
    around: ['loading', 'bye'],
    aroundWhy: 'written while the call was open or written just after',
  });
});
