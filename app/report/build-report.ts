import { LogAnalyzer, type SessionAnalysis } from '../analysis/log-analyzer.ts';
import { toolStats } from '../analysis/stats/tool-stats.ts';
import { partitionPoint } from '../base/partition-point.ts';
import { codeName } from '../codes/code-name.ts';
import type { OwnVocabulary } from '../codes/meaning-evidence.ts';
import type { Failure } from '../explain/failure.ts';
import { type Finding, isCounted } from '../findings/finding.ts';
import { type KnownRecord, shownFrame } from '../frame/record.ts';
import { type HostTable, hostTable } from '../hosts/lens/host-table.ts';
import { hostOfPeer, type Lens } from '../hosts/lens/lens.ts';
import { hostsTooShortFor, limitsText } from '../hosts/start-limits.ts';
import type { LineProblem } from '../recording/recording-reader.ts';
import type { Counts, Exchange } from '../session/exchange.ts';
import type { Peer } from '../session/session-facts.ts';
import { utf8Length } from '../wire/line-text.ts';
import { groupedProblems } from './problem-groups.ts';
import type {
  RecordingReport,
  ReportCounts,
  ReportFinding,
  ReportVocabulary,
  SessionReport,
} from './report.ts';
import { type CodedError, placeOf, reportErrors } from './report-errors.ts';
import {
  filterFindings,
  type KnownCodes,
  NO_KNOWN_CODES,
  overLimits,
  type ReportOptions,
} from './report-options.ts';

/** What a code's name may depend on. */
type CodeContext = CodedError & {
  readonly protocolVersion: string | null;
  /** The server's vocabularies, framework first. */
  readonly vocabularies: Failure['vocabularies'];
  readonly own: readonly OwnVocabulary[];
};

/** A session's report apart from its counts and errors. */
export type ReportChecks = {
  readonly findings: readonly ReportFinding[];
  readonly vocabulary: ReportVocabulary | null;
  /** The short name of a code, given as JSON text. */
  readonly codeName: (codeText: string, context: CodeContext) => string | null;
};

/** Builds the report of one recording from its records; keeps exchanges, never whole frames. */
export class ReportBuilder {
  readonly #analyzer: LogAnalyzer;
  readonly #lines = new LineMap();
  readonly #checksOf: (session: SessionAnalysis) => ReportChecks;
  readonly #options: ReportOptions;
  readonly #hosts: HostTable;
  /** The sizes in bytes of server lines above a limit for results, by session and seq. */
  readonly #large = new Map<string, number>();

  constructor(checksOf: (session: SessionAnalysis) => ReportChecks = checked, options: ReportOptions = {}) {
    this.#checksOf = checksOf;
    this.#options = options;
    this.#hosts = options.hosts ?? hostTable();
    this.#analyzer = new LogAnalyzer(undefined, {
      checkRawMessages: options.checkRawMessages === true,
      project: options.project,
      lensOf: (client) => this.#lensOf(client),
      takers: options.takers,
    });
  }

  take(record: KnownRecord, line: number): void {
    this.#lines.add(record.seq, line);
    this.#options.redactor?.learn(record);
    this.#weigh(record);
    this.#analyzer.take(record);
  }

  #weigh(record: KnownRecord): void {
    const { maxResultBytes } = this.#options;
    if (maxResultBytes === undefined || record.type !== 'frame' || record.direction !== 'server-to-client')
      return;
    const bytes = utf8Length(shownFrame(record));
    if (bytes > maxResultBytes) this.#large.set(`${record.session} ${record.seq}`, bytes);
  }

  /** The positions of the records, for formats that point at lines. */
  get lines(): LineMap {
    return this.#lines;
  }

  /** The exchange that a record requests, answers or ends; undefined for none. */
  exchangeAt(session: string, seq: number): Exchange | undefined {
    if (!this.#analyzer.sessionNames.includes(session)) return undefined;
    const { exchanges } = this.#analyzer.session(session);
    return exchanges.find(
      ({ requestSeq, answerSeq, givenUpSeq, cancelledSeq }) =>
        seq > 0 && [requestSeq, answerSeq, givenUpSeq, cancelledSeq].includes(seq),
    );
  }

  finish(path: string, format: string, problems: readonly LineProblem[]): RecordingReport {
    this.#analyzer.finish();
    const sessions = this.#analyzer.sessionNames.map((name) => this.session(name));
    return { path, format, problems, sessions };
  }

  #lensOf(client: Peer | null): Lens {
    const table = this.#hosts;
    const { host } = this.#options;
    const own = hostOfPeer(table, client);
    if (host === undefined) return { table, host: own };
    // The traffic knows the version of a host that was named without one.
    return { table, host: host.version === '' && own?.host === host.host ? own : host };
  }

  /** The report of a session so far, with the user's knowledge of codes; throws for an unknown name. */
  session(name: string, { spoken, own }: KnownCodes = NO_KNOWN_CODES): SessionReport {
    const analysis = this.#analyzer.session(name);
    const { server, protocolVersion } = analysis.peers;
    const checks = this.#checksOf(analysis);
    const { vocabulary } = checks;
    const vocabularies = spoken ?? analysis.fingerprints.spoken;
    const kept = filterFindings([...checks.findings, ...reported(analysis.hostFindings)], this.#options);
    const over = overLimits(analysis.exchanges, this.#options, (seq) => this.#large.get(`${name} ${seq}`));
    const findings = [...kept, ...over].sort((a, b) => a.seq - b.seq);
    const errors = reportErrors({
      failures: analysis.failures(),
      findings,
      reaches: analysis.reaches,
      vocabularies,
      nameCode: (codeText, error) =>
        checks.codeName(codeText, { protocolVersion, vocabularies, own, ...error }),
    });
    const { findingGroups, ...grouped } = groupedProblems(errors, findings, this.#options.project?.groups);
    return {
      session: name,
      label: analysis.record?.label ?? name,
      server,
      protocolVersion,
      vocabulary,
      counts: reportCounts(analysis.counts),
      ...slowStart(analysis.firstAnswerMs),
      ...grouped,
      tools: toolStats(analysis.exchanges),
      findingGroups,
    };
  }
}

/** The line of each record in its file, by seq. Uses memory only where seq and line diverge. */
export class LineMap {
  readonly #seqs: number[] = [];
  readonly #shifts: number[] = [];

  /** Adds a record; `seq` and 1-based `line` must increase. */
  add(seq: number, line: number): void {
    if (this.#shifts.at(-1) === line - seq) return;
    this.#seqs.push(seq);
    this.#shifts.push(line - seq);
  }

  /** The line of an added record; 1 for a seq before the first. */
  lineOf(seq: number): number {
    const after = partitionPoint(this.#seqs.length, (index) => (this.#seqs[index] ?? 0) <= seq) - 1;
    return seq + (this.#shifts[after] ?? 1 - seq);
  }
}

/** The rules' findings, and codes named in the server's vocabulary. */
export function checked({ findings, fingerprints }: SessionAnalysis): ReportChecks {
  // The framework if known, because the server's author uses its codes; else the SDK.
  const guess = fingerprints.layers.framework ?? fingerprints.layers.sdk;
  const evidence = guess?.evidence.map(({ seq, note }) => `seq ${seq}: ${note}`) ?? [];
  const vocabulary = guess === undefined ? null : { id: guess.id, confidence: guess.confidence, evidence };
  return { findings: reported(findings), vocabulary, codeName: namedCode };
}

function reported(findings: readonly Finding[]): ReportFinding[] {
  return findings.filter(isCounted).map(reportFinding);
}

function reportFinding(finding: Finding): ReportFinding {
  const {
    rule,
    severity,
    certainty,
    side,
    actor,
    seq,
    part,
    title,
    explanation,
    todo,
    before,
    after,
    source,
    http,
  } = finding;
  return {
    ...{ rule, severity, certainty, side, ...(actor === undefined ? {} : { actor }) },
    ...{ seq, ...(part === undefined ? {} : { part }), title },
    message: explanation,
    todo,
    before: before || null,
    after: after || null,
    source,
    http: placeOf(http && { ...http, where: '' }),
  };
}

export function namedCode(codeText: string, context: CodeContext): string {
  const { vocabularies, own, protocolVersion, message, method, tier, data } = context;
  return codeName(codeText, {
    vocabularies,
    own,
    revision: protocolVersion,
    message,
    tier,
    ...(data === null ? {} : { data }),
    ...(method === null ? {} : { method }),
  });
}

/** The time to a first answer if some hosts wait less by default; else nothing. */
function slowStart(ms = 0): Pick<SessionReport, 'slowStart'> {
  const hosts = hostsTooShortFor(ms);
  return hosts.length === 0 ? {} : { slowStart: { firstAnswerMs: ms, hosts: limitsText(hosts) } };
}

export function reportCounts({ expected, consequences: _, ...counts }: Readonly<Counts>): ReportCounts {
  return expected === 0 ? counts : { ...counts, provoked: expected };
}
