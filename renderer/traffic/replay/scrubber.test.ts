import { describe, expect, it } from 'vitest';
import { readReplayTime, replayTime } from './scrubber.tsx';

const CLOCK = { startOfDay: 10 * 3_600_000, end: 120_000 };

describe('times of a recording', () => {
  it('are written with milliseconds, and with hours if there are any', () => {
    expect([0, 62_500, 3_602_001].map(replayTime)).toEqual(['0:00.000', '1:02.500', '1:00:02.001']);
  });

  it('are read as seconds, minutes and seconds, or milliseconds', () => {
    expect(['12.5', '1:02,25', '500 ms', '7s'].map((text) => readReplayTime(text, CLOCK))).toEqual([
      12_500, 62_250, 500, 7000,
    ]);
  });

  it('are read as a time of day if the recording covers it, else as hours since the start', () => {
    expect(readReplayTime('10:01:00.5', CLOCK)).toBe(60_500);
    expect(readReplayTime('1:00:00', CLOCK)).toBe(3_600_000);
  });

  it('are nothing else', () => {
    expect(['', 'soon', '1:2:3:4', '-5'].map((text) => readReplayTime(text, CLOCK))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
