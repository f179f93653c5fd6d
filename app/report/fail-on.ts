import { err, ok, type Result } from '../base/result.ts';
import { ERROR_TIERS } from '../frame/tier.ts';
import type { Report } from './report.ts';

/** What can make a report fail: an error of a tier, or a finding that is a violation. */
export const FAIL_ON_WORDS = [...ERROR_TIERS, 'violation'] as const;
export type FailOn = (typeof FAIL_ON_WORDS)[number];

/** Reads the words of `--fail-on`; a word that is none fails with a sentence that lists them. */
export function readFailOn(words: readonly string[]): Result<FailOn[]> {
  const known: FailOn[] = [];
  for (const word of words) {
    const found = FAIL_ON_WORDS.find((one) => one === word);
    if (found === undefined) return err(`--fail-on knows ${FAIL_ON_WORDS.join(', ')}, but not "${word}".`);
    known.push(found);
  }
  return ok(known);
}

/** Whether a recording of the report holds what the user named. */
export function failsOn(report: Report, failOn: readonly FailOn[]): boolean {
  const sessions = report.recordings.flatMap((recording) => recording.sessions);
  return sessions.some((session) =>
    failOn.some((word) =>
      word === 'violation'
        ? session.findings.some((finding) => finding.severity === 'violation')
        : session.counts[word] > 0,
    ),
  );
}
