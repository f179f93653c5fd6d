import { type ChangedExchange, type Comparison, countTiers } from './compare-runs.ts';
import { NOISE_RULES } from './noise-rules.ts';
import type { RunExchange } from './run-reader.ts';

/** The output of `compare --format json`. */
export type CompareReport = ReturnType<typeof compareReport>;
export type ReportedExchange = ReturnType<typeof reportedExchange>;
export type ReportedChange = ReturnType<typeof reportedChange>;

/** `exchanges` counts all in the file. */
type ComparedFile = { readonly path: string; readonly exchanges: number };

type CompareContext = {
  readonly version: string;
  readonly before: ComparedFile;
  readonly after: ComparedFile;
  readonly keepNoise: ReadonlySet<string>;
  readonly setAside: readonly string[];
};

export function compareReport(comparison: Comparison, context: CompareContext) {
  const { aligned, changed, onlyBefore, onlyAfter, events, findings } = comparison;
  return {
    tool: { name: 'tierscope' as const, version: context.version },
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

function reportedChange({ before, after, changes }: ChangedExchange) {
  return {
    method: before.method,
    target: before.target === '' ? null : before.target,
    before: reportedExchange(before),
    after: reportedExchange(after),
    changes,
  };
}

/** `answerSeq` is null without an answer, `code` without an error code; `provoked` marks a raw message. */
function reportedExchange(exchange: RunExchange) {
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
