import { groupedBy } from '../base/grouped-by.ts';
import { codeName } from '../codes/code-name.ts';
import type { Finding } from '../findings/finding.ts';
import type { KnownRecord } from '../frame/record.ts';
import { type ErrorTier, modelSees, type Tier } from '../frame/tier.ts';
import type { LineProblem } from '../recording/recording-reader.ts';
import type { Counts, Exchange, OrphanError } from '../session/exchange.ts';
import { toolStats } from '../stats/tool-stats.ts';
import { LogAnalyser, type SessionAnalysis } from './log-analyser.ts';
import type {
  RecordingReport,
  ReportCounts,
  ReportError,
  ReportFinding,
  ReportVocabulary,
  SessionReport,
} from './report.ts';

/** What a code's name may depend on. */
type CodeContext = {
  readonly tier: ErrorTier;
  readonly method: string | null;
  readonly message: string;
  readonly protocolVersion: string | null;
  readonly vocabulary: ReportVocabulary | null;
};

/** What a report says about a session beyond its counts and errors. */
export type ReportChecks = {
  readonly findings: readonly ReportFinding[];
  readonly vocabulary: ReportVocabulary | null;
  /** The short name of a code, which is given as its JSON text. */
  readonly codeName: (codeText: string, context: CodeContext) => string | null;
};

/** Builds the report of one recording from its records, one by one; keeps exchanges, never whole frames. */
export class ReportBuilder {
  readonly #analyser = new LogAnalyser();
  readonly #lines = new LineMap();
  readonly #checksOf: (session: SessionAnalysis) => ReportChecks;

  constructor(checksOf: (session: SessionAnalysis) => ReportChecks = checked) {
    this.#checksOf = checksOf;
  }

  /** Takes the next record, with the number of its line in the file. */
  take(record: KnownRecord, line: number): void {
    this.#lines.add(record.seq, line);
    this.#analyser.take(record);
  }

  /** Where the records lie, for a format that points at lines. */
  get lines(): LineMap {
    return this.#lines;
  }

  /** The report, when every record was taken. */
  finish(path: string, format: string, problems: readonly LineProblem[]): RecordingReport {
    this.#analyser.finish();
    const sessions = this.#analyser.sessionNames.map((name) => this.#session(name));
    return { path, format, problems, sessions };
  }

  #session(name: string): SessionReport {
    const analysis = this.#analyser.session(name);
    const { server, protocolVersion } = analysis.peers;
    const checks = this.#checksOf(analysis);
    const { vocabulary } = checks;
    const findings = [...checks.findings].sort((a, b) => a.seq - b.seq);
    return {
      session: name,
      label: analysis.record?.label ?? name,
      server,
      protocolVersion,
      vocabulary,
      counts: reportCounts(analysis.counts),
      errors: reportErrors(analysis.exchanges, analysis.orphans, findings, (codeText, error) => {
        const { tier, method, message } = error;
        return checks.codeName(codeText, { tier, method, message, protocolVersion, vocabulary });
      }),
      findings,
      tools: toolStats(analysis.exchanges),
    };
  }
}

/** The line of each record in its file, by seq. Costs memory only if seq and line drift apart. */
export class LineMap {
  readonly #seqs: number[] = [];
  readonly #shifts: number[] = [];

  /** Adds a record; `seq` and `line` (from 1) must be above those of the last one. */
  add(seq: number, line: number): void {
    if (this.#shifts.at(-1) === line - seq) return;
    this.#seqs.push(seq);
    this.#shifts.push(line - seq);
  }

  /** The line of a record that was added; 1 for a seq before the first. */
  lineOf(seq: number): number {
    const after = this.#seqs.findLastIndex((first) => first <= seq);
    return seq + (this.#shifts[after] ?? 1 - seq);
  }
}

/** What the rules found, and codes named in the server's vocabulary. */
function checked({ findings, fingerprints }: SessionAnalysis): ReportChecks {
  // The framework if it is known, for its codes are what the server's author uses; else the SDK.
  const guess = fingerprints.layers.framework ?? fingerprints.layers.sdk;
  const evidence = guess?.evidence.map(({ seq, note }) => `seq ${seq}: ${note}`) ?? [];
  const vocabulary = guess === undefined ? null : { id: guess.id, confidence: guess.confidence, evidence };
  return { findings: findings.map(reportFinding), vocabulary, codeName: nameOf };
}

function reportFinding(finding: Finding): ReportFinding {
  const { rule, severity, certainty, side, seq, title, explanation, todo, before, after, source } = finding;
  return {
    ...{ rule, severity, certainty, side, seq, title },
    message: explanation,
    todo,
    before: orNull(before),
    after: orNull(after),
    source,
  };
}

function nameOf(codeText: string, context: CodeContext): string {
  const { vocabulary, protocolVersion, message, method, tier } = context;
  return codeName(codeText, {
    vocabularies: vocabulary === null ? [] : [vocabulary],
    revision: protocolVersion,
    message,
    tier,
    ...(method === null ? {} : { method }),
  });
}

function reportCounts({ expected, ...counts }: Readonly<Counts>): ReportCounts {
  return expected === 0 ? counts : { ...counts, provoked: expected };
}

/** Gives the name of a code, which stands as its JSON text, in this error's context. */
type NameCode = (codeText: string, error: Pick<ReportError, 'tier' | 'method' | 'message'>) => string | null;

/** Every exchange and every event whose tier is not ok, by seq, each with the findings that hang on it. */
export function reportErrors(
  exchanges: readonly Readonly<Exchange>[],
  orphans: readonly Readonly<OrphanError>[],
  findings: readonly ReportFinding[],
  nameCode: NameCode,
): ReportError[] {
  const errors = [...exchanges.flatMap(ofExchange), ...orphans.flatMap(ofOrphan)].sort(inOrder);
  const bySeq = groupedBy(findings, ({ seq }) => seq);
  return errors.map(({ codeText, ownSeqs, ...error }) => {
    const own = [...new Set(ownSeqs)].flatMap((seq) => bySeq.get(seq) ?? []);
    return {
      seq: error.seq,
      requestSeq: error.requestSeq,
      tier: error.tier,
      method: error.method,
      target: error.target,
      code: error.code,
      codeName: codeText === '' ? null : nameCode(codeText, error),
      message: error.message,
      modelSees: error.modelSees,
      ...(error.provoked ? { provoked: true as const } : {}),
      findings: own.map(({ seq: _, ...finding }) => finding),
    };
  });
}

type Draft = Omit<ReportError, 'codeName' | 'findings'> & {
  readonly codeText: string;
  /** Where the findings of this error hang; a second answer leaves those of the request to the first. */
  readonly ownSeqs: readonly number[];
};

function ofExchange(exchange: Readonly<Exchange>): Draft[] {
  const { tier, answerSeq, requestSeq, method, target, codeText, fromRawMessage: provoked } = exchange;
  if (!isErrorTier(tier)) return [];
  const seq = answerSeq > 0 ? answerSeq : requestSeq;
  return [
    {
      seq,
      ownSeqs: [seq, requestSeq],
      requestSeq,
      tier,
      method,
      target: orNull(target),
      code: integerOf(codeText),
      message: exchange.message === '' ? saidBy(exchange) : exchange.message,
      modelSees: modelSees(tier),
      ...(provoked ? { provoked } : {}),
      codeText,
    },
  ];
}

function ofOrphan(orphan: Readonly<OrphanError>): Draft[] {
  const { seq, tier, method, codeText, message, fromRawMessage: provoked } = orphan;
  if (!isErrorTier(tier)) return [];
  return [
    {
      seq,
      ownSeqs: [seq],
      requestSeq: orphan.requestSeq ?? null,
      tier,
      method: orNull(method),
      target: orNull(orphan.target ?? ''),
      code: integerOf(codeText),
      message,
      modelSees: modelSees(tier),
      ...(provoked ? { provoked } : {}),
      codeText,
    },
  ];
}

/** What happened, if nobody gave a message. */
function saidBy({ outcome }: Readonly<Exchange>): string {
  switch (outcome) {
    case 'lost':
      return 'The connection ended before the answer came.';
    case 'cancelled':
      return 'The call was cancelled.';
    case 'timed out':
      return 'The call timed out.';
    case 'late':
      return 'The answer came after the client had given up.';
    default:
      return '';
  }
}

function inOrder(a: Draft, b: Draft): number {
  return a.seq - b.seq || (a.requestSeq ?? 0) - (b.requestSeq ?? 0);
}

function integerOf(codeText: string): number | null {
  const code = codeText === '' || codeText.startsWith('"') ? Number.NaN : Number(codeText);
  return Number.isInteger(code) ? code : null;
}

function isErrorTier(tier: Tier): tier is ErrorTier {
  return tier !== 'ok';
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}
