import { isAscii, isUtf8 } from 'node:buffer';
import { stat } from 'node:fs/promises';
import { LogAnalyzer } from '../../app/analysis/log-analyzer.ts';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { Header, KnownRecord } from '../../app/frame/record.ts';
import type { RowSink } from '../../app/frame/row.ts';
import { MAX_RECORD_BYTES, NO_HEADER, RecordingReader } from '../../app/recording/recording-reader.ts';
import type { ProjectSettings } from '../../app/session/project/project-file.ts';
import { type Line, LineSplitter } from '../../app/wire/line-splitter.ts';
import { fileFailure } from '../system/file-failure.ts';
import { refuse, streamRegular } from '../system/regular-file.ts';
import {
  ChunkBuffer,
  emptyChunk,
  type LoadedChunk,
  type LoadedEnd,
  peerFacts,
  type ReadSoFar,
} from './loaded-chunk.ts';
import { packedBlocks } from './packed-failures.ts';

export type LoadOptions = {
  readonly chunkRecords?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly project?: ProjectSettings | undefined;
  /** Called with each chunk; reading continues when the promise is fulfilled. */
  readonly onChunk: (chunk: LoadedChunk) => Promise<void> | void;
};

type Read = Omit<ReadSoFar, 'sessions'>;

/** Several chunks reach the host in one turn of its event loop, so each must be quick to process. */
const CHUNK_RECORDS = 2000;
const CHUNK_FINDINGS = 2000;
/** Late messages about a call, or a second answer, come soon or not at all: this many calls stay in memory. */
const KEPT_SETTLED = 2000;
/** Each session has its own log, table and findings: more than anybody views, few enough to hold. */
export const MAX_SESSIONS = 1000;

/** Reads a recording and derives its rows, in chunks. Fails with a sentence that names the file. */
export async function loadRecording(path: string, options: LoadOptions): Promise<Result<LoadedEnd>> {
  const load = new Load(options.chunkRecords ?? CHUNK_RECORDS, options.project);
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
  for (const chunk of load.found(read)) await options.onChunk(chunk);
  const { header } = reader.value;
  const { lastSeq, lastAt, ended, leftOut } = load;
  const problems =
    leftOut === '' ? reader.value.problems : [{ line: 0, message: leftOut }, ...reader.value.problems];
  const own = { file: path, format: 'tierscope', notes: [], bytes: read.bytesTotal } as const;
  return ok({ ...own, header, problems, sessions: load.sessions(), lastSeq, lastAt, ended });
}

class Load {
  lastSeq = 0;
  lastAt = 0;
  ended = false;
  readonly #chunkRecords: number;
  #buffer = new ChunkBuffer();
  readonly #full: ChunkBuffer[] = [];
  readonly #analyzer: LogAnalyzer;
  readonly #names = new Set<string>();
  #recordsLeftOut = 0;
  #handedOver = false;

  constructor(chunkRecords: number, project: ProjectSettings | undefined) {
    this.#chunkRecords = chunkRecords;
    const sink: RowSink = {
      add: (row) => this.#buffer.add(row),
      patch: (seq, patch, session) => this.#buffer.patch(seq, patch, session),
    };
    this.#analyzer = new LogAnalyzer(sink, { guarded: true, keptSettled: KEPT_SETTLED, project });
  }

  take(record: KnownRecord, place: RecordPlace): void {
    this.lastSeq = record.seq;
    this.lastAt = Math.max(this.lastAt, record.at);
    this.ended = record.type === 'end';
    const session = record.type === 'mark' || record.type === 'end' ? undefined : record.session;
    if (session !== undefined && !this.#knows(session)) {
      this.#recordsLeftOut += 1;
      return;
    }
    this.#analyzer.take(record);
    this.#buffer.place(record.seq, place.offset, place.length, session);
    if (this.#buffer.length >= this.#chunkRecords) this.#turn();
  }

  #turn(): void {
    this.#full.push(this.#buffer);
    this.#buffer = new ChunkBuffer();
  }

  /** The part of the file that is not shown, as one sentence; empty if all is. */
  get leftOut(): string {
    const count = this.#recordsLeftOut;
    if (count === 0) return '';
    const records = count === 1 ? '1 record of a later one was' : `${count} records of later ones were`;
    return `The file has more than ${MAX_SESSIONS} sessions: the first ${MAX_SESSIONS} are shown, and ${records} left out. "tierscope report" reads them all.`;
  }

  /** The full chunks, and in any case the first one. */
  full(read: Read): LoadedChunk[] {
    // The first rows need not wait for more.
    if (!this.#handedOver && this.#buffer.length > 0) {
      this.#handedOver = true;
      this.#turn();
    }
    const full = this.#full.splice(0);
    if (full.length === 0) return [];
    const about = this.#about(read);
    return full.map((buffer) => buffer.take(about));
  }

  /** The last chunk, with what only the end of the file shows. */
  rest(read: Read): LoadedChunk {
    this.#analyzer.finish();
    return this.#buffer.take(this.#about(read));
  }

  /** The findings of each session, once the file is read. */
  *found(read: Read): Generator<LoadedChunk> {
    const about = this.#about(read);
    for (const session of this.#names) {
      const analysis = this.#analyzer.session(session);
      const { findings, hostFindings } = analysis;
      const failures = packedBlocks(analysis.failures());
      const most = Math.max(findings.length, hostFindings.length, failures.length);
      for (let from = 0; from < most; from += CHUNK_FINDINGS) {
        const some = <Item>(items: readonly Item[]) => items.slice(from, from + CHUNK_FINDINGS);
        const found = {
          findings: some(findings),
          hostFindings: some(hostFindings),
          failures: some(failures),
        };
        yield { ...emptyChunk(about), found: { session, ...found } };
      }
    }
  }

  sessions(): LoadedEnd['sessions'] {
    return Array.from(this.#names, (name) => {
      const analysis = this.#analyzer.session(name);
      const { record, ending, counts, dropped, errorsCutAt } = analysis;
      const facts = peerFacts(analysis);
      return { name, record, facts, ending, counts: { ...counts }, dropped, errorsCutAt };
    });
  }

  #about(read: Read): ReadSoFar {
    const sessions = Array.from(this.#names, (name) => {
      const { record, counts, dropped } = this.#analyzer.session(name);
      return { name, record, counts: { ...counts }, dropped };
    });
    return { ...read, sessions };
  }

  /** False for a session beyond the limit. */
  #knows(name: string): boolean {
    if (this.#names.size < MAX_SESSIONS) this.#names.add(name);
    return this.#names.has(name);
  }
}

export type RecordStreamOptions = {
  readonly signal?: AbortSignal | undefined;
  readonly onRecord: (record: KnownRecord, place: RecordPlace, from: RecordingReader) => void;
  readonly onPiece?:
    | ((bytesRead: number, bytesTotal: number, header: Header) => Promise<void> | void)
    | undefined;
};

const PIECE_BYTES = 1024 * 1024;
const FIRST_BYTES = 64 * 1024;

/** Reads a recording to its last line; returns the reader with header and problems. Fails with a sentence. */
export async function streamRecords(
  path: string,
  options: RecordStreamOptions,
): Promise<Result<RecordingReader>> {
  try {
    const found = await stat(path);
    refuse(found);
    const reader = await readFileLines(path, found.size, options);
    return reader.refusal === '' ? ok(reader) : err(`${path} cannot be opened. ${reader.refusal}`);
  } catch (error) {
    if (options.signal?.aborted === true) return err(`Opening ${path} was cancelled.`);
    return err(`${path} cannot be opened: ${fileFailure(error)}.`);
  }
}

async function readFileLines(
  path: string,
  bytesTotal: number,
  { signal, onRecord, onPiece }: RecordStreamOptions,
): Promise<RecordingReader> {
  const reader = new RecordingReader();
  const lines = new RecordLines(reader, (record, place) => onRecord(record, place, reader));
  let bytesRead = 0;
  for await (const piece of await streamRegular(path, { highWaterMark: PIECE_BYTES, signal })) {
    if (!Buffer.isBuffer(piece)) throw new Error('a file stream that gives no bytes');
    // Shows the first rows before most of the first piece is read.
    const early = bytesRead === 0 ? FIRST_BYTES : piece.length;
    for (const part of [piece.subarray(0, early), piece.subarray(early)]) {
      lines.push(part);
      if (reader.refusal !== '') return reader;
      bytesRead += part.length;
      if (part.length > 0) await onPiece?.(bytesRead, bytesTotal, reader.header);
    }
  }
  lines.end();
  reader.end();
  return reader;
}

/** A record's place in its file: bytes without the line feed, and the line number from 1. */
export type RecordPlace = { readonly offset: number; readonly length: number; readonly line: number };

const LINE_FEED = 0x0a;

/** Splits the pieces of a recording into lines, and passes on each record with its place. */
export class RecordLines {
  readonly #reader: RecordingReader;
  readonly #onRecord: (record: KnownRecord, place: RecordPlace) => void;
  /** Holds the end of a piece until its line is complete. */
  readonly #splitter = new LineSplitter(MAX_RECORD_BYTES);
  #offset = 0;

  constructor(reader: RecordingReader, onRecord: (record: KnownRecord, place: RecordPlace) => void) {
    this.#reader = reader;
    this.#onRecord = onRecord;
  }

  /** Reads the next piece, which must not change afterwards. Stops at a line that the reader refuses. */
  push(piece: Buffer): void {
    const start = this.#splitter.pendingBytes === 0 ? 0 : piece.indexOf(LINE_FEED) + 1;
    const end = piece.lastIndexOf(LINE_FEED) + 1;
    if (start > 0) for (const line of this.#splitter.push(piece.subarray(0, start))) this.#line(line, true);
    if (end > start) this.#whole(piece.subarray(start, end));
    for (const line of this.#splitter.push(piece.subarray(end))) this.#line(line, true);
  }

  end(): void {
    const rest = this.#splitter.flush();
    if (rest !== undefined) this.#line(rest, false);
  }

  /** Decodes whole lines at once, in a tenth of the time that they take one by one. */
  #whole(bytes: Buffer): void {
    if (isAscii(bytes)) this.#ascii(bytes.toString('latin1'));
    else if (isUtf8(bytes)) this.#utf8(bytes);
    else for (const line of new LineSplitter(MAX_RECORD_BYTES).push(bytes)) this.#line(line, true);
  }

  #ascii(text: string): void {
    for (let start = 0; start < text.length && this.#reader.refusal === ''; ) {
      const end = text.indexOf('\n', start);
      this.#record(this.#reader.readWithin(text, start, end), end - start);
      start = end + 1;
    }
  }

  /** Places are counted in bytes, so each line is decoded separately. */
  #utf8(bytes: Buffer): void {
    for (let start = 0; start < bytes.length && this.#reader.refusal === ''; ) {
      const end = bytes.indexOf(LINE_FEED, start);
      const text = bytes.toString('utf8', start, end);
      this.#record(this.#reader.readWithin(text, 0, text.length), end - start);
      start = end + 1;
    }
  }

  #line(line: Line, whole: boolean): void {
    if (this.#reader.refusal !== '') return;
    const length = line.bytes.length;
    this.#record(this.#reader.read(line, whole), length);
    this.#offset += line.truncatedBytes;
  }

  #record(record: KnownRecord | undefined, length: number): void {
    if (record !== undefined)
      this.#onRecord(record, { offset: this.#offset, length, line: this.#reader.line });
    this.#offset += length + 1;
  }
}
