import { FingerprintReader } from '../codes/fingerprints/fingerprint-reader.ts';
import { FailureReader } from '../explain/failure-reader.ts';
import { keptFailures, type StoredFailure } from '../explain/stored-failure.ts';
import { type Finding, ruled } from '../findings/finding.ts';
import { FindingReader } from '../findings/finding-reader.ts';
import type { KnownRecord, SessionRecord } from '../frame/record.ts';
import { emptyRow, type Row, type RowKind, type RowSink } from '../frame/row.ts';
import { hostTable } from '../hosts/lens/host-table.ts';
import { hostOfPeer, type Lens } from '../hosts/lens/lens.ts';
import type { Taker } from '../hosts/tools/tool-judge.ts';
import type { Counts, Exchange, OrphanError } from '../session/exchange.ts';
import { LogModel, type ReadGuard } from '../session/log-model.ts';
import { ExpectedTierReader } from '../session/project/expected-tier.ts';
import { NO_PROJECT, type ProjectSettings } from '../session/project/project-file.ts';
import { RowReader } from '../session/row-reader.ts';
import type { SessionReader } from '../session/session-event.ts';
import type { Peer, Peers } from '../session/session-facts.ts';
import type { SessionModel } from '../session/session-model.ts';
import type { Envelope } from '../wire/envelope.ts';
import { HostLensReader } from './host-lens-reader.ts';
import { RowFlags } from './row-flags.ts';
import { type SessionEnding, SessionEndingReader } from './session-ending.ts';

export type SessionAnalysis = {
  readonly record: SessionRecord | undefined;
  readonly counts: Readonly<Counts>;
  readonly exchanges: readonly Readonly<Exchange>[];
  readonly orphans: readonly Readonly<OrphanError>[];
  /** All failures so far, by seq, or those of one record; generated lazily. */
  failures(at?: number): Iterable<StoredFailure>;
  /** The first error that is only counted because there are too many; 0 for none. */
  readonly errorsCutAt: number;
  readonly peers: Peers;
  readonly ending: SessionEnding;
  readonly fingerprints: FingerprintReader;
  /** Includes findings of rules that the project file turned off, marked as such. */
  readonly findings: readonly Finding[];
  /** At least the first `count` findings, if there are that many; the rest need not be written. */
  findingsTo(count: number): readonly Finding[];
  /** The number of findings, without writing them. */
  readonly findingCount: number;
  /** Counts how often findings were retracted; otherwise they are only added at the end. */
  readonly findingsRevision: number;
  /** The parts of its answers that the session's host loses and a server can avoid, by seq. */
  readonly hostFindings: readonly Finding[];
  /** The parts of a failed answer that reach the model. */
  readonly reaches: HostLensReader['reaches'];
  /** Milliseconds to the server's first answer; undefined for none. */
  readonly firstAnswerMs: number | undefined;
  readonly dropped: number;
  /** One sentence on the app defect that stopped the analysis of the session; empty for none. */
  readonly fault: string;
};

type AnalyzerOptions = {
  /** The host through which answers are viewed; by default, the one that the client claims to be. */
  readonly lensOf?: ((client: Peer | null) => Lens) | undefined;
  /** Reports an app defect as its session's `fault`; otherwise `take` throws it. */
  readonly guarded?: boolean;
  /** How many settled exchanges stay objects; all if undefined. If set, the session's `exchanges` are empty. */
  readonly keptSettled?: number;
  /** For the prober: answers to raw messages are checked like all others. */
  readonly checkRawMessages?: boolean;
  /** Hosts and providers whose tool losses are reported, whatever the client claims to be. */
  readonly takers?: readonly Taker[] | undefined;
  /** The repository's settings for its server: the only place where they apply. */
  readonly project?: ProjectSettings | undefined;
};

type Session = {
  readonly model: SessionModel;
  readonly fingerprints: FingerprintReader;
  readonly findings: FindingReader;
  readonly ending: SessionEndingReader;
  readonly failures: FailureReader;
  readonly lens: HostLensReader;
  /** Absent if no rows are derived. */
  readonly flags: RowFlags | undefined;
  dropped: number;
};

/** Derives everything known about a recording from its records: the only place that combines all readers. */
export class LogAnalyzer {
  readonly #sink: RowSink | undefined;
  readonly #rows: RowReader | undefined;
  readonly #log: LogModel;
  readonly #sessions = new Map<string, Session>();
  readonly #guard: AnalysisGuard | undefined;
  readonly #lensOf: (client: Peer | null) => Lens;
  #rules: ProjectSettings['rules'];
  readonly #takers: readonly Taker[];

  /** Without a sink, no rows are derived. */
  constructor(sink?: RowSink, options: AnalyzerOptions = {}) {
    const { lensOf, guarded, keptSettled, checkRawMessages = false, project = NO_PROJECT, takers } = options;
    const guard = guarded === true ? new AnalysisGuard() : undefined;
    this.#takers = takers ?? [];
    this.#guard = guard;
    this.#lensOf = lensOf ?? ownLens;
    this.#rules = project.rules;
    this.#sink = sink;
    this.#rows = sink === undefined ? undefined : new RowReader(sink);
    this.#log = new LogModel({
      ...{ keptSettled, guard },
      all: this.#rows === undefined ? [] : [this.#rows],
      each: (model, name) => {
        const session = this.#newSession(model, name, checkRawMessages);
        this.#sessions.set(name, session);
        const { fingerprints, findings, ending, failures, lens } = session;
        // Rules ask for the vocabulary shown so far, including by the current frame.
        return [fingerprints, findings, ending, failures, ...expectationsOf(project, session), lens];
      },
    });
  }

  /** Takes the next record; true if its session's peers, vocabulary, ending or fault changed. */
  take(record: KnownRecord, envelope?: Envelope): boolean {
    const guard = this.#guard;
    if (guard === undefined) return this.#take(record, envelope);
    const session = sessionOf(record);
    const before = guard.fault(session);
    let news = false;
    try {
      news = this.#take(record, envelope);
    } catch (error) {
      guard.note(session, record.seq, error);
      const row = this.#rows?.lastSeq === record.seq ? undefined : guard.missingRow(record);
      if (row !== undefined) this.#sink?.add(row);
    }
    return news || guard.fault(session) !== before;
  }

  #take(record: KnownRecord, envelope: Envelope | undefined): boolean {
    if (record.type === 'mark' || record.type === 'end') {
      this.#log.take(record);
      return false;
    }
    const before = this.#sessions.get(record.session);
    const peers = before?.model.facts.peers;
    const traits = before?.fingerprints.traits ?? 0;
    const ending = before?.ending.ending;
    this.#log.take(record, envelope);
    const session = before ?? this.#session(record.session);
    if (record.type === 'dropped') session.dropped += record.count;
    session.flags?.update();
    const ended = ending !== undefined && session.ending.ending !== ending;
    const news = peers !== undefined && session.model.facts.peers !== peers;
    return news || ended || session.fingerprints.traits !== traits;
  }

  /** Applies new rule settings, also to existing findings and row flags. */
  setRules(rules: ProjectSettings['rules']): void {
    this.#rules = rules;
    for (const session of this.#sessions.values()) {
      session.findings.sink.setRules(rules);
      session.flags?.again();
    }
  }

  /** Completes the analysis once nothing more will come. Call it once, after the last record. */
  finish(): void {
    this.#log.finish();
    for (const { flags } of this.#sessions.values()) flags?.update();
  }

  /** The names of the sessions seen so far, in order. */
  get sessionNames(): string[] {
    return this.#log.sessionNames;
  }

  session(name: string): SessionAnalysis {
    const { model, fingerprints, findings, ending, failures, lens, dropped } = this.#session(name);
    const rules = this.#rules;
    return {
      record: this.#log.sessionRecord(name),
      counts: model.book.counts,
      exchanges: model.book.exchanges,
      orphans: model.book.orphans,
      failures: (at) => {
        const { failed, orphans } = model.book;
        return keptFailures({
          at,
          failed,
          orphans,
          reader: failures,
          isExpected: (one) => findings.isExpected(one),
        });
      },
      firstAnswerMs: failures.firstAnswerMs,
      errorsCutAt: model.book.errorsCutAt,
      peers: model.facts.peers,
      ending: ending.ending,
      fingerprints,
      // Lazy, so that other members can be read without writing the findings.
      get findings() {
        return findings.sink.findings;
      },
      findingsTo: findings.sink.findingsTo,
      findingCount: findings.sink.found.length - findings.sink.retracted.length,
      findingsRevision: findings.sink.revision,
      get hostFindings() {
        return lens.findings.map((finding) => ruled(finding, rules));
      },
      reaches: lens.reaches,
      dropped,
      fault: this.#guard?.fault(name) ?? '',
    };
  }

  #newSession(model: SessionModel, name: string, checkRawMessages: boolean): Session {
    const fingerprints = new FingerprintReader();
    const vocabularies = () => fingerprints.vocabularies;
    const findings = new FindingReader(model, name, { vocabularies, checkRawMessages, rules: this.#rules });
    const sink = this.#sink;
    const isFull = () => model.book.errorsCutAt > 0;
    const flags =
      sink === undefined
        ? undefined
        : new RowFlags(findings.sink, (seq, flag) => sink.patch(seq, { flag }, name));
    return {
      ...{ model, fingerprints, findings, flags, dropped: 0 },
      ending: new SessionEndingReader(),
      failures: new FailureReader(() => fingerprints.spoken, isFull),
      lens: new HostLensReader(this.#lensOf, isFull, this.#takers),
    };
  }

  #session(name: string): Session {
    this.#log.model(name);
    const session = this.#sessions.get(name);
    if (session === undefined) throw new Error(`no readers for the session ${name}`);
    return session;
  }
}

/** The host that the client claims to be, by the built-in table, which few sessions need. */
function ownLens(client: Peer | null): Lens {
  if (client === null || client.name === OWN_CLIENT) return NO_HOST;
  const table = hostTable();
  return { table, host: hostOfPeer(table, client) };
}

/** This app's client name; there is no model behind it. */
const OWN_CLIENT = 'tierscope';
const NO_HOST: Lens = { table: { hosts: [], rows: [], providers: [], toolRows: [] }, host: undefined };

function expectationsOf({ expected }: ProjectSettings, { findings }: Session): SessionReader[] {
  return expected.length === 0 ? [] : [new ExpectedTierReader(expected, (end) => findings.takeEnd(end))];
}

/** Contains a defect to one session: its readers stay silent from then on, but its rows continue. */
class AnalysisGuard implements ReadGuard {
  readonly #faults = new Map<string, string>();

  /** One sentence on a session's defect: what, where, and what is missing; empty for none. */
  fault(session: string): string {
    return this.#faults.get(session) ?? '';
  }

  note(session: string, seq: number, error: unknown): void {
    if (!this.#faults.has(session)) this.#faults.set(session, faultSentence(seq, error));
  }

  /** The row of a record that could not be read; undefined if it never has a row. */
  missingRow(record: KnownRecord): Row | undefined {
    const kind = ROW_KIND[record.type];
    if (kind === undefined) return undefined;
    const row = emptyRow({ seq: record.seq, at: record.at, session: sessionOf(record) }, kind);
    const direction = record.type === 'frame' ? record.direction : '';
    return { ...row, direction, text: 'not read, because of a defect of Tierscope' };
  }
}

/** The session of a record; empty if it belongs to none. */
function sessionOf(record: KnownRecord): string {
  return record.type === 'mark' || record.type === 'end' ? '' : record.session;
}

/** Other record types have no rows. */
const ROW_KIND: Readonly<Record<KnownRecord['type'], RowKind | undefined>> = {
  frame: 'frame',
  stderr: 'stderr',
  process: 'process',
  client: 'client',
  mark: 'mark',
  dropped: 'dropped',
  http: undefined,
  session: undefined,
  end: undefined,
};

const MAX_OF_A_FAULT = 300;

function faultSentence(seq: number, error: unknown): string {
  const what = String(error).slice(0, MAX_OF_A_FAULT);
  return `A defect of Tierscope met record ${seq} of this session (${what}). From there on the session is not analyzed: tiers, pairing, findings and the vocabulary may be missing. The recording is whole; please report the defect with it.`;
}
