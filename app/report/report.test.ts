import { describe, expect, it } from 'vitest';
import { failsOn } from './baseline.ts';
import { readFailOn } from './report.ts';
import { SAMPLE_CHECKS, sampleReport } from './testing/sample-recording.ts';

describe('--fail-on', () => {
  it('reads its words', () => {
    expect(readFailOn(['tool', 'violation'])).toEqual({ ok: true, value: ['tool', 'violation'] });
    expect(readFailOn([])).toEqual({ ok: true, value: [] });
  });

  it('refuses a word that it does not know', () => {
    expect(readFailOn(['tool', 'tols'])).toEqual({
      ok: false,
      error: '--fail-on knows protocol, tool, client, transport, violation, but not "tols".',
    });
  });

  it('fails on what it names and on nothing else', () => {
    const { report } = sampleReport(SAMPLE_CHECKS);
    const calm = { ...report, recordings: [] };
    for (const word of ['protocol', 'tool', 'client', 'transport', 'violation'] as const) {
      expect(failsOn(report, [word])).toBe(true);
      expect(failsOn(calm, [word])).toBe(false);
    }
    expect(failsOn(report, [])).toBe(false);
    expect(failsOn(sampleReport().report, ['violation'])).toBe(false);
  });
});
