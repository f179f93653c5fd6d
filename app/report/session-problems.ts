import { getOrCreate } from '../base/grouped-by.ts';
import type { Steps } from '../base/steps.ts';
import { causeLine } from '../explain/final-stderr.ts';
import type { Severity } from '../findings/finding.ts';
import type { ErrorTier } from '../frame/tier.ts';
import { type Cause, type GroupedFinding, ProblemGroups } from './problem-groups.ts';
import { problemTitle } from './problems.ts';
import type { CommonFinding, ErrorFinding, GroupState, ProblemGroup } from './report.ts';
import type { ExplainedError } from './report-errors.ts';

export const PROBLEM_BINS = 48;

const MAX_EXAMPLES = 5;
const MAX_TARGETS = 8;
const MAX_FINDINGS = 8;
/** This many times are looked up in less than two milliseconds. */
const STEP = 2000;

/** A span of a session: seqs, and milliseconds since the recording began, both inclusive. */
export type Span = {
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly fromMs: number;
  readonly toMs: number;
};

/** Why a problem is folded: the SDK causes it, it was provoked, or the project file expects it. */
export type ProblemFold = '' | 'sdk' | 'provoked' | 'expected';

export type ConcernedTarget = { readonly name: string; readonly count: number };

/** A finding on the errors of a problem. */
export type ProblemFinding = Pick<ErrorFinding, 'rule' | 'title' | 'severity' | 'side' | 'todo'>;

/** One cause of errors, or of findings without an error, with all that a list and its page show. */
export type SessionProblem = Pick<
  ProblemGroup,
  'id' | 'by' | 'method' | 'target' | 'acts' | 'todo' | 'count' | 'first' | 'last' | 'state'
> & {
  /** Null for findings. */
  readonly tier: ErrorTier | null;
  /** Null for errors. */
  readonly severity: Severity | null;
  /** The rule of the findings; null for errors. */
  readonly rule: string | null;
  /** Tier, code with name, method and target; for findings, the rule and its title. */
  readonly title: string;
  /** The message without varying parts, or the name given in the project file. */
  readonly text: string;
  /** The exception and its place in the server's code, or that the cause is unknown; empty if the text says it. */
  readonly causeLine: string;
  /** Of the first of them. */
  readonly message: string;
  readonly explanation: string;
  /** What to do, for a position after the actor's label. */
  readonly instruction: string;
  readonly firstMs: number;
  readonly lastMs: number;
  /** How often it occurred in each time span. */
  readonly bins: readonly number[];
  /** Some of its records, spread over the session. */
  readonly examples: readonly number[];
  readonly targets: readonly ConcernedTarget[];
  readonly findings: readonly ProblemFinding[];
  readonly fold: ProblemFold;
  readonly state: GroupState;
  /** How often it occurred in the earlier run; 0 without one. */
  readonly before: number;
};

/** The errors, and the findings without an error, of a part of a session, by cause. */
export class ProblemTally {
  readonly #groups = new ProblemGroups();
  readonly #members = new Map<string, Members>();

  addError(error: ExplainedError, findings: readonly ProblemFinding[], cause: Cause): void {
    const members = this.#of(this.#groups.addError(error, cause).id, error);
    for (const seq of error.caused ?? []) members.caused.set(seq, members.seqs.length);
    members.seqs.push(error.seq);
    members.requests.push(error.requestSeq ?? 0);
    const concerned = error.target ?? error.method ?? '';
    members.targets.set(concerned, (members.targets.get(concerned) ?? 0) + 1);
    for (const finding of findings) {
      const { rule } = finding;
      if (members.findings.size < MAX_FINDINGS && !members.findings.has(rule))
        members.findings.set(rule, finding);
    }
  }

  addFinding(finding: GroupedFinding, cause: Cause): void {
    const { message } = finding;
    const { seqs } = this.#of(this.#groups.addFinding(finding, cause).id, {
      ...NOTHING_SAID,
      ...{ message, explanation: message },
    });
    seqs.push(finding.seq);
  }

  /** The members of a problem; undefined if it has none here. */
  members(id: string): Members | undefined {
    return this.#members.get(id);
  }

  /** The problem with a matching member; undefined for none. */
  find(fits: (members: Members) => boolean): string | undefined {
    for (const [id, members] of this.#members) if (fits(members)) return id;
    return undefined;
  }

  /** The problems: errors first, worst tier first, then findings. `timeOf` gives milliseconds by seq. */
  *problems(span: Span, timeOf: (seq: number) => number): Steps<SessionProblem[]> {
    const problems: SessionProblem[] = [];
    const groups = [...this.#groups.errors, ...this.#groups.findings];
    for (const group of groups) {
      const members = this.#of(group.id, NOTHING_SAID);
      const described = 'tier' in group ? errorProblem(group, members) : findingProblem(group, members);
      problems.push({ ...described, ...(yield* occurrences(members.seqs, timeOf, span)) });
      yield;
    }
    return problems;
  }

  #of(id: string, said: Pick<ExplainedError, 'message' | 'explanation' | 'origin' | 'unknown'>): Members {
    const { message, explanation } = said;
    return getOrCreate(this.#members, id, () => ({
      ...{ message, explanation, causeLine: causeLine(said, message), seqs: [], requests: [] },
      targets: new Map(),
      findings: new Map(),
      caused: new Map(),
    }));
  }
}

export type Members = Pick<SessionProblem, 'message' | 'explanation' | 'causeLine'> & {
  readonly seqs: number[];
  /** The request of each, for errors; 0 for none. */
  readonly requests: number[];
  /** Records of consequences, mapped to their member. */
  readonly caused: Map<number, number>;
  readonly targets: Map<string, number>;
  /** By rule. */
  readonly findings: Map<string, ProblemFinding>;
};

const NOTHING_SAID = { message: '', explanation: '' };

type Occurrences = Pick<SessionProblem, 'bins' | 'examples' | 'firstMs' | 'lastMs'>;

/** A zero count for each of a problem's bins. */
export function emptyBins(): number[] {
  return Array.from({ length: PROBLEM_BINS }, () => 0);
}

/** The length of each bin of a span. */
export function binWidth(from: number, to: number): number {
  return Math.max(to - from, 1) / PROBLEM_BINS;
}

/** The bin of a time; times outside the span go to its ends. */
export function binOf(at: number, from: number, to: number): number {
  return Math.min(Math.max(Math.floor((at - from) / binWidth(from, to)), 0), PROBLEM_BINS - 1);
}

/** Counts the occurrences in bins, by the times of their records. */
function* occurrences(
  seqs: readonly number[],
  timeOf: (seq: number) => number,
  { fromMs, toMs }: Span,
): Steps<Occurrences> {
  const bins = emptyBins();
  let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [place, seq] of seqs.entries()) {
    if (place % STEP === STEP - 1) yield;
    const at = timeOf(seq);
    firstMs = Math.min(firstMs, at);
    lastMs = Math.max(lastMs, at);
    const bin = binOf(at, fromMs, toMs);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return { bins, examples: spread(seqs), firstMs, lastMs };
}

/** The first, the last, and some in between. */
function spread(seqs: readonly number[]): number[] {
  const most = Math.min(seqs.length, MAX_EXAMPLES);
  const places = Array.from({ length: most }, (_, at) =>
    most === 1 ? 0 : Math.round((at * (seqs.length - 1)) / (most - 1)),
  );
  return places.map((place) => seqs[place] ?? 0);
}

type Described = Omit<SessionProblem, keyof Occurrences>;

function errorProblem(group: ProblemGroup, members: Members): Described {
  const { id, tier, text, by, method, target, acts, todo, count, first, last, provoked, expected } = group;
  const { message, explanation, causeLine: cause, findings } = members;
  const title = problemTitle(group);
  return {
    ...{ id, tier, severity: null, rule: null, title, text, by, method, target, acts, todo },
    instruction: group.instruction ?? todo,
    ...{ causeLine: cause, message, explanation, count, first, last },
    targets: targetsOf(members),
    findings: [...findings.values()],
    fold: provoked === true ? 'provoked' : expected === true ? 'expected' : acts === 'sdk' ? 'sdk' : '',
    ...{ state: null, before: 0 },
  };
}

function findingProblem(group: CommonFinding, { message, explanation }: Members): Described {
  const { id, rule, severity, text, by, acts, todo, count, first, last } = group;
  const title = `${rule} ${group.title}`;
  return {
    ...{ id, tier: null, severity, rule, title, text, by, acts, todo, instruction: todo, message },
    ...{ method: null, target: null, causeLine: '', explanation, count, first, last },
    ...{ targets: [], findings: [], fold: acts === 'sdk' ? 'sdk' : '', state: null, before: 0 },
  };
}

/** The targets concerned, most frequent first. */
function targetsOf({ targets }: Members): ConcernedTarget[] {
  return [...targets]
    .flatMap(([name, count]) => (name === '' ? [] : [{ name, count }]))
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_TARGETS);
}

/** The problems with their fate since an earlier run, followed by those that are gone. */
export function compareToEarlier(
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
