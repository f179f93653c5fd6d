import { textOrder } from '../../base/text-order.ts';
import { durationText } from '../../explain/phrases.ts';
import type { RecordingReport, ReportFinding, ReportVocabulary, SessionReport } from '../../report/report.ts';
import { isRunLimit } from '../../report/report-options.ts';
import { type EndShape, endWithout, type Pin, pinFaults } from '../../requests/suite/pin.ts';
import type { DoctorReport } from '../doctor/doctor-report.ts';
import type { CaseEnd, CaseRun } from './case-run.ts';
import {
  type BuiltOn,
  judgeCase,
  leftOutVerdict,
  noteOf,
  shownLine,
  verdictBase,
  verdictText,
} from './judge-case.ts';
import { CASE_FAMILIES, type CaseLeftOut, plannedCase } from './probe-case.ts';
import {
  type CaseFailure,
  type CaseVerdict,
  countOutcomes,
  type ProbeGrade,
  type ProbeReport,
} from './probe-report.ts';
import { sideText } from './problem-list.ts';

type ProbeParts = {
  readonly version: string;
  readonly command: string;
  readonly startedAt: string;
  readonly seed: number;
  readonly calls: readonly string[];
  /** The revision agreed on at first (cases request others); null if there was none. */
  readonly revision: string | null;
  readonly recording: RecordingReport;
  readonly runs: readonly CaseRun[];
  readonly leftOut: readonly CaseLeftOut[];
  readonly doctor: DoctorReport | null;
  /** Why the server was not probed at all; empty if it was. */
  readonly why: string;
  /** A sentence on the cases skipped for lack of time; empty if none were. */
  readonly cut: string;
};

/** The report of a probe: every case with its verdict; the rules' findings are assigned to their cases. */
export function casesReport(parts: ProbeParts): ProbeReport {
  const { recording, runs, leftOut, why } = parts;
  const session = recording.sessions[0];
  const findings = session?.findings ?? [];
  const byCase = findingsByCase(runs, findings);
  // A suite is judged only by its own pins, and its entries keep the file's order.
  const isSuite = [...runs.map((run) => run.case), ...leftOut].some(({ family }) => family === 'suite');
  const verdicts = [
    openingVerdict(session, isSuite ? [] : byCase.rest, why),
    ...runs.map((run) => {
      const { pinned } = run.case;
      const own = byCase.of.get(run) ?? [];
      if (pinned !== undefined) return judgePinned(run, pinned.pin, own);
      return judgeCase(run, own, builtOn(session));
    }),
    ...leftOut.map(leftOutVerdict),
  ];
  const cases = verdicts.sort(
    (a, b) =>
      CASE_FAMILIES.indexOf(a.family) - CASE_FAMILIES.indexOf(b.family) ||
      (isSuite ? 0 : textOrder(a.id, b.id)),
  );
  return {
    tool: { name: 'tierscope', version: parts.version },
    command: parts.command,
    server: session?.server ?? null,
    protocolVersion: parts.revision,
    vocabulary: session?.vocabulary ?? null,
    recording: recording.path,
    startedAt: parts.startedAt,
    seed: parts.seed,
    calls: parts.calls,
    grade: withReason(
      isSuite ? suiteGrade(cases, why) : gradeOf(cases, why, session?.vocabulary ?? null),
      parts.cut,
    ),
    counts: countOutcomes(cases),
    cases,
    gone: null,
    doctor: parts.doctor,
  };
}

function withReason(grade: ProbeGrade, cut: string): ProbeGrade {
  return cut === '' ? grade : { ...grade, reasons: [...grade.reasons, cut] };
}

function builtOn(session: SessionReport | undefined): BuiltOn {
  const vocabulary = session?.vocabulary ?? null;
  return { onSdk: vocabulary !== null, repairs: vocabulary?.id === 'mcp-ts-core' };
}

function findingsByCase(
  runs: readonly CaseRun[],
  findings: readonly ReportFinding[],
): { readonly of: ReadonlyMap<CaseRun, readonly ReportFinding[]>; readonly rest: readonly ReportFinding[] } {
  const owners = new Map(runs.flatMap((run) => run.seqs.map((seq) => [seq, run] as const)));
  const of = new Map<CaseRun, ReportFinding[]>();
  const rest: ReportFinding[] = [];
  for (const finding of findings) {
    const owner = owners.get(finding.seq);
    if (owner === undefined) rest.push(finding);
    else of.set(owner, [...(of.get(owner) ?? []), finding]);
  }
  return { of, rest };
}

/** The handshake, the lists, and all server output that does not answer a case. */
function openingVerdict(
  session: SessionReport | undefined,
  findings: readonly ReportFinding[],
  why: string,
): CaseVerdict {
  const planned = plannedCase({
    ...{ id: 'opening', family: 'opening', kind: 'opening' },
    title: 'the handshake, the lists, and what belongs to no case',
    steps: [],
    expects: {
      ...{ tier: 'ok', binding: 'MUST' },
      sentence: 'The server shakes hands, and lists what it declares.',
      source: 'MCP 2025-11-25, basic/lifecycle.mdx; 2026-07-28, server/discover',
      ...{ good: ['result'], wrong: [] },
    },
  });
  const end: CaseEnd = why === '' ? { kind: 'answered' } : { kind: 'not-run', why };
  const verdict = judgeCase(
    { case: planned, end, replies: [], requestSeq: 0, seqs: [] },
    // If the server could not be started, the doctor reports how it ended.
    why === '' ? findings : [],
    builtOn(session),
  );
  const first = findings[0]?.seq ?? null;
  return { ...verdict, requestSeq: session === undefined ? null : first };
}

/** A grade for the server with its reasons. Behavior of the SDK itself does not lower it. */
export function gradeOf(
  cases: readonly CaseVerdict[],
  why: string,
  sdk: ReportVocabulary | null,
): ProbeGrade {
  const passed = cases.filter(({ outcome }) => outcome === 'passed');
  const failed = cases.filter(({ outcome }) => outcome === 'failed');
  const unsure = cases.filter(({ outcome }) => outcome === 'inconclusive');
  if (why !== '' || passed.length + failed.length === 0) {
    return { grade: 'unknown', reasons: [why === '' ? verdictText('grade.none') : why] };
  }
  const ofAuthor = failed.filter(({ failure }) => failure?.side === 'server');
  const demanded = ofAuthor.filter(({ failure }) => failure?.binding === 'MUST');
  const ofProject = ofAuthor.filter(({ failure }) => failure?.binding === 'project');
  const ofSdk = failed.length - ofAuthor.length;
  const advised = passed.filter(({ notes }) =>
    notes.some(({ severity, side }) => severity !== 'info' && side === 'server'),
  );
  const reasons = [
    ...counted('grade.demanded', demanded.length),
    ...counted('grade.recommended', ofAuthor.length - demanded.length - ofProject.length),
    ...counted('grade.project', ofProject.length),
    ...counted(sdk === null ? 'grade.before-tools' : 'grade.sdk', ofSdk, sideText('sdk', sdk)),
    ...counted('grade.advice', advised.length),
    ...counted('grade.unsure', unsure.length),
  ];
  const rest =
    failed.length === 0 ? [verdictText('grade.all-passed', { cases: caseCount(passed.length) })] : [];
  return { grade: word(demanded.length, ofAuthor.length, advised.length), reasons: [...rest, ...reasons] };
}

function counted(key: Parameters<typeof verdictText>[0], count: number, who = ''): string[] {
  return count === 0 ? [] : [verdictText(key, { cases: caseCount(count), who })];
}

/** A suite says whether its pins still hold; it does not grade a server. */
function suiteGrade(cases: readonly CaseVerdict[], why: string): ProbeGrade {
  if (why !== '') return { grade: 'unknown', reasons: [why] };
  const entries = cases.filter(({ family }) => family === 'suite');
  const count = (outcome: CaseVerdict['outcome']) => entries.filter((one) => one.outcome === outcome).length;
  const failed = count('failed');
  const values = { passed: count('passed'), count: entries.length, failed };
  return {
    grade: 'unknown',
    reasons: [
      verdictText(failed === 0 ? 'suite.holds' : 'suite.failed', values),
      verdictText('suite.no-grade'),
    ],
  };
}

function word(demanded: number, ofAuthor: number, advised: number): ProbeGrade['grade'] {
  if (demanded > 0) return 'broken';
  if (ofAuthor > 0) return 'flawed';
  return advised > 0 ? 'sound' : 'exemplary';
}

function caseCount(count: number): string {
  return count === 1 ? 'One case' : `${count} cases`;
}

/** The rule id for a failed suite entry. */
export const NOT_AS_PINNED = 'suite';

/** The verdict on a suite entry: it fails only if its call did not end as pinned. */
function judgePinned(run: CaseRun, pin: Pin, findings: readonly ReportFinding[]): CaseVerdict {
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
