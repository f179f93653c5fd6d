import { durationText } from '../../explain/phrases.ts';
import type { ReportFinding } from '../../report/report.ts';
import { isRunLimit } from '../../report/report-options.ts';
import { type EndShape, endWithout, type Pin, pinFaults } from '../../requests/suite/pin.ts';
import type { CaseRun } from './case-run.ts';
import { noteOf, shownLine, verdictBase } from './judge-case.ts';
import type { CaseFailure, CaseVerdict } from './probe-report.ts';

/** The rule id for a failed suite entry. */
export const NOT_AS_PINNED = 'suite';

/** The verdict on a suite entry: it fails only if its call did not end as pinned. */
export function judgePinned(run: CaseRun, pin: Pin, findings: readonly ReportFinding[]): CaseVerdict {
  const { end } = run;
  const base = { ...verdictBase(run, []), notes: findings.map(noteOf) };
  if (end.kind === 'not-run') return { ...base, outcome: 'inconclusive', why: end.why };
  if (end.kind === 'ended' && end.times < 2 && pin.tier !== 'transport') {
    const why = `The process ended once with ${end.how}, and not when the entry was tried again.`;
    return { ...base, outcome: 'inconclusive', why };
  }
  const [reply] = run.replies;
  const faults = pinFaults(pin, seenEnd(run), reply?.afterMs ?? 0);
  const over = findings.find(({ rule }) => isRunLimit(rule));
  if (faults.length > 0) return { ...base, outcome: 'failed', failure: failureOf(run, faults) };
  if (over !== undefined) {
    const { message, rule, todo, source } = over;
    const failure = { ...failureOf(run, [message]), rule, todo, source };
    return { ...base, outcome: 'failed', failure };
  }
  return { ...base, outcome: 'passed' };
}

function seenEnd({ end, replies }: CaseRun): EndShape {
  const [reply] = replies;
  if (end.kind === 'ended') return endWithout('transport');
  return reply?.shape ?? endWithout('silence');
}

function failureOf({ case: planned, end }: CaseRun, faults: readonly string[]): CaseFailure {
  const { sentence, source } = planned.expects;
  const isSilent = end.kind === 'silent' || end.kind === 'hung';
  const waited = isSilent ? [`No answer came within ${durationText(end.afterMs)}.`] : [];
  return {
    rule: NOT_AS_PINNED,
    binding: 'suite',
    side: 'server',
    message: [...waited, ...faults].join(' '),
    todo: `${sentence} Fix the server, or the entry if the change is meant.`,
    before: shownLine(planned.pinned?.shown ?? ''),
    after: null,
    source,
  };
}
