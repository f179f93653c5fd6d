import { groupedBy } from '../../base/grouped-by.ts';
import { visibleLine } from '../../base/hidden-characters.ts';
import { hostRuleById } from '../../explain/host-advice.ts';
import { ruleById } from '../../findings/all-rules.ts';
import { OTHER_TIER } from '../../findings/expected-ends.ts';
import { type LineMap, reportCounts } from '../../report/build-report.ts';
import { groupedProblems } from '../../report/problem-groups.ts';
import type { FailOn, RecordingReport, Report, ReportFinding, SessionReport } from '../../report/report.ts';
import { githubGroup, reportGithub } from '../../report/report-github.ts';
import { isRunLimit, TOO_LARGE, TOO_SLOW } from '../../report/report-options.ts';
import { noCounts } from '../../session/exchange.ts';
import { NOT_AS_PINNED } from './cases-report.ts';
import type { Binding } from './probe-case.ts';
import type { CaseVerdict, ProbeReport } from './probe-report.ts';

/** The failed cases as findings of a report, for its formats; `known` ones only on request. */
export function findingsReport(report: ProbeReport, withKnown = false): Report {
  const { tool, server, protocolVersion, vocabulary, recording, cases, gone } = report;
  const failed = cases.filter(({ failure, state }) => failure !== null && (withKnown || state !== 'known'));
  const grouped = groupedProblems([], failed.flatMap(findingOf));
  const news = new Set(grouped.findings.map(({ group }, at) => (failed[at]?.state === 'new' ? group : '')));
  const stateOf = (id: string) => (gone === null ? null : news.has(id) ? 'new' : 'known');
  const session: SessionReport = {
    session: 's1',
    label: report.command,
    server,
    protocolVersion,
    vocabulary,
    counts: reportCounts(noCounts()),
    ...grouped,
    findingGroups: grouped.findingGroups.map((one) => ({ ...one, state: stateOf(one.id) })),
    tools: [],
  };
  const path = recording === '' ? report.command : recording;
  const only: RecordingReport = { path, format: 'tierscope', problems: [], sessions: [session] };
  return { tool, recordings: [only] };
}

/** For a GitHub workflow: each family folds, and annotations say which cases failed and which are new. */
export function probeGithub(report: ProbeReport, lines: LineMap): string {
  const families = [...groupedBy(report.cases, ({ family }) => family)].map(([family, cases]) => {
    const failed = cases.filter(({ failure }) => failure !== null).length;
    const title = `${family}: ${cases.length - failed} of ${cases.length} without a failure`;
    return githubGroup(title, cases.map(caseLine));
  });
  return [...families, reportGithub(findingsReport(report, true), () => lines)].join('');
}

/** A line that starts with two colons would be a workflow command. */
function caseLine({ id, title, outcome, why, state }: CaseVerdict): string {
  const known = state === null ? '' : ` (${state})`;
  return `${outcome}${known}  ${visibleLine(`${id}: ${title}${why === '' ? '' : `. ${why}`}`)}`;
}

const OWN_TITLES: Readonly<Record<string, string>> = {
  'wrong-answer': 'An answer that no server may give',
  'no-answer': 'A request or a server without an answer',
  'process-ended': 'The process ended at a line of its client',
  [OTHER_TIER]: 'A call at another tier than expected',
  [NOT_AS_PINNED]: 'A call that does not end as the suite says',
  [TOO_SLOW]: 'A call slower than its limit',
  [TOO_LARGE]: 'A result larger than its limit',
};

/** Bindings whose breach is a violation; others are only conventions. */
const VIOLATED: readonly Binding[] = ['MUST', 'SHOULD', 'project', 'suite'];

function findingOf({ id, title, failure, requestSeq }: CaseVerdict): ReportFinding[] {
  if (failure === null) return [];
  const { rule, side, binding, message, todo, before, after, source } = failure;
  return [
    {
      rule,
      severity: VIOLATED.includes(binding) ? 'violation' : 'advice',
      certainty: 'certain',
      http: null,
      side,
      seq: requestSeq ?? 1,
      title: (ruleById(rule) ?? hostRuleById(rule))?.title ?? OWN_TITLES[rule] ?? rule,
      message: `${id}, ${title}: ${message}`,
      todo,
      before,
      after,
      source,
    },
  ];
}

/**
 * Whether a probe ends with exit code 1. Without `--fail-on`: if a case failed that is the author's. With it: if any
 * case failed whose answer has a named tier; `violation` covers every case that fails by the specification. Cases known
 * from the baseline do not count; a call over a limit of the run, or one that did not end as the project file or a
 * suite says, always counts.
 */
export function probeFails({ cases }: ProbeReport, failOn: readonly FailOn[]): boolean {
  return cases.some((one) => one.failure !== null && one.state !== 'known' && counts(one, failOn));
}

function counts({ failure, seen }: CaseVerdict, failOn: readonly FailOn[]): boolean {
  if (failure === null) return false;
  if (isRunLimit(failure.rule) || hostRuleById(failure.rule)?.subject === 'lost-tool') return true;
  if (failure.binding === 'project' || failure.binding === 'suite') return true;
  if (failOn.length === 0) return failure.side === 'server';
  const isViolation = failure.binding === 'MUST' || failure.binding === 'SHOULD';
  const tier = seen?.tier === 'silence' ? 'transport' : seen?.tier;
  return failOn.some((word) => (word === 'violation' ? isViolation : word === tier));
}
