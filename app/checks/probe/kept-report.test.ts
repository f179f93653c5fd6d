import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sampleStep } from '../doctor/testing/sample-step.ts';
import { firstBookmark, readSavedReport } from './probe-report.ts';
import { reply, reportOf, sampleFinding, sampleRun } from './testing/sample-verdicts.ts';

const report = reportOf(
  [sampleRun([reply(-32602)])],
  [sampleFinding(), sampleFinding({ severity: 'advice' })],
);
const text = JSON.stringify(report);

it('reads what was kept as it was, the checks of a failed start included', () => {
  const doctor = {
    command: 'node find.js',
    failed: 'command' as const,
    steps: [sampleStep('command', 'failed', 'It is not there.', 'Install it.', ['PATH: /bin'])],
  };
  for (const kept of [report, { ...report, doctor, server: null, vocabulary: null }]) {
    expect(readSavedReport(JSON.stringify(kept, null, 2))).toEqual(kept);
  }
});

it('takes nothing for a report that was cut off, or in which a value is missing or of another kind', () => {
  expect(readSavedReport('')).toBeUndefined();
  fc.assert(
    fc.property(fc.nat(text.length - 1), (length) => {
      expect(readSavedReport(text.slice(0, length))).toBeUndefined();
    }),
  );
  for (const name of Object.keys(report)) {
    expect(readSavedReport(JSON.stringify({ ...report, [name]: undefined })), name).toBeUndefined();
    expect(readSavedReport(JSON.stringify({ ...report, [name]: 7.5 })) === undefined || name === 'seed').toBe(
      true,
    );
  }
});

it('names the bookmark before the case that was sent first', () => {
  expect(firstBookmark(report)).toEqual({
    seq: 6,
    label: 'probe arguments/find/missing/all: no arguments at all',
  });
  expect(firstBookmark(reportOf([]))).toBeUndefined();
});
