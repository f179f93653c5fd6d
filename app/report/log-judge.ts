import type { Finding, Severity } from '../findings/finding.ts';
import { SessionFinder } from '../findings/session-finder.ts';
import { FingerprintReader } from '../fingerprints/fingerprint-reader.ts';
import { shownFrame } from '../frame/frame-line.ts';
import type { KnownRecord, SessionRecord } from '../frame/record.ts';
import type { RowFlag, RowSink } from '../frame/row.ts';
import { SessionFacts } from '../recording/session-facts.ts';
import type { Counts } from '../session/exchange.ts';
import { LogTracker } from '../session/log-tracker.ts';
import { type Envelope, readEnvelope } from '../wire/envelope.ts';

/** What is derived of one session beside its rows. */
export type SessionJudgement = {
  readonly facts: SessionFacts;
  readonly fingerprints: FingerprintReader;
  readonly findings: readonly Finding[];
  readonly counts: Readonly<Counts>;
  readonly record: SessionRecord | undefined;
  /** How many records were lost to a limit. */
  readonly dropped: number;
};

type Judging = {
  readonly facts: SessionFacts;
  readonly fingerprints: FingerprintReader;
  readonly finder: SessionFinder;
  readonly findings: Finding[];
  dropped: number;
};

const GRAVITY: readonly RowFlag[] = ['', 'info', 'advice', 'violation'];

/**
 * Derives all that is known of a recording from its records: rows with their flags, facts of the
 * handshake, the server's vocabulary, and findings. Each line is read once, for all of them.
 */
export class LogJudge {
  readonly #sink: RowSink;
  readonly #tracker: LogTracker;
  readonly #sessions = new Map<string, Judging>();
  readonly #flags = new Map<number, RowFlag>();

  constructor(sink: RowSink) {
    this.#sink = sink;
    this.#tracker = new LogTracker(sink);
  }

  /**
   * Takes the next record; true where the facts or the vocabulary of its session became others.
   * `envelope` saves a second reading of a frame's line.
   */
  ingest(record: KnownRecord, envelope?: Envelope): boolean {
    if (record.type === 'mark' || record.type === 'end') {
      this.#tracker.ingest(record);
      return false;
    }
    const read = record.type === 'frame' ? (envelope ?? readEnvelope(shownFrame(record))) : undefined;
    this.#tracker.ingest(record, read);
    const judging = this.#judging(record.session);
    if (record.type === 'dropped') judging.dropped += record.count;
    this.#found(judging, judging.finder.ingest(record, read));
    const seen = judging.fingerprints.ingest(record, read);
    const told = record.type === 'frame' && read !== undefined && judging.facts.ingest(record, read);
    return seen || told;
  }

  /** Says what can only be said when nothing more will come. Call it once, after the last record. */
  finish(): void {
    for (const judging of this.#sessions.values()) this.#found(judging, judging.finder.finish());
  }

  /** The names of the sessions seen so far, in order. */
  get sessionNames(): string[] {
    return [...this.#sessions.keys()];
  }

  session(name: string): SessionJudgement {
    const { facts, fingerprints, findings, dropped } = this.#judging(name);
    const { counts } = this.#tracker.tracker(name);
    return { facts, fingerprints, findings, counts, dropped, record: this.#tracker.sessionRecord(name) };
  }

  #judging(name: string): Judging {
    const known = this.#sessions.get(name);
    if (known !== undefined) return known;
    const judging: Judging = {
      facts: new SessionFacts(),
      fingerprints: new FingerprintReader(),
      finder: new SessionFinder(name),
      findings: [],
      dropped: 0,
    };
    this.#sessions.set(name, judging);
    return judging;
  }

  #found(judging: Judging, findings: readonly Finding[]): void {
    for (const finding of findings) {
      judging.findings.push(finding);
      this.#flag(finding.seq, finding.severity);
    }
  }

  #flag(seq: number, severity: Severity): void {
    const before = this.#flags.get(seq) ?? '';
    if (GRAVITY.indexOf(severity) <= GRAVITY.indexOf(before)) return;
    this.#flags.set(seq, severity);
    this.#sink.patch(seq, { flag: severity });
  }
}
