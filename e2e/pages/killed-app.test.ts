import { expect, it } from 'vitest';
import { lossOf } from './killed-app.ts';

/** The server writes a line every 4 ms from 1000 on; the app answers each ping 1 ms later, except those in `idle`. */
function notes(count: number, idle: (at: number) => boolean = () => false): string[] {
  return Array.from({ length: count }, (_, index) => {
    const at = 1000 + 4 * index;
    const said = `said ${index + 1} ${at}`;
    return idle(at) ? [said] : [said, `heard ${index + 1} ${at + 1}`];
  }).flat();
}

it('a recording that has every line lost nothing', () => {
  expect(lossOf(notes(100), 100, 1400)).toEqual({ lostMs: 0, ageMs: 0 });
});

it('a line that was read long before the last sign of life is lost as long', () => {
  expect(lossOf(notes(150), 20, 1600)).toEqual({ lostMs: 516, ageMs: 520 });
});

it('time in which the app did nothing does not count', () => {
  const stopped = notes(150, (at) => at > 1090);
  expect(lossOf(stopped, 20, 1600)).toEqual({ lostMs: 8, ageMs: 520 });
});

it('a line that nothing says was read is not lost', () => {
  expect(
    lossOf(
      notes(150, (at) => at > 1070),
      20,
      1600,
    ),
  ).toEqual({ lostMs: 0, ageMs: 520 });
});

it('an answer to a later ping shows that the lines before it were read', () => {
  const lines = notes(150, (at) => at > 1070 && at < 1200);
  expect(lossOf(lines, 20, 1600).lostMs).toBe(396);
});

it('an answer that the server reads after the kill was given before it', () => {
  expect(lossOf(notes(150), 20, 1400).lostMs).toBe(319);
});
