import { expect, it } from 'vitest';
import type { FrameRecord } from '../../app/frame/record.ts';
import { MAX_A_SECOND, TelemetryGate } from './telemetry-gate.ts';

const frame = (seq: number, at: number, raw = `{"id":${seq},"method":"ping"}`): FrameRecord => ({
  ...{ type: 'frame', seq, at, session: 's1', direction: 'client-to-server', raw },
});

it('leaves out what comes too fast, counts it, and says so before the next frame', () => {
  const gate = new TelemetryGate();
  let judged = 0;
  for (let seq = 1; seq <= MAX_A_SECOND + 7; seq += 1) {
    const records = gate.take(frame(seq, 5));
    judged += records.length;
    gate.judged(records);
  }
  expect([judged, gate.missedCalls]).toEqual([MAX_A_SECOND, 7]);
  const stderr = { type: 'stderr', seq: 9000, at: 6, session: 's1', text: 'still here' } as const;
  expect(gate.take(stderr)).toEqual([stderr]);
  expect(gate.take(frame(9001, 1005))).toMatchObject([{ type: 'dropped', count: 7 }, { seq: 9001 }]);
});

it('holds a bounded number of characters, however slow the judge is', () => {
  const gate = new TelemetryGate();
  const long = 'x'.repeat(10_000_000);
  const taken = Array.from({ length: 20 }, (_, index) => gate.take(frame(index, index * 1000, long)));
  expect(taken.filter((records) => records.length > 0)).toHaveLength(6);
  for (const records of taken) gate.judged(records);
  expect(gate.take(frame(99, 99_000))).toHaveLength(2);
});
