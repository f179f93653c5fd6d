import { expect, test } from 'vitest';
import type { ExchangeEvent } from '../../state/inspected/exchange-events.ts';
import { stderrBlocks } from './exchange-page.tsx';

const event = (seq: number, kind: ExchangeEvent['kind'], text: string, why = ''): ExchangeEvent => {
  return { seq, kind, text, why, offsetMs: seq };
};

test('a stack trace is one event, with the indent of its lines', () => {
  const lines = [
    event(2, 'stderr', 'Error: boom', 'written while the call was open'),
    event(3, 'stderr', '    at run (a.js:1:2)', 'written while the call was open'),
    event(4, 'stderr', 'other', 'names the target'),
  ];
  const blocks = stderrBlocks([event(1, 'request', 'sent'), ...lines, event(5, 'answer', 'got')]);
  expect(blocks.map(({ seq, toSeq, text }) => [seq, toSeq, text])).toEqual([
    [1, 1, 'sent'],
    [2, 3, 'Error: boom\n    at run (a.js:1:2)'],
    [4, 4, 'other'],
    [5, 5, 'got'],
  ]);
});
