import type { KnownRecord, SessionRecord } from '../frame/record.ts';
import type { RowSink } from '../frame/row.ts';
import type { Envelope } from '../wire/envelope.ts';
import { type Counts, noCounts } from './exchange.ts';
import { SessionTracker } from './session-tracker.ts';

/** Reads the records of one recording, which may hold several sessions, and derives its rows. */
export class LogTracker {
  readonly #sink: RowSink;
  readonly #trackers = new Map<string, SessionTracker>();
  readonly #sessions = new Map<string, SessionRecord>();

  constructor(sink: RowSink) {
    this.#sink = sink;
  }

  /** Takes the next record; a record of a session that was never announced begins one. */
  ingest(record: KnownRecord, envelope?: Envelope): void {
    if (record.type === 'session' && !this.#sessions.has(record.session)) {
      this.#sessions.set(record.session, record);
    }
    const session = record.type === 'mark' || record.type === 'end' ? '' : record.session;
    this.tracker(session).ingest(record, envelope);
  }

  /** The tracker of a session; the empty name holds what belongs to none. */
  tracker(session: string): SessionTracker {
    const known = this.#trackers.get(session);
    if (known !== undefined) return known;
    const tracker = new SessionTracker(session, this.#sink);
    this.#trackers.set(session, tracker);
    return tracker;
  }

  /** The names of the sessions seen so far, in order. */
  get sessionNames(): string[] {
    return [...this.#trackers.keys()].filter((name) => name !== '');
  }

  sessionRecord(session: string): SessionRecord | undefined {
    return this.#sessions.get(session);
  }

  /** The counts over all sessions. */
  get counts(): Counts {
    const sum = noCounts();
    for (const tracker of this.#trackers.values()) {
      for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += tracker.counts[key];
    }
    return sum;
  }
}
