import type { Change } from './change.ts';
import { type ChangedExchange, type Comparison, countTiers } from './compare-runs.ts';
import { NOISE_RULES, type NoiseName } from './noise-rules.ts';
import type { RunEvent, RunExchange, RunFinding } from './run-reader.ts';

/** What `compare --format json` prints. */
export type CompareReport = {
  readonly tool: { readonly name: 'tierscope'; readonly version: string };
  readonly before: ComparedFile;
  readonly after: ComparedFile;
  readonly summary: CompareSummary;
  /** The weightiest change first. */
  readonly changed: readonly ReportedChange[];
  readonly onlyBefore: readonly ReportedExchange[];
  readonly onlyAfter: readonly ReportedExchange[];
  /** Errors outside of every exchange. */
  readonly events: { readonly gained: readonly RunEvent[]; readonly lost: readonly RunEvent[] };
  /** Findings outside of every exchange. */
  readonly findings: { readonly gained: readonly RunFinding[]; readonly lost: readonly RunFinding[] };
  /** The rules that set noise aside, and whether each one did. */
  readonly noise: readonly { readonly name: NoiseName; readonly title: string; readonly on: boolean }[];
  /** The user's own rules. */
  readonly setAside: readonly string[];
};

/** `exchanges` counts all of the file's. */
type ComparedFile = { readonly path: string; readonly exchanges: number };

type CompareSummary = {
  /** Exchanges that both runs have. */
  readonly aligned: number;
  readonly unchanged: number;
  readonly worse: number;
  readonly better: number;
  readonly onlyBefore: number;
  readonly onlyAfter: number;
  /** Exchanges and errors left out because a raw message caused them. */
  readonly provoked: number;
};

/** One exchange of a run; `answerSeq` is null if no answer came, `code` if there is none. */
export type ReportedExchange = {
  readonly method: string;
  readonly target: string | null;
  readonly requestSeq: number;
  readonly answerSeq: number | null;
  /** True if the request was a raw message. */
  readonly provoked: boolean;
  readonly tier: string;
  readonly outcome: string;
  readonly code: string | null;
  readonly message: string;
};

export type ReportedChange = {
  readonly method: string;
  readonly target: string | null;
  readonly before: ReportedExchange;
  readonly after: ReportedExchange;
  readonly changes: readonly Change[];
};

type CompareContext = {
  readonly version: string;
  readonly before: ComparedFile;
  readonly after: ComparedFile;
  readonly keepNoise: ReadonlySet<NoiseName>;
  readonly setAside: readonly string[];
};

/** The comparison as plain data. */
export function compareReport(comparison: Comparison, context: CompareContext): CompareReport {
  const { aligned, changed, onlyBefore, onlyAfter, events, findings } = comparison;
  return {
    tool: { name: 'tierscope', version: context.version },
    before: context.before,
    after: context.after,
    summary: {
      aligned,
      unchanged: aligned - changed.length,
      worse: countTiers(comparison, 'worse'),
      better: countTiers(comparison, 'better'),
      onlyBefore: onlyBefore.length,
      onlyAfter: onlyAfter.length,
      provoked: comparison.expected,
    },
    changed: changed.map(reportedChange),
    onlyBefore: onlyBefore.map(reportedExchange),
    onlyAfter: onlyAfter.map(reportedExchange),
    events,
    findings,
    noise: NOISE_RULES.map(({ name, title }) => ({ name, title, on: !context.keepNoise.has(name) })),
    setAside: context.setAside,
  };
}

function reportedChange({ before, after, changes }: ChangedExchange): ReportedChange {
  return {
    method: before.method,
    target: before.target === '' ? null : before.target,
    before: reportedExchange(before),
    after: reportedExchange(after),
    changes,
  };
}

function reportedExchange(exchange: RunExchange): ReportedExchange {
  const {
    method,
    target,
    requestSeq,
    answerSeq,
    tier,
    outcome,
    code,
    message,
    expected: provoked,
  } = exchange;
  return {
    method,
    target: target === '' ? null : target,
    requestSeq,
    answerSeq: answerSeq > 0 ? answerSeq : null,
    tier,
    outcome,
    code: code === '' ? null : code,
    message,
    provoked,
  };
}
