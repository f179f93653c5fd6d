import type { Finding } from '../../app/findings/finding.ts';
import type { VocabularyGuess, VocabularyLayers } from '../../app/fingerprints/vocabulary-guess.ts';
import type { Header, SessionRecord } from '../../app/frame/record.ts';
import { encodeRow, type Row, type RowPatch, type RowSink, type RowTuple } from '../../app/frame/row.ts';
import type { FormatName } from '../../app/recording/import/formats.ts';
import type { LineProblem } from '../../app/recording/recording-reader.ts';
import type { Counts } from '../../app/session/exchange.ts';
import type { SessionEnding } from '../../app/session/session-ending.ts';
import type { Peers } from '../../app/session/session-facts.ts';

/** A part of a file that was read, as it travels from the worker. */
export type LoadedChunk = {
  readonly about: ReadSoFar;
  readonly rows: readonly RowTuple[];
  /** Changes of rows of earlier chunks, by seq. */
  readonly patches: readonly (readonly [number, RowPatch])[];
  /** For each record its seq, its offset and length in bytes, and its session's number or {@link EVERY_SESSION}. */
  readonly places: Float64Array;
  /** Findings of one session, after those that came before; they come after every row. */
  readonly findings?: SomeFindings;
};

type SomeFindings = { readonly session: string; readonly findings: readonly Finding[] };

/** What is known of a file while it is being read. */
export type ReadSoFar = {
  /** The file that the records are read from: of another tool's file its copy. */
  readonly file: string;
  readonly header: Header;
  /** The file's sessions so far, in order. */
  readonly sessions: readonly SessionSoFar[];
  readonly bytesRead: number;
  readonly bytesTotal: number;
};

export type SessionSoFar = Pick<LoadedSession, 'name' | 'record' | 'counts' | 'dropped'>;

/** The session number of a record that belongs to no single session, such as a mark. */
export const EVERY_SESSION = -1;

export const NUMBERS_OF_A_PLACE = 4;

export type LoadedSession = {
  readonly name: string;
  readonly record: SessionRecord | undefined;
  readonly facts: Peers;
  readonly ending: SessionEnding;
  readonly vocabulary: { readonly guesses: readonly VocabularyGuess[]; readonly layers: VocabularyLayers };
  readonly counts: Counts;
  /** How many records the recorder had to drop. */
  readonly dropped: number;
  /** One sentence: which defect of this app ended the judging of the session; empty for none. */
  readonly fault: string;
};

/** What is known when the whole file was read. */
export type LoadedEnd = {
  /** The file that the records are read from: of another tool's file its copy. */
  readonly file: string;
  readonly format: FormatName;
  /** What the format cannot tell, as whole sentences. */
  readonly notes: readonly string[];
  readonly lastSeq: number;
  /** The latest `at`, in milliseconds. */
  readonly lastAt: number;
  /** True where an `end` record came last. */
  readonly ended: boolean;
  /** The file's size in bytes when it was read. */
  readonly bytes: number;
  readonly header: Header;
  readonly problems: readonly LineProblem[];
  readonly sessions: readonly LoadedSession[];
};

/** Gathers rows and places until they are taken as one chunk. */
export class ChunkBuffer implements RowSink {
  #rows: Row[] = [];
  readonly #bySeq = new Map<number, number>();
  #patches: [number, RowPatch][] = [];
  #places: number[] = [];

  /** How many records are gathered. */
  get length(): number {
    return this.#places.length / NUMBERS_OF_A_PLACE;
  }

  add(row: Row): void {
    this.#bySeq.set(row.seq, this.#rows.length);
    this.#rows.push(row);
  }

  patch(seq: number, patch: RowPatch): void {
    const index = this.#bySeq.get(seq);
    const row = index === undefined ? undefined : this.#rows[index];
    if (index === undefined || row === undefined) this.#patches.push([seq, patch]);
    else this.#rows[index] = { ...row, ...patch };
  }

  place(seq: number, offset: number, length: number, session: number): void {
    this.#places.push(seq, offset, length, session);
  }

  take(about: ReadSoFar): LoadedChunk {
    const chunk = {
      about,
      rows: this.#rows.map(encodeRow),
      patches: this.#patches,
      places: Float64Array.from(this.#places),
    };
    this.#rows = [];
    this.#bySeq.clear();
    this.#patches = [];
    this.#places = [];
    return chunk;
  }
}
