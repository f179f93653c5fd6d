import { groupedBy } from '../base/grouped-by.ts';
import type { Severity } from '../findings/finding.ts';
import type { ErrorTier } from '../frame/tier.ts';
import type { Actor } from '../protocol/actor.ts';
import type { GroupingRule } from '../session/project/grouping-rule.ts';
import { groupedProblems } from './problem-groups.ts';
import { problemTitle } from './problems.ts';
import type {
  CommonFinding,
  ErrorFinding,
  GroupState,
  ProblemGroup,
  ReportError,
  ReportFinding,
  SessionReport,
} from './report.ts';

/** The equal spans of time in which the occurrences of a problem are counted. */
export const PROBLEM_BINS = 48;

const MAX_EXAMPLES = 5;
const MAX_TARGETS = 8;
const MAX_FINDINGS = 8;

/** A span of a session: seqs, and milliseconds since the recording began; the ends included. */
export type Span = {
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly fromMs: number;
  readonly toMs: number;
};

/** Why a problem stands apart: the SDK causes it, it was caused on purpose, or the project file expects it. */
export type ProblemFold = '' | 'sdk' | 'provoked' | 'expected';

/** How often a tool, a resource, a prompt or a method is concerned. */
export type ConcernedTarget = { readonly name: string; readonly count: number };

/** A finding on the errors of a problem. */
export type ProblemFinding = Pick<ErrorFinding, 'rule' | 'title' | 'severity' | 'side' | 'todo'>;

/** One cause of errors, or of findings that no error shows, with all that a list and a page of it show. */
export type SessionProblem = {
  /** What the filter calls it; the same for the same cause in another run. */
  readonly id: string;
  /** Null for findings. */
  readonly tier: ErrorTier | null;
  /** Null for errors. */
  readonly severity: Severity | null;
  /** The rule of the findings; null for errors. */
  readonly rule: string | null;
  /** Tier, code and its name, method and target; of findings the rule and its title. */
  readonly title: string;
  /** The message without what differs, or the name that the project file gives. */
  readonly text: string;
  /** The name of the rule of the project file by which they stand together; null for none. */
  readonly by: string | null;
  readonly method: string | null;
  readonly target: string | null;
  readonly acts: Actor;
  /** Of the first of them. */
  readonly message: string;
  readonly explanation: string;
  readonly todo: string;
  /** What to do, behind a label of who has to. */
  readonly instruction: string;
  /** 0 for a problem that is gone. */
  readonly count: number;
  readonly first: number;
  readonly last: number;
  readonly firstMs: number;
  readonly lastMs: number;
  /** How often it occurred in each span of time. */
  readonly bins: readonly number[];
  /** Some records of it, spread over the session. */
  readonly examples: readonly number[];
  readonly targets: readonly ConcernedTarget[];
  readonly findings: readonly ProblemFinding[];
  readonly fold: ProblemFold;
  readonly state: GroupState;
  /** How often it occurred in the earlier run; 0 without one. */
  readonly before: number;
};

/** What problems are made of. */
export type ProblemSources = {
  readonly report: Pick<SessionReport, 'errors' | 'findings'>;
  readonly rules: readonly GroupingRule[];
  /** When a record was written, in milliseconds since the recording began. */
  readonly timeOf: (seq: number) => number;
  readonly span: Span;
};

/** The problems within a span of a session: errors first, the worst tier first, then findings. */
export function sessionProblems({ report, rules, timeOf, span }: ProblemSources): SessionProblem[] {
  const isWithin = ({ seq }: { readonly seq: number }) => seq >= span.fromSeq && seq <= span.toSeq;
  const { errors, findings, groups, findingGroups } = groupedProblems(
    report.errors.filter(isWithin),
    report.findings.filter(isWithin),
    rules,
  );
  const errorsOf = groupedBy(errors, ({ group }) => group);
  const findingsOf = groupedBy(findings, ({ group }) => group);
  const counted = (members: readonly { readonly seq: number }[]) => occurrences(members, timeOf, span);
  return [
    ...groups.map((group) => {
      const members = errorsOf.get(group.id) ?? [];
      return { ...errorProblem(group, members), ...counted(members) };
    }),
    ...findingGroups.map((group) => {
      const members = findingsOf.get(group.id) ?? [];
      return { ...findingProblem(group, members), ...counted(members) };
    }),
  ];
}

type Occurrences = Pick<SessionProblem, 'bins' | 'examples' | 'firstMs' | 'lastMs'>;

/** As many counts as a problem has bins. */
export function emptyBins(): number[] {
  return Array.from({ length: PROBLEM_BINS }, () => 0);
}

/** How long each bin of a span is. */
export function binWidth(from: number, to: number): number {
  return Math.max(to - from, 1) / PROBLEM_BINS;
}

/** The bin of a moment; what lies outside of the span counts at its end. */
export function binOf(at: number, from: number, to: number): number {
  return Math.min(Math.max(Math.floor((at - from) / binWidth(from, to)), 0), PROBLEM_BINS - 1);
}

/** When the members occurred. */
function occurrences(
  members: readonly { readonly seq: number }[],
  timeOf: (seq: number) => number,
  { fromMs, toMs }: Span,
): Occurrences {
  const bins = emptyBins();
  let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { seq } of members) {
    const at = timeOf(seq);
    firstMs = Math.min(firstMs, at);
    lastMs = Math.max(lastMs, at);
    const bin = binOf(at, fromMs, toMs);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return { bins, examples: spread(members), firstMs, lastMs };
}

/** The first, the last, and some between. */
function spread(members: readonly { readonly seq: number }[]): number[] {
  const most = Math.min(members.length, MAX_EXAMPLES);
  const places = Array.from({ length: most }, (_, at) =>
    most === 1 ? 0 : Math.round((at * (members.length - 1)) / (most - 1)),
  );
  return places.map((place) => members[place]?.seq ?? 0);
}

type Described = Omit<SessionProblem, keyof Occurrences>;

function errorProblem(group: ProblemGroup, members: readonly ReportError[]): Described {
  const { id, tier, text, by, method, target, acts, todo, count, first, last, provoked, expected } = group;
  const [example] = members;
  const title = problemTitle(group);
  return {
    ...{ id, tier, severity: null, rule: null, title, text, by, method, target, acts, todo },
    instruction: group.instruction ?? todo,
    message: example?.message ?? '',
    explanation: example?.explanation ?? '',
    ...{ count, first, last },
    targets: targetsOf(members),
    findings: findingsOf(members),
    fold: provoked === true ? 'provoked' : expected === true ? 'expected' : acts === 'sdk' ? 'sdk' : '',
    ...{ state: null, before: 0 },
  };
}

function findingProblem(group: CommonFinding, members: readonly ReportFinding[]): Described {
  const { id, rule, severity, text, by, acts, todo, count, first, last, title } = group;
  const message = members[0]?.message ?? text;
  return {
    ...{
      id,
      tier: null,
      severity,
      rule,
      title: `${rule} ${title}`,
      text,
      by,
      acts,
      todo,
      instruction: todo,
      message,
    },
    ...{ method: null, target: null, explanation: message, count, first, last },
    ...{ targets: [], findings: [], fold: acts === 'sdk' ? 'sdk' : '', state: null, before: 0 },
  };
}

/** What is concerned, the most frequent first. */
function targetsOf(errors: readonly ReportError[]): ConcernedTarget[] {
  const named = groupedBy(errors, ({ target, method }) => target ?? method ?? '');
  return [...named]
    .flatMap(([name, own]) => (name === '' ? [] : [{ name, count: own.length }]))
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_TARGETS);
}

function findingsOf(errors: readonly ReportError[]): ProblemFinding[] {
  const found = new Map<string, ProblemFinding>();
  for (const { findings } of errors) {
    for (const { rule, title, severity, side, todo } of findings) {
      if (!found.has(rule) && found.size < MAX_FINDINGS)
        found.set(rule, { rule, title, severity, side, todo });
    }
  }
  return [...found.values()];
}

/** The problems with what became of each since an earlier run; those that are gone follow. */
export function besideEarlier(
  problems: readonly SessionProblem[],
  earlier: readonly SessionProblem[],
): SessionProblem[] {
  const before = new Map<string, SessionProblem>();
  for (const one of earlier) {
    const known = before.get(one.id);
    before.set(one.id, known === undefined ? one : { ...one, count: one.count + known.count });
  }
  const present = new Set(problems.map(({ id }) => id));
  const gone = [...before.values()].filter(({ id }) => !present.has(id));
  return [
    ...problems.map((problem): SessionProblem => {
      const known = before.get(problem.id);
      return { ...problem, state: known === undefined ? 'new' : 'known', before: known?.count ?? 0 };
    }),
    ...gone.map(
      (problem): SessionProblem => ({
        ...problem,
        ...{ state: 'gone', before: problem.count, count: 0, bins: [], examples: [] },
      }),
    ),
  ];
}
