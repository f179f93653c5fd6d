import { expect, test } from 'vitest';
import type { ExchangeEvent } from '../../state/inspected/exchange-events.ts';
import { byTimeAlone, splitStderr } from './exchange-explain.tsx';

const line = (seq: number, text: string, why: string): ExchangeEvent => ({
  seq,
  kind: 'stderr',
  offsetMs: seq,
  text,
  why,
});

test('lines of one attribution are one section, the surest first', () => {
  const split = splitStderr([
    line(1, 'loading', 'written while the call was open'),
    line(2, 'Error: boom', 'names the target'),
    line(3, '    at read-note (a.js:1)', 'names the target'),
    line(4, 'bye', 'written just after'),
    line(5, 'id=14 rejected', 'names the request id'),
  ]);
  expect(split).toEqual([
    { why: 'names the request id', lines: ['id=14 rejected'] },
    { why: 'names the target', lines: ['Error: boom', '    at read-note (a.js:1)'] },
    { why: 'written while the call was open', lines: ['loading'] },
    { why: 'written just after', lines: ['bye'] },
  ]);
  expect(split.map(({ why }) => byTimeAlone(why))).toEqual([false, false, true, true]);
});
