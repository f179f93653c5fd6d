import { readIsoTime, writeIsoTime } from '../../base/iso-time.ts';
import { isJsonObject } from '../../base/json-value.ts';
import type { Header, KnownRecord } from '../../frame/record.ts';
import { FORMAT_VERSION } from '../read-line.ts';
import type { LineProblem } from '../recording-reader.ts';
import type { Entry } from './entry.ts';

const LISTED_PROBLEMS = 1000;
const ONLY_SESSION = 's1';
/** Smaller numbers are seconds since 1970, larger ones milliseconds. */
const FIRST_MILLISECONDS = 100_000_000_000;

export class ImportJournal {
  /** The name of a session that the file does not name. */
  readonly label: string;
  readonly #notes = new Set<string>();
  readonly #problems: LineProblem[] = [];
  readonly #sessions = new Set<string>();
  #unlisted = 0;
  #hasRecords = false;
  #startMs: number | undefined;
  #at = 0;
  #seq = -1;

  constructor(label: string) {
    this.label = label;
  }

  /** Notes once what the format cannot hold, as a whole sentence for the window. */
  note(sentence: string): void {
    this.#notes.add(sentence);
  }

  /** Reports an unreadable place; `line` is 1-based, 0 for the whole file. */
  problem(line: number, message: string): void {
    if (this.#problems.length < LISTED_PROBLEMS) this.#problems.push({ line, message });
    else this.#unlisted += 1;
  }

  /** Reads another tool's time: ISO 8601 text, or seconds or milliseconds since 1970 as a number. */
  timeOf(value: unknown): number | undefined {
    if (typeof value === 'number' && Number.isFinite(value)) {
      return value < FIRST_MILLISECONDS ? value * 1000 : value;
    }
    const read = typeof value === 'string' ? readIsoTime(value) : undefined;
    if (read === undefined) {
      this.note('Some entries have no readable time: they are shown at the time of the entry before.');
      return undefined;
    }
    if (!read.zoned)
      this.note('The times in this file name no time zone: they are shown as if they were UTC.');
    return read.epochMs;
  }

  get notes(): readonly string[] {
    return [...this.#notes];
  }

  get problems(): readonly LineProblem[] {
    if (this.#unlisted === 0) return this.#problems;
    return [...this.#problems, { line: 0, message: `${this.#unlisted} more problems are not listed.` }];
  }

  /** The header; complete once the first entry with a time was placed. */
  get header(): Header {
    const startedAt = writeIsoTime(this.#startMs ?? 0);
    return { type: 'header', format: 'tierscope', version: FORMAT_VERSION, startedAt };
  }

  get seq(): number {
    return this.#seq;
  }

  /** True if the entry's session was announced or had a record before. */
  knows(entry: Entry): boolean {
    return this.#sessions.has(sessionName(entry));
  }

  /** Assigns this `seq` to the entry, preceded by the announcement of a new session if a number is free. */
  place(entry: Entry, seq = this.#seq + 1): KnownRecord[] {
    const { body } = entry;
    const at = this.#time(entry.epochMs);
    const session = sessionName(entry);
    if (body.type === 'mark') {
      // A line without a session, in a file that names sessions, starts none.
      if (entry.session !== '') return this.#announced(session, seq, at, { ...body, seq, at });
      this.#seq = seq;
      return [{ ...body, seq, at }];
    }
    if (body.type === 'session') {
      this.#sessions.add(session);
      this.#seq = seq;
      return [{ ...body, origin: 'import', seq, at, session }];
    }
    this.#hasRecords = true;
    return this.#announced(session, seq, at, { ...body, seq, at, session });
  }

  /** Announces a session that no entry named, so that an empty file shows one too, with what is then said of it. */
  placeLabel({ emptyProblem = '' }: { readonly emptyProblem?: string }): KnownRecord[] {
    if (emptyProblem !== '' && !this.#hasRecords) this.problem(0, emptyProblem);
    if (this.#sessions.size > 0) return [];
    return this.place({ body: { type: 'session', label: this.label } }, this.#seq + 1);
  }

  #announced(session: string, seq: number, at: number, record: KnownRecord): KnownRecord[] {
    const isNew = !this.#sessions.has(session);
    const free = seq - 1 > this.#seq;
    this.#sessions.add(session);
    this.#seq = seq;
    if (!isNew || !free) return [record];
    const label = session === ONLY_SESSION ? this.label : session;
    return [{ type: 'session', seq: seq - 1, at, session, label, origin: 'import' }, record];
  }

  /** Milliseconds since the file's first time, never decreasing. */
  #time(epochMs: number | undefined): number {
    if (epochMs === undefined) return this.#at;
    this.#startMs ??= Math.floor(epochMs);
    const at = Math.round((epochMs - this.#startMs) * 1000) / 1000;
    if (at < this.#at) {
      this.note('Some entries carry a time before the entry above them: they are shown at the later time.');
      return this.#at;
    }
    this.#at = at;
    return at;
  }
}

function sessionName({ session }: Entry): string {
  return session === undefined || session === '' ? ONLY_SESSION : session;
}

/** The header of a recording made from another tool's file, with the notes of its import. */
export function importHeader(header: Header, format: string, notes: readonly string[]): Header {
  return { ...header, import: { format, notes: [...notes] } };
}

/** Reads the import source from a header; undefined for an original recording. */
export function importSource(
  header: Header,
): { readonly format: string; readonly notes: readonly string[] } | undefined {
  const { import: source } = header;
  if (!isJsonObject(source) || typeof source.format !== 'string') return undefined;
  const notes = Array.isArray(source.notes) ? source.notes.filter((note) => typeof note === 'string') : [];
  return { format: source.format, notes };
}
