import type { KnownRecord, SessionRecord } from '../frame/record.ts';
import type { Envelope } from '../wire/envelope.ts';
import type { SessionEvent, SessionReader } from './session-event.ts';
import { SessionModel } from './session-model.ts';

/** Contains defects: after a reader throws, the readers of that session stay silent. */
export type ReadGuard = {
  /** The defect found in a session; empty for none. */
  fault(session: string): string;
  note(session: string, seq: number, error: unknown): void;
};

type LogReaders = {
  /** Readers of every session, and of records outside sessions. */
  readonly all?: readonly SessionReader[];
  /** Creates the readers of one session at its first record. */
  readonly each?: (model: SessionModel, session: string) => readonly SessionReader[];
  /** How many settled exchanges stay objects; all if undefined. */
  readonly keptSettled?: number | undefined;
  /** If undefined, defects of readers are thrown. */
  readonly guard?: ReadGuard | undefined;
};

type Session = { readonly model: SessionModel; readonly readers: readonly SessionReader[] };

/** The models of one recording, which may have several sessions, and the readers of their events. */
export class LogModel {
  readonly #all: readonly SessionReader[];
  readonly #each: NonNullable<LogReaders['each']>;
  readonly #common: Session = { model: new SessionModel(''), readers: [] };
  readonly #sessions = new Map<string, Session>();
  readonly #records = new Map<string, SessionRecord>();
  readonly #keptSettled: number | undefined;
  readonly #guard: ReadGuard | undefined;
  #lastSeq = 0;

  constructor(readers: LogReaders = {}) {
    this.#keptSettled = readers.keptSettled;
    this.#guard = readers.guard;
    this.#all = readers.all ?? [];
    this.#each = readers.each ?? (() => []);
  }

  /** Takes the next record and passes its event to the readers; `envelope` avoids parsing the line again. */
  take(record: KnownRecord, envelope?: Envelope): SessionEvent {
    if (record.type === 'session' && !this.#records.has(record.session)) {
      this.#records.set(record.session, record);
    }
    const name = sessionOf(record);
    const { model, readers } = name === undefined ? this.#common : this.#session(name);
    this.#lastSeq = record.seq;
    const event = model.take(record, envelope);
    for (const reader of this.#all) reader.take(event);
    if (name !== undefined && !this.#isSilent(name)) {
      try {
        for (const reader of readers) reader.take(event);
      } catch (error) {
        this.#note(name, record.seq, error);
      }
    }
    model.release();
    return event;
  }

  #isSilent(session: string): boolean {
    return this.#guard !== undefined && this.#guard.fault(session) !== '';
  }

  #note(session: string, seq: number, error: unknown): void {
    if (this.#guard === undefined) throw error;
    this.#guard.note(session, seq, error);
  }

  /** Tells readers that nothing more will come. Call it once, at the end. */
  finish(): void {
    for (const [name, { model, readers }] of this.#sessions) {
      if (this.#isSilent(name)) continue;
      const ended = model.finish();
      if (ended.length > 0) for (const reader of [...this.#all, ...readers]) reader.ended?.(ended);
      try {
        for (const reader of readers) reader.finish?.();
      } catch (error) {
        this.#note(name, this.#lastSeq, error);
      }
    }
    for (const reader of this.#all) reader.finish?.();
  }

  get sessionNames(): string[] {
    return [...this.#sessions.keys()];
  }

  model(session: string): SessionModel {
    return this.#session(session).model;
  }

  sessionRecord(session: string): SessionRecord | undefined {
    return this.#records.get(session);
  }

  #session(name: string): Session {
    const known = this.#sessions.get(name);
    if (known !== undefined) return known;
    const model = new SessionModel(name, this.#keptSettled);
    const session = { model, readers: this.#each(model, name) };
    this.#sessions.set(name, session);
    return session;
  }
}

/** The session of a record; undefined for a bookmark and for the end of the recording. */
function sessionOf(record: KnownRecord): string | undefined {
  if (record.type === 'end') return undefined;
  if (record.type !== 'mark') return record.session;
  // A mark on a changed answer concerns its session; other marks affect nothing.
  return record.changed !== undefined && typeof record.session === 'string' ? record.session : undefined;
}
