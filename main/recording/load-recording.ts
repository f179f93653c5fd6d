import { ok, type Result } from '../../app/base/result.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import { NO_HEADER } from '../../app/recording/recording-reader.ts';
import { LogAnalyser } from '../../app/report/log-analyser.ts';
import {
  ChunkBuffer,
  EVERY_SESSION,
  type LoadedChunk,
  type LoadedEnd,
  type ReadSoFar,
} from './loaded-chunk.ts';
import { type RecordPlace, streamRecords } from './record-stream.ts';

export type LoadOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Takes each chunk; reading goes on when the promise is fulfilled. */
  readonly onChunk: (chunk: LoadedChunk) => Promise<void> | void;
};

type Read = Omit<ReadSoFar, 'sessions'>;

const CHUNK_RECORDS = 5000;

/** Reads a recording and derives its rows, in chunks. Fails with a sentence that names the file. */
export async function loadRecording(path: string, options: LoadOptions): Promise<Result<LoadedEnd>> {
  const load = new Load();
  let read = { file: path, header: NO_HEADER, bytesRead: 0, bytesTotal: 0 };
  const reader = await streamRecords(path, {
    signal: options.signal,
    onRecord: (record, place) => load.take(record, place),
    onPiece: async (bytesRead, bytesTotal, header) => {
      read = { file: path, header, bytesRead, bytesTotal };
      for (const chunk of load.full(read)) await options.onChunk(chunk);
    },
  });
  if (!reader.ok) return reader;
  await options.onChunk(load.rest(read));
  const { header, problems } = reader.value;
  const { lastSeq, lastAt, ended } = load;
  const own = { file: path, format: 'tierscope', notes: [], bytes: read.bytesTotal } as const;
  return ok({ ...own, header, problems, sessions: load.sessions(), lastSeq, lastAt, ended });
}

/** One reading of one file. */
class Load {
  lastSeq = 0;
  lastAt = 0;
  ended = false;
  #buffer = new ChunkBuffer();
  readonly #full: ChunkBuffer[] = [];
  readonly #analyser = new LogAnalyser({
    add: (row) => this.#buffer.add(row),
    patch: (seq, patch) => this.#buffer.patch(seq, patch),
  });
  readonly #numbers = new Map<string, number>();

  take(record: KnownRecord, place: RecordPlace): void {
    this.#analyser.take(record);
    this.lastSeq = record.seq;
    this.lastAt = Math.max(this.lastAt, record.at);
    this.ended = record.type === 'end';
    const common = record.type === 'mark' || record.type === 'end';
    const number = common ? EVERY_SESSION : this.#number(record.session);
    this.#buffer.place(record.seq, place.offset, place.length, number);
    if (this.#buffer.length < CHUNK_RECORDS) return;
    this.#full.push(this.#buffer);
    this.#buffer = new ChunkBuffer();
  }

  /** The chunks that are full by now. */
  full(read: Read): LoadedChunk[] {
    const full = this.#full.splice(0);
    if (full.length === 0) return [];
    const about = this.#about(read);
    return full.map((buffer) => buffer.take(about));
  }

  /** The last chunk, with what only the end of the file shows. */
  rest(read: Read): LoadedChunk {
    this.#analyser.finish();
    return this.#buffer.take(this.#about(read));
  }

  sessions(): LoadedEnd['sessions'] {
    return this.#names.map((name) => {
      const { record, peers, ending, fingerprints, counts, dropped, findings } = this.#analyser.session(name);
      const { guesses, layers } = fingerprints;
      const vocabulary = { guesses, layers };
      return { name, record, facts: peers, ending, vocabulary, counts: { ...counts }, dropped, findings };
    });
  }

  #about(read: Read): ReadSoFar {
    const sessions = this.#names.map((name) => {
      const { record, counts, dropped } = this.#analyser.session(name);
      return { name, record, counts: { ...counts }, dropped };
    });
    return { ...read, sessions };
  }

  get #names(): string[] {
    return [...this.#numbers.keys()];
  }

  #number(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(name, number);
    return number;
  }
}
