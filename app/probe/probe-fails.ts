import type { FailOn } from '../report/report.ts';
import { TOO_SLOW } from '../report/report-options.ts';
import type { CaseVerdict, ProbeReport } from './probe-report.ts';

/**
 * Whether a probe ends with exit code 1. Without `--fail-on`: if a case failed that is the author's. With it: if one
 * failed, whoever must act, whose answer was of a tier that is named; `violation` names every case that failed by
 * what the specification says. What the baseline knows does not count; a call that was too slow, or ended otherwise than the
 * project file or a suite says, counts always.
 */
export function probeFails({ cases }: ProbeReport, failOn: readonly FailOn[]): boolean {
  return cases.some((one) => one.failure !== null && one.state !== 'known' && counts(one, failOn));
}

function counts({ failure, seen }: CaseVerdict, failOn: readonly FailOn[]): boolean {
  if (failure === null) return false;
  if (failure.rule === TOO_SLOW || failure.binding === 'project' || failure.binding === 'suite') return true;
  if (failOn.length === 0) return failure.side === 'server';
  const isViolation = failure.binding === 'MUST' || failure.binding === 'SHOULD';
  const tier = seen?.tier === 'silence' ? 'transport' : seen?.tier;
  return failOn.some((word) => (word === 'violation' ? isViolation : word === tier));
}
