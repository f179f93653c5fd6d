import type { SessionEnding } from '../../app/analysis/session-ending.ts';
import type { Finding } from '../../app/findings/finding.ts';
import type { VocabularyGuess, VocabularyLayers } from '../../app/fingerprints/vocabulary-guess.ts';
import { StringPool } from '../../app/frame/growing-column.ts';
import type { Header, SessionRecord } from '../../app/frame/record.ts';
import type { Row, RowPatch, RowSink } from '../../app/frame/row.ts';
import { buffersOf, RowBuffer, type RowColumns } from '../../app/frame/row-columns.ts';
import type { FormatName } from '../../app/recording/import/formats.ts';
import type { LineProblem } from '../../app/recording/recording-reader.ts';
import type { Counts } from '../../app/session/exchange.ts';
import type { Peers } from '../../app/session/session-facts.ts';
import type { PlaceColumns } from './record-index.ts';

/** A part of a file that was read, as it travels from the worker. */
export type LoadedChunk = {
  readonly about: ReadSoFar;
  readonly rows: RowColumns;
  /** What the pool of the rows' strings has beyond that of the chunk before. */
  readonly strings: readonly string[];
  /** Changes of rows of earlier chunks, by seq. */
  readonly patches: readonly (readonly [number, RowPatch])[];
  readonly places: Places;
  /** Findings of one session, after those that came before; they come after every row. */
  readonly findings?: SomeFindings;
};

/** Where records lie: for each its seq, its offset and length in bytes, and its session's number or {@link EVERY_SESSION}. */
export type Places = PlaceColumns & { readonly length: number; readonly owner: Uint16Array };

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

/** The session number of a record that belongs to no single session, such as a mark; above every other. */
export const EVERY_SESSION = 0xffff;

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
  readonly #pool: StringPool;
  readonly #rows: RowBuffer;
  readonly #patches: [number, RowPatch][] = [];
  readonly #places: Omit<Places, 'length'>;
  #length = 0;

  /** `pool` numbers the strings of the rows; `room` is how many records are gathered at most. */
  constructor(pool: StringPool, room: number) {
    this.#pool = pool;
    this.#rows = new RowBuffer(pool, room);
    const memory = new ArrayBuffer(room * (3 * 8 + 2));
    this.#places = {
      seq: new Float64Array(memory, 0, room),
      offset: new Float64Array(memory, room * 8, room),
      bytes: new Float64Array(memory, room * 16, room),
      owner: new Uint16Array(memory, room * 24, room),
    };
  }

  /** How many records are gathered. */
  get length(): number {
    return this.#length;
  }

  add(row: Row): void {
    this.#rows.add(row);
  }

  patch(seq: number, patch: RowPatch): void {
    if (!this.#rows.tryPatch(seq, patch)) this.#patches.push([seq, patch]);
  }

  place(seq: number, offset: number, bytes: number, owner: number): void {
    const places = this.#places;
    places.seq[this.#length] = seq;
    places.offset[this.#length] = offset;
    places.bytes[this.#length] = bytes;
    places.owner[this.#length] = owner;
    this.#length += 1;
  }

  /** What was gathered; `strings` is how many of the pool's strings the taker has. */
  take(about: ReadSoFar, strings: number): LoadedChunk {
    return {
      about,
      rows: this.#rows.take(),
      strings: this.#pool.since(strings),
      patches: this.#patches,
      places: { ...this.#places, length: this.#length },
    };
  }
}

/** A chunk without rows. */
export function emptyChunk(about: ReadSoFar): LoadedChunk {
  return new ChunkBuffer(new StringPool(), 0).take(about, 0);
}

/** The buffers of a chunk, which change threads with it. */
export function chunkBuffers({ rows, places }: LoadedChunk): ArrayBuffer[] {
  return [...buffersOf(rows), places.seq.buffer] as ArrayBuffer[];
}
