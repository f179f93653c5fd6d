import { getOrCreate } from '../base/grouped-by.ts';
import { partitionPoint } from '../base/partition-point.ts';
import type { Steps } from '../base/steps.ts';
import { activeVocabularies, type VocabularyLayers } from '../codes/fingerprints/vocabulary-guess.ts';
import { findingsOf, type StoredFailure } from '../explain/stored-failure.ts';
import { type Finding, isCounted } from '../findings/finding.ts';
import type { RowTable } from '../frame/row-table.ts';
import { GREETINGS } from '../protocol/methods.ts';
import type { GroupingRule } from '../session/project/grouping-rule.ts';
import { namedCode } from './build-report.ts';
import { Causes } from './problem-groups.ts';
import { type CodedError, explainedError } from './report-errors.ts';
import type { KnownCodes } from './report-options.ts';
import { type Members, ProblemTally, type SessionProblem, type Span } from './session-problems.ts';

/** The derived data of a live or opened session from which its problems follow. */
export type ProblemSources = {
  readonly table: RowTable;
  readonly failures: Iterable<StoredFailure>;
  /** At least the first `count` rule findings, if there are that many. */
  readonly findingsTo: (count: number) => readonly Finding[];
  readonly hostFindings: readonly Finding[];
  readonly protocolVersion: string | null;
  readonly layers: VocabularyLayers;
  readonly codes: KnownCodes;
  readonly rules: readonly GroupingRule[];
};

/** A record as an occurrence of a problem. */
export type PlaceInProblem = {
  readonly problem: string;
  /** The 0-based index of the occurrence. */
  readonly at: number;
  /** The records of the occurrences before and after it; 0 for none. */
  readonly before: number;
  readonly after: number;
};

/** This many rows, findings or errors take less than a millisecond. */
const STEP = 2000;
const ERROR_STEP = 16;

/** The problems of one session at the time of reading: in the whole session, or in one process run. */
export class ProblemIndex {
  readonly runs: readonly Span[];
  readonly whole: Span;
  readonly #table: RowTable;
  readonly #length: number;
  readonly #events: ReadonlyMap<number, readonly number[]>;
  readonly #all = new ProblemTally();
  readonly #ofRun: readonly ProblemTally[];

  private constructor(table: RowTable, length: number, seen: SeenRows) {
    this.#table = table;
    this.#length = length;
    this.#events = seen.events;
    this.whole = this.#span(0, Number.POSITIVE_INFINITY);
    this.runs = this.#runsOf(seen);
    this.#ofRun = this.runs.map(() => new ProblemTally());
  }

  /** Reads a session in short steps. */
  static *read(sources: ProblemSources): Steps<ProblemIndex> {
    const { table } = sources;
    const { length } = table;
    const index = new ProblemIndex(table, length, yield* seenRows(table, length));
    yield* index.#take(sources);
    return index;
  }

  get revision(): number {
    return this.#length;
  }

  /** The problems of the whole session, or of a run by index. */
  problems(run?: number): Steps<SessionProblem[]> {
    const span = run === undefined ? this.whole : this.runs[run];
    const tally = run === undefined ? this.#all : this.#ofRun[run];
    return (tally ?? new ProblemTally()).problems(span ?? this.whole, (seq) => this.#timeOf(seq));
  }

  /** The records of a problem, in order: answers, events, and the requests that they settle. */
  rowsOf(id: string): number[] {
    const { seqs = [], requests = [], caused = new Map() } = this.#all.members(id) ?? {};
    const rows = new Set([...seqs, ...caused.keys()]);
    for (const request of new Set(requests)) {
      if (request === 0) continue;
      const { pair = 0 } = this.#table.row(this.#table.indexOf(request)) ?? {};
      for (const seq of [request, pair, ...(this.#events.get(request) ?? [])]) if (seq > 0) rows.add(seq);
    }
    return [...rows].sort((a, b) => a - b);
  }

  /**
   * The problem that a record shows, preferably `wanted`, and which occurrence: in the whole session, or in a run by
   * index. Undefined for none.
   */
  problemAt(seq: number, wanted = '', run?: number): PlaceInProblem | undefined {
    const tally = (run === undefined ? this.#all : this.#ofRun[run]) ?? this.#all;
    const pair = this.#table.row(this.#table.indexOf(seq))?.pair ?? 0;
    const isRequest = (request: number) => request === seq || (pair > 0 && request === pair);
    const ways: readonly ((members: Members) => boolean)[] = [
      ({ seqs, requests }) => requests.length > 0 && seqs.includes(seq),
      ({ requests }) => requests.some(isRequest),
      ({ seqs, caused }) => seqs.includes(seq) || caused.has(seq),
    ];
    const own = tally.members(wanted);
    const problem =
      own !== undefined && ways.some((fits) => fits(own))
        ? wanted
        : ways.map((fits) => tally.find(fits)).find((found) => found !== undefined);
    if (problem === undefined) return undefined;
    const { seqs = [], requests = [], caused } = tally.members(problem) ?? {};
    const at = caused?.get(seq) ?? (seqs.includes(seq) ? seqs.indexOf(seq) : requests.findIndex(isRequest));
    return { problem, at, before: seqs[at - 1] ?? 0, after: seqs[at + 1] ?? 0 };
  }

  *#take({ failures, findingsTo, hostFindings, codes, rules, ...known }: ProblemSources): Steps<void> {
    const { protocolVersion, layers } = known;
    const vocabularies = codes.spoken ?? activeVocabularies(layers);
    const nameCode = (codeText: string, error: CodedError) =>
      namedCode(codeText, { protocolVersion, vocabularies, own: codes.own, ...error });
    const causes = new Causes(rules);
    const bySeq = new Map<number, Finding[]>();
    yield* bySeqOf(bySeq, findingsTo, hostFindings);
    const shown = new Set<number>();
    for (const kept of failures) {
      if (kept.isConsequence) continue;
      const found = findingsOf(kept, (seq) => bySeq.get(seq) ?? NONE);
      const error = explainedError(kept, found, { vocabularies, nameCode });
      const cause = causes.error(error);
      for (const tally of this.#talliesAt(error.seq)) tally.addError(error, found, cause);
      for (const seq of kept.caused) shown.add(seq);
      shown.add(error.seq).add(error.requestSeq ?? error.seq);
      if (shown.size % ERROR_STEP === 0) yield;
    }
    for (const seq of Float64Array.from(bySeq.keys()).sort()) {
      if (shown.has(seq)) continue;
      for (const one of bySeq.get(seq) ?? NONE) {
        const finding = { ...one, message: one.explanation };
        const cause = causes.finding(finding);
        for (const tally of this.#talliesAt(seq)) tally.addFinding(finding, cause);
        yield;
      }
    }
  }

  #talliesAt(seq: number): readonly ProblemTally[] {
    const { runs } = this;
    const own = this.#ofRun[partitionPoint(runs.length, (run) => (runs[run]?.toSeq ?? seq) < seq)];
    return own === undefined ? [this.#all] : [this.#all, own];
  }

  /** A start that got no further than the handshake belongs to the next run: it has nothing to compare. */
  #runsOf({ starts, worked }: SeenRows): readonly Span[] {
    const runs: Span[] = [];
    let from = 0;
    for (const [at, start] of starts.entries()) {
      const next = starts[at + 1];
      if (next === undefined) break;
      const place = partitionPoint(worked.length, (index) => (worked[index] ?? 0) < start);
      if ((worked[place] ?? Number.POSITIVE_INFINITY) >= next) continue;
      runs.push(this.#span(from, next - 1));
      from = next;
    }
    return [...runs, this.#span(from, Number.POSITIVE_INFINITY)];
  }

  #span(fromSeq: number, toSeq: number): Span {
    const { seq, at } = this.#table.columns;
    const first = partitionPoint(this.#length, (index) => seq.at(index) < fromSeq);
    const end = partitionPoint(this.#length, (index) => seq.at(index) <= toSeq);
    if (end <= first) return { fromSeq, toSeq, fromMs: 0, toMs: 0 };
    return { fromSeq, toSeq, fromMs: at.at(first), toMs: at.at(end - 1) };
  }

  #timeOf(seq: number): number {
    const index = this.#table.indexOf(seq);
    return index < 0 ? 0 : this.#table.columns.at.at(index);
  }
}

const NONE: readonly Finding[] = [];

/** The findings that count, by record. */
function* bySeqOf(
  bySeq: Map<number, Finding[]>,
  findingsTo: ProblemSources['findingsTo'],
  hostFindings: readonly Finding[],
): Steps<void> {
  const add = (finding: Finding | undefined): void => {
    if (finding === undefined || !isCounted(finding)) return;
    getOrCreate(bySeq, finding.seq, () => []).push(finding);
  };
  let read = 0;
  for (let found = findingsTo(STEP); read < found.length; found = findingsTo(read + STEP)) {
    const end = Math.min(found.length, read + STEP);
    for (; read < end; read += 1) add(found[read]);
    yield;
  }
  for (const finding of hostFindings) add(finding);
}

type SeenRows = {
  readonly starts: readonly number[];
  /** The client requests after the handshake. */
  readonly worked: readonly number[];
  /** The records by which a client gave up a request, by the request's record. */
  readonly events: ReadonlyMap<number, readonly number[]>;
};

function* seenRows(table: RowTable, length: number): Steps<SeenRows> {
  const { seq, kind, direction, shape, method, outcome, pair } = table.columns;
  const starts: number[] = [];
  const worked: number[] = [];
  const events = new Map<number, number[]>();
  const isRequest = (index: number) =>
    direction.at(index) === 'client-to-server' &&
    (shape.at(index) === 'request' || shape.at(index) === 'batch');
  const givesUp = (index: number) =>
    kind.at(index) === 'client' ? outcome.at(index) !== '' : method.at(index) === 'notifications/cancelled';
  for (let index = 0; index < length; index += 1) {
    if (kind.at(index) === 'process' && method.at(index) === 'spawned') starts.push(seq.at(index));
    else if (isRequest(index)) {
      if (!GREETINGS.has(method.at(index))) worked.push(seq.at(index));
    } else if (pair.at(index) > 0 && givesUp(index)) {
      getOrCreate(events, pair.at(index), () => []).push(seq.at(index));
    }
    if (index % STEP === 0) yield;
  }
  return { starts, worked, events };
}
