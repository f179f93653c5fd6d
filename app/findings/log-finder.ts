import type { KnownRecord } from '../frame/record.ts';
import type { Envelope } from '../wire/envelope.ts';
import type { Finding } from './finding.ts';
import { type FinderOptions, SessionFinder } from './session-finder.ts';

/** Reads the records of one recording, which may hold several sessions, and gives what the rules find. */
export class LogFinder {
  readonly #options: FinderOptions;
  readonly #finders = new Map<string, SessionFinder>();

  constructor(options: FinderOptions = {}) {
    this.#options = options;
  }

  /** Takes the next record; see `SessionFinder.ingest`. */
  ingest(record: KnownRecord, envelope?: Envelope): readonly Finding[] {
    if (record.type === 'mark' || record.type === 'end') return [];
    let finder = this.#finders.get(record.session);
    if (finder === undefined) {
      finder = new SessionFinder(record.session, this.#options);
      this.#finders.set(record.session, finder);
    }
    return finder.ingest(record, envelope);
  }

  /** What can only be said when nothing more will come, for every session. */
  finish(): readonly Finding[] {
    return [...this.#finders.values()].flatMap((finder) => finder.finish());
  }
}
