import { expect, it } from 'vitest';
import { LastStderr } from './last-stderr.ts';

type Step = 'asked' | 'answered' | readonly [string];

function linesAfter(...steps: readonly Step[]): readonly string[] {
  const stderr = new LastStderr();
  for (const step of steps) {
    if (typeof step === 'string') stderr[step]();
    else stderr.take(step[0]);
  }
  return stderr.lines;
}

it.each<[string, readonly Step[], readonly string[]]>([
  ['everything if nothing was answered', [['one'], 'asked', ['two']], ['one', 'two']],
  ['what came after the last answer', ['asked', ['one'], 'answered', ['two']], ['two']],
  [
    'nothing that straggles behind an answer, once there is another request',
    ['asked', 'answered', ['one'], 'asked', ['two'], 'asked', ['three']],
    ['two', 'three'],
  ],
  ['nothing, if nothing came since', ['asked', ['one'], 'answered', ['two'], 'asked'], []],
])('keeps %s', (_, steps, lines) => {
  expect(linesAfter(...steps)).toEqual(lines);
});

it('gives lines without colors, and no empty ones', () => {
  expect(linesAfter(['one\n\n  '], ['\u001b[31mtwo\u001b[0m'])).toEqual(['one', 'two']);
});

it('keeps the error above a stack of hundreds of frames', () => {
  const frames = Array.from({ length: 250 }, (_, index): Step => [`    at call (index.js:${index}:2)`]);
  expect(linesAfter(['TypeError: x is not a function'], ...frames)[0]).toBe('TypeError: x is not a function');
});
