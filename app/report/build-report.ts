import { codeName } from '../codes/code-name.ts';
import type { KnownRecord } from '../frame/record.ts';
import type { ErrorTier } from '../frame/tier.ts';
import type { LineProblem } from '../recording/recording-reader.ts';
import type { Counts } from '../session/exchange.ts';
import { toolStats } from '../stats/tool-stats.ts';
import { LogAnalyser, type SessionAnalysis } from './log-analyser.ts';
import type {
  RecordingReport,
  ReportCounts,
  ReportFinding,
  ReportVocabulary,
  SessionReport,
} from './report.ts';
import { reportErrors } from './report-errors.ts';

/** What a code's name may depend on. */
export type CodeContext = {
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
    const findings = checks.findings
      .map(({ rule, severity, seq, title, source }) => ({ rule, severity, seq, title, source }))
      .sort((a, b) => a.seq - b.seq);
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

/** The line of each record in its file, by seq. Costs memory only where seq and line drift apart. */
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
  return { findings, vocabulary, codeName: nameOf };
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

function reportCounts({ provoked, ...counts }: Readonly<Counts>): ReportCounts {
  return provoked === 0 ? counts : { ...counts, provoked };
}
