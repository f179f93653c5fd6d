import { rm } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { crc32 } from 'node:zlib';
import { type KnownRecord, NOT_TAKEN } from '../../app/frame/record.ts';
import {
  type EncodedText,
  encodeAround,
  encodeHeader,
  encodeInPieces,
} from '../../app/recording/encode-record.ts';
import type { DeliveredRecord, LinePart } from '../../app/recording/long-record.ts';
import { FORMAT_VERSION, readLine } from '../../app/recording/read-line.ts';
import { fileFailure, writeFailure } from '../system/file-failure.ts';
import { FreshRecords, type HeldLine, HeldLines } from './held-lines.ts';
import { type LineReading, MAX_PAGE_BYTES, readPlaces } from './record-index.ts';
import { longOf, partOf, type RecordStore, readFor } from './record-store.ts';
import { freshFile } from './recording-file.ts';
import { HarmWatch, openRecordingSink, type RecordingSink } from './recording-sink.ts';
import { type Growing, isWhole, salvage, WrittenIndex } from './salvage.ts';

export type RecorderOptions = {
  /** The path of the new file; an existing file is a fault. */
  readonly file: string;
  /** ISO 8601, UTC: the origin of the records' `at`. */
  readonly startedAt: string;
  readonly app: { readonly name: string; readonly version: string };
  /** Called with why the disk accepts no records, as one sentence; empty when it does again. */
  readonly onFault: (fault: string) => void;
  /** Called with the number of lost records and why, once a `dropped` record can be written again. */
  readonly onDropped: (count: number, reason: string) => void;
  /** Called with a sentence that another program damaged the file, and which new file continues the recording. */
  readonly onMoved: (sentence: string) => void;
  /** Milliseconds since `startedAt`, for the `end` record. */
  readonly now?: () => number;
  readonly timers?: RecorderTimers;
  readonly openSink?: (file: string) => Promise<RecordingSink>;
};

/** Runs something once after some milliseconds; the returned function cancels it. */
type RecorderTimers = (run: () => void, milliseconds: number) => () => void;

/** A killed app loses what waits here: well below its limit of 100 ms, even on a busy machine. */
const FLUSH_MS = 25;
const RETRY_MS = 1000;
/** How long after a write a renamed or deleted file is noticed at the latest. */
const LOOK_MS = 1000;
const FLUSH_BYTES = 1024 * 1024;
/** How much is buffered for a disk that accepts nothing, in addition to the longest line. */
export const MAX_HELD_BYTES = 64 * 1024 * 1024;
/** After this many damaged files in one session, a new one is pointless. */
export const MAX_FRESH_FILES = 5;

/** Starts the recording of a live session; the file is created in the background. */
export function createRecorder(options: RecorderOptions): RecordStore {
  return new Recorder(options);
}

class Recorder implements RecordStore {
  readonly #options: RecorderOptions;
  readonly #now: () => number;
  readonly #timers: RecorderTimers;
  readonly #header: string;
  readonly #held = new HeldLines();
  #file: string;
  #index = new WrittenIndex();
  #sink: RecordingSink | undefined;
  #watch: HarmWatch | undefined;
  #endOffset = 0;
  #last = { seq: 0, at: 0 };
  readonly #fresh = new FreshRecords();
  #fault = '';
  #reason = '';
  #givenUp = '';
  #freshFiles = 0;
  /** True if the next flush checks whether the file still has its name. */
  #look = false;
  #cancelLook: (() => void) | undefined;
  #dropped = 0;
  #cancelTimer: (() => void) | undefined;
  #flushing: Promise<unknown> | undefined;
  #ended = false;
  #closing: Promise<void> | undefined;

  constructor(options: RecorderOptions) {
    this.#options = options;
    const started = performance.now();
    this.#now = options.now ?? (() => performance.now() - started);
    this.#timers = options.timers ?? afterMilliseconds;
    const { startedAt, app, file } = options;
    const version = FORMAT_VERSION;
    this.#file = file;
    const redaction = 'none';
    this.#header = encodeHeader({ type: 'header', format: 'tierscope', version, startedAt, app, redaction });
    this.#endOffset = this.#held.add([this.#header]).length;
    void this.#flush();
  }

  get file(): string {
    return this.#file;
  }

  get fault(): string {
    return this.#fault;
  }

  get places(): WrittenIndex {
    this.#encode();
    return this.#index;
  }

  append(record: KnownRecord, text?: EncodedText): void {
    if (this.#ended) {
      this.#setFault(`Records that came after the end of the recording ${this.file} are not saved.`);
      return;
    }
    this.#fresh.push(record, text);
    this.#last = record;
    if (this.#fresh.isMuch) this.#encode();
    this.#schedule();
  }

  /** Encodes appended records: many at once, and not while a call waits for its next step. */
  #encode(): void {
    for (const { record, text } of this.#fresh.take()) {
      if (this.#held.bytes - this.#held.longest > MAX_HELD_BYTES) this.#dropped += 1;
      else this.#holdRecord(record, text);
    }
  }

  #holdRecord(record: KnownRecord, text: EncodedText | undefined): void {
    const offset = this.#endOffset;
    if (record.type === 'frame' && text !== undefined) {
      const pieces = encodeAround(record, text);
      const length = totalLength(pieces);
      this.#held.addLong({ pieces, record }, length + 1);
      this.#endOffset += length + 1;
      this.#index.add(record.seq, offset, length);
    } else {
      const line = this.#held.add(encodeInPieces(record));
      this.#endOffset += line.length;
      this.#index.add(record.seq, offset, line.length - 1, crc32(line.subarray(0, -1)));
    }
  }

  readRecords(first: number, last: number, limit: number): Promise<KnownRecord[]> {
    return this.#read(first, last, limit, { upgrades: [] });
  }

  async handRecords(first: number, last: number, limit: number): Promise<DeliveredRecord[]> {
    this.#encode();
    // A long line is read in parts once it is on disk; it is on its way.
    if (this.#held.holdsLong) await this.settle();
    return this.#read(first, last, limit, { upgrades: [], ofLong: longOf(FORMAT_VERSION) });
  }

  async #read<Long>(
    first: number,
    last: number,
    limit: number,
    reading: LineReading<Long>,
  ): Promise<(KnownRecord | Long)[]> {
    this.#encode();
    const range = this.#index.range(first, last, limit, MAX_PAGE_BYTES);
    // Line 0 is the header; takes the lines in memory before any await, in which their memory may be used again.
    const onDisk = Math.min(range.to, Math.max(range.from, this.#held.left - 1));
    const held = this.#held.slice(onDisk + 1, range.to + 1).map(recordOf);
    const written = { from: range.from, to: onDisk };
    const read = await readFor(this.file, () => readPlaces(this.file, this.#index, written, reading));
    return [...read, ...held];
  }

  readPart(seq: number, from: number): Promise<LinePart> {
    this.#encode();
    return partOf(this.file, this.#index, seq, from);
  }

  settle(): Promise<void> {
    this.#encode();
    return this.#held.count === 0 ? Promise.resolve() : this.#flush();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    // The first flush may report lost records or a new file, which must precede the end.
    this.#look = true;
    await this.#flush();
    this.append({ type: 'end', seq: this.#last.seq + 1, at: Math.max(this.#last.at, this.#now()) });
    this.#ended = true;
    await this.#flush();
    this.#stopTimer();
    this.#cancelLook?.();
    try {
      await this.#sink?.close();
    } catch (error) {
      this.#setFault(`The recording ${this.file} may be incomplete: ${fileFailure(error)}.`);
    }
    this.#sink = undefined;
    if (this.#held.count > 0) {
      this.#setFault(`${this.#unwritten()} Its last ${this.#held.count + this.#dropped} records are lost.`);
    }
  }

  #schedule(): void {
    if (this.#flushing !== undefined) return;
    if (this.#held.bytes >= FLUSH_BYTES && this.#fault === '') void this.#flush();
    else this.#cancelTimer ??= this.#timers(() => void this.#flush(), FLUSH_MS);
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  async #flush(): Promise<void> {
    while (this.#flushing !== undefined) await this.#flushing;
    this.#stopTimer();
    const writing = this.#write();
    this.#flushing = writing;
    const failure = await writing;
    this.#flushing = undefined;
    if (failure !== undefined) {
      this.#failed(failure.reason);
      return;
    }
    this.#recovered();
    if (this.#held.count + this.#fresh.count > 0) this.#schedule();
  }

  async #write(): Promise<{ readonly reason: string } | undefined> {
    this.#encode();
    try {
      this.#sink ??= await (this.#options.openSink ?? openRecordingSink)(this.file);
      this.#watch ??= new HarmWatch(this.#sink);
      await this.#tend(this.#sink, this.#watch);
      this.#encode();
      const until = this.#held.left + this.#held.count;
      // Later records wait for the next flush: many small writes would cost more than one.
      while (this.#held.left < until) {
        const bytes = await this.#sink.write(this.#held.next());
        const sum = this.#held.wrote(bytes);
        // Line 0 is the header.
        if (sum !== undefined) this.#index.setSum(this.#held.left - 2, sum);
        await this.#watch.wrote(bytes);
      }
      this.#lookLater();
      return undefined;
    } catch (error) {
      return { reason: writeFailure(error, this.file) };
    }
  }

  /** Checks what other programs did to the file; a damaged one is replaced with a new one next to it. */
  async #tend(sink: RecordingSink, watch: HarmWatch): Promise<void> {
    if (this.#givenUp !== '') return;
    const header = Buffer.from(`${this.#header}\n`);
    const growing = { sink, header, index: this.#index, onDisk: Math.max(0, this.#held.left - 1) };
    const harm = await watch.harm(this.#look, () => isWhole(growing));
    if (harm === undefined) {
      this.#look = false;
      return;
    }
    const harmed = `The recording ${this.file} was ${harm} by another program`;
    if (this.#freshFiles >= MAX_FRESH_FILES) {
      this.#givenUp = `${harmed} again: this session is not saved.`;
      return;
    }
    // Until the new file exists, every flush checks again.
    this.#look = true;
    const lost = await this.#moveOn(growing);
    this.#look = false;
    const count = lost === 1 ? 'one record is lost' : `${lost} records are lost`;
    const all = lost === 0 ? 'all records so far' : `what is unchanged; ${count}`;
    const sentence = `${harmed}. The session goes on in ${this.file}, which begins with ${all}.`;
    if (this.#ended) {
      this.#givenUp = sentence;
      return;
    }
    this.#options.onMoved(sentence);
    if (lost > 0) this.#options.onDropped(lost, `the recording was ${harm} by another program`);
  }

  /** Continues in a new file that begins with the rest of this one; returns how many records were lost. */
  async #moveOn(growing: Growing): Promise<number> {
    const file = freshFile(this.#options.file);
    const sink = await (this.#options.openSink ?? openRecordingSink)(file);
    const watch = new HarmWatch(sink);
    try {
      const write = (bytes: Uint8Array) => writeWhole(sink, watch, bytes);
      const { header } = growing;
      // A header still in memory is written with what follows it.
      if (this.#held.left > 0) await write(header);
      const left = await salvage(growing, header.length, write);
      // Records that arrived meanwhile and those in the queue follow.
      for (let position = growing.onDisk; position < this.#index.length; position += 1) {
        const length = this.#index.lengthAt(position);
        const [seq, sum] = [this.#index.seqAt(position), this.#index.sumAt(position)];
        left.index.add(seq, left.endOffset, length, sum);
        left.endOffset += length + 1;
      }
      this.#index = left.index;
      this.#endOffset = left.endOffset;
      this.#held.restart(left.lost);
      [this.#file, this.#sink, this.#watch] = [file, sink, watch];
      this.#freshFiles += 1;
      await growing.sink.close().catch(() => undefined);
      return left.lost;
    } catch (error) {
      await sink.close().catch(() => undefined);
      await rm(file, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** Not with every write: checking costs as much as writing. */
  #lookLater(): void {
    this.#cancelLook ??= this.#timers(() => {
      this.#cancelLook = undefined;
      this.#look = true;
      void this.#flush();
    }, LOOK_MS);
  }

  #recovered(): void {
    this.#setFault(this.#givenUp);
    if (this.#dropped === 0 || this.#ended) return;
    const count = this.#dropped;
    this.#dropped = 0;
    this.#options.onDropped(count, NOT_TAKEN);
  }

  #failed(reason: string): void {
    this.#reason = reason;
    const lost = this.#dropped === 0 ? 'The records are kept in memory' : `${this.#dropped} records are lost`;
    this.#setFault(`${this.#unwritten()} ${lost}, and the app tries again every second.`);
    if (!this.#ended) this.#cancelTimer ??= this.#timers(() => void this.#flush(), RETRY_MS);
  }

  #unwritten(): string {
    return `The recording cannot be written to ${this.file}: ${this.#reason}.`;
  }

  #setFault(fault: string): void {
    if (fault === this.#fault) return;
    this.#fault = fault;
    this.#options.onFault(fault);
  }
}

async function writeWhole(sink: RecordingSink, watch: HarmWatch, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const written = await sink.write(bytes.subarray(done));
    await watch.wrote(written);
    done += written;
  }
}

function totalLength(pieces: EncodedText): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

function recordOf(line: HeldLine): KnownRecord {
  if ('pieces' in line) return line.record;
  const text = Buffer.from(line.buffer, line.byteOffset, line.length - 1).toString();
  const read = readLine(text);
  if (read.kind !== 'record') throw new Error(`a record that cannot be read back: ${text.slice(0, 200)}`);
  return read.record;
}

const afterMilliseconds: RecorderTimers = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};
