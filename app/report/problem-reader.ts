import { partitionPoint } from '../base/partition-point.ts';
import { GrowingColumn } from '../frame/growing-column.ts';
import type { KnownRecord } from '../frame/record.ts';
import { checked, ReportBuilder } from './build-report.ts';
import type { SessionReport } from './report.ts';
import { type KnownCodes, NO_KNOWN_CODES, type ReportOptions } from './report-options.ts';
import { type SessionProblem, type Span, sessionProblems } from './session-problems.ts';

/** More records and errors than these are not grouped: each exchange, and the evidence of each error, is kept. */
const MAX_RECORDS = 1_000_000;
const MAX_ERRORS = 100_000;
/** So many records lie between two looks at how many errors there are. */
const LOOK_EVERY = 1000;

/** The requests by which a run of a server only begins. */
const GREETINGS = new Set(['initialize', 'server/discover']);

const floats = () => new GrowingColumn(Float64Array);

/**
 * Reads the records of one session as they come, and says at any time which problems it has: of the whole session, or
 * of one run of its server's process.
 */
export class ProblemReader {
  readonly #session: string;
  readonly #options: ReportOptions;
  readonly #builder: ReportBuilder;
  readonly #seqs = floats();
  readonly #times = floats();
  /** The records by which a process began. */
  readonly #starts: number[] = [];
  readonly #mostRecords: number;
  #taken = 0;
  #report: SessionReport | undefined;
  #codes = NO_KNOWN_CODES;
  #cutAt = 0;

  constructor(session: string, options: ReportOptions = {}, mostRecords = MAX_RECORDS) {
    this.#session = session;
    this.#options = options;
    this.#builder = new ReportBuilder(checked, options);
    this.#mostRecords = mostRecords;
  }

  /** Takes the next record of the recording; those of other sessions count for nothing. */
  take(record: KnownRecord): void {
    if (record.type === 'mark' || record.type === 'end' || record.session !== this.#session) return;
    if (this.#cutAt > 0) return;
    if (this.#taken >= this.#mostRecords || this.#hasTooManyErrors) {
      this.#cutAt = record.seq;
      return;
    }
    this.#taken += 1;
    this.#seqs.push(record.seq);
    this.#times.push(record.at);
    if (record.type === 'process' && record.event === 'spawned') this.#starts.push(record.seq);
    this.#builder.take(record, record.seq);
    this.#report = undefined;
  }

  get #hasTooManyErrors(): boolean {
    if (this.#taken === 0 || this.#taken % LOOK_EVERY !== 0) return false;
    return this.#builder.errorCount(this.#session) >= MAX_ERRORS;
  }

  /** Names the codes of the session as its user knows them from now on. */
  know(codes: KnownCodes): void {
    if (JSON.stringify(codes) === JSON.stringify(this.#codes)) return;
    this.#codes = codes;
    this.#report = undefined;
  }

  /** How many records were taken: another number for other problems. */
  get revision(): number {
    return this.#taken;
  }

  /** The first record that was too many; 0 for none. */
  get cutAt(): number {
    return this.#cutAt;
  }

  /** The name by which the server introduces itself; empty if it has not. */
  get serverName(): string {
    return this.#taken === 0 ? '' : (this.#current.server?.name ?? '');
  }

  /** The whole session. */
  get whole(): Span {
    return this.#span(0, Number.POSITIVE_INFINITY);
  }

  /**
   * The runs of the server's process, in order. A start that came no further than the handshake belongs to the run
   * after it: it tells nothing that could be compared.
   */
  get runs(): readonly Span[] {
    const worked = this.#builder.requestSeqs(this.#session, GREETINGS);
    const runs: Span[] = [];
    let from = 0;
    for (const [at, start] of this.#starts.entries()) {
      const next = this.#starts[at + 1];
      if (next === undefined) break;
      const place = partitionPoint(worked.length, (index) => (worked[index] ?? 0) < start);
      if ((worked[place] ?? Number.POSITIVE_INFINITY) >= next) continue;
      runs.push(this.#span(from, next - 1));
      from = next;
    }
    return [...runs, this.#span(from, Number.POSITIVE_INFINITY)];
  }

  /** The problems within a span. */
  problems(span: Span = this.whole): SessionProblem[] {
    if (this.#taken === 0) return [];
    return sessionProblems({
      report: this.#current,
      rules: this.#options.project?.groups ?? [],
      timeOf: (seq) => this.#timeOf(seq),
      span,
    });
  }

  /** The records of a problem, in order: answers, events, and the requests that they settle. */
  rowsOf(id: string): number[] {
    if (this.#taken === 0) return [];
    const { errors, findings } = this.#current;
    const rows = new Set<number>();
    const requests = new Set<number>();
    for (const { group, seq, requestSeq } of errors) {
      if (group !== id) continue;
      rows.add(seq);
      if (requestSeq !== null) requests.add(requestSeq);
    }
    for (const seq of this.#builder.exchangeRows(this.#session, requests)) rows.add(seq);
    for (const { group, seq } of findings) if (group === id) rows.add(seq);
    return [...rows].sort((a, b) => a - b);
  }

  /** The problem that a record shows; undefined for none. */
  problemAt(seq: number): string | undefined {
    if (this.#taken === 0) return undefined;
    const { errors, findings } = this.#current;
    const request = this.#builder.exchangeAt(this.#session, seq)?.requestSeq ?? seq;
    const error = errors.find((one) => one.seq === seq) ?? errors.find((one) => one.requestSeq === request);
    return error?.group ?? findings.find((one) => one.seq === seq && one.group !== undefined)?.group;
  }

  get #current(): SessionReport {
    this.#report ??= this.#builder.session(this.#session, this.#codes);
    return this.#report;
  }

  #span(fromSeq: number, toSeq: number): Span {
    const count = this.#seqs.length;
    const first = partitionPoint(count, (index) => this.#seqs.at(index) < fromSeq);
    const end = partitionPoint(count, (index) => this.#seqs.at(index) <= toSeq);
    if (end <= first) return { fromSeq, toSeq, fromMs: 0, toMs: 0 };
    return { fromSeq, toSeq, fromMs: this.#times.at(first), toMs: this.#times.at(end - 1) };
  }

  #timeOf(seq: number): number {
    const count = this.#seqs.length;
    const place = partitionPoint(count, (index) => this.#seqs.at(index) < seq);
    return place < count ? this.#times.at(place) : 0;
  }
}
