import { MAX_LEVELS } from '../base/json-value.ts';
import type { Header, KnownRecord } from '../frame/record.ts';
import type { Line } from '../wire/line-splitter.ts';
import { FrameLineScanner } from './frame-line.ts';
import { type RecordLine, readLine, type UpgradeStep } from './read-line.ts';

/** A problem in a file: `line` is 1-based, 0 for the whole file. */
export type LineProblem = { readonly line: number; readonly message: string };

/** The longest line that is read; longer ones become problems. */
export const MAX_RECORD_BYTES = 256 * 1024 * 1024;

const LISTED_PROBLEMS = 1000;
const LINES_TO_RECOGNIZE = 100;
export const NO_RECORDING =
  'This is not a Tierscope recording, and no layout of another tool that Tierscope knows was recognized in it.';
const CUT_OFF = 'The file ends in the middle of this line: it was cut off here, and this record is lost.';
const HEADER_START = '{"type":"header"';

export const NO_HEADER: Header = {
  type: 'header',
  format: 'tierscope',
  version: 1,
  startedAt: '1970-01-01T00:00:00.000Z',
};

const BYTE_ORDER_MARK = 0xfeff;

const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder('utf-8');

/** Reads a recording line by line; a damaged line becomes a problem. Once `refusal` is set, nothing can be read. */
export class RecordingReader {
  readonly #problems: LineProblem[] = [];
  #unlisted = 0;
  #header: Header | undefined;
  #upgrades: readonly UpgradeStep[] = [];
  #recognized = false;
  #refusal = '';
  #line = 0;
  #lastSeq = -1;
  #unknown: KnownRecord | undefined;
  readonly #frames = new FrameLineScanner();

  /** Why the file cannot be read, as one sentence; empty while it can. */
  get refusal(): string {
    return this.#refusal;
  }

  /** The file's header; if damaged or missing, one that counts time from an unknown start. */
  get header(): Header {
    return this.#header ?? NO_HEADER;
  }

  get line(): number {
    return this.#line;
  }

  get problems(): readonly LineProblem[] {
    if (this.#unlisted === 0) return this.#problems;
    return [...this.#problems, { line: 0, message: `${this.#unlisted} more damaged lines are not listed.` }];
  }

  /** The content of the last line if its type is unknown: kept as it is, for a writer of the same format. */
  get unknown(): KnownRecord | undefined {
    return this.#unknown;
  }

  /** Takes the next line; undefined if it has no record. `whole`: false for a last line without its line feed. */
  read(line: Line, whole: boolean): KnownRecord | undefined {
    this.#line += 1;
    this.#unknown = undefined;
    if (line.truncatedBytes > 0) {
      return this.#problem(`This line is longer than ${MAX_RECORD_BYTES} bytes and was left out.`);
    }
    const text = decoded(line.bytes);
    if (text !== undefined) return this.#readText(text, whole);
    this.#recognizeCut(lenient.decode(line.bytes), whole);
    return this.#problem(whole ? 'This line is not UTF-8 text and was left out.' : CUT_OFF);
  }

  /** Like `read`, for a whole line within a larger text: one decoding serves many lines. */
  readWithin(text: string, start: number, end: number): KnownRecord | undefined {
    this.#line += 1;
    this.#unknown = undefined;
    // Nearly every line is a frame that follows the previous one.
    if (this.isCurrent) {
      const frame = this.#frames.scan(text, start, end);
      if (frame !== undefined) return this.#record(frame);
    }
    const from = text.charCodeAt(start) === BYTE_ORDER_MARK ? start + 1 : start;
    return this.#readText(text.slice(from, end), true);
  }

  /** True if records are read without changes: the header is known and requires no upgrade. */
  get isCurrent(): boolean {
    return this.#header !== undefined && this.#upgrades.length === 0;
  }

  /** Counts the next line, known to have a record with this seq, like `read`; false if that record is left out. */
  pass(seq: number): boolean {
    this.#line += 1;
    this.#unknown = undefined;
    return this.#isNext(seq);
  }

  #readText(text: string, whole: boolean): KnownRecord | undefined {
    if (text.trim() === '') return undefined;
    const record = this.#take(readLine(text, this.#upgrades), text, whole);
    if (!this.#recognized && this.#line >= LINES_TO_RECOGNIZE) this.#refusal ||= NO_RECORDING;
    return record;
  }

  end(): void {
    if (this.#recognized || this.#refusal !== '') return;
    if (this.#line === 0) this.#note(0, 'The file is empty: nothing was recorded.');
    else this.#refusal = NO_RECORDING;
  }

  #take(read: RecordLine, text: string, whole: boolean): KnownRecord | undefined {
    if (read.cut !== undefined) this.#note(this.#line, cutSentence(read.cut));
    switch (read.kind) {
      case 'header':
        if (this.#header !== undefined) return this.#problem('This second header was left out.');
        this.#recognized = true;
        this.#header = read.header;
        this.#upgrades = read.upgrades;
        return undefined;
      case 'record':
        return this.#record(read.record);
      case 'unknown':
        // Its fields are whatever a later version gave them.
        this.#unknown = read.value as unknown as KnownRecord;
        return undefined;
      case 'refused':
        this.#refusal = read.message;
        return undefined;
      case 'problem':
        this.#recognizeCut(text, whole);
        return this.#problem(whole ? read.message : CUT_OFF);
    }
  }

  #record(record: KnownRecord): KnownRecord | undefined {
    if (this.#header === undefined) {
      this.#note(this.#line, 'The header is missing or damaged before this line: the start time is unknown.');
      this.#header = NO_HEADER;
      this.#recognized = true;
    }
    return this.#isNext(record.seq) ? record : undefined;
  }

  #isNext(seq: number): boolean {
    const isNext = seq > this.#lastSeq;
    if (isNext) this.#lastSeq = seq;
    else {
      const before = `seq ${this.#lastSeq} came before it`;
      this.#problem(`This record has seq ${seq}, but ${before}, so it was left out.`);
    }
    return isNext;
  }

  /** A file that was cut within its header is still a recording. */
  #recognizeCut(text: string, whole: boolean): void {
    if (!whole && this.#line === 1 && isHeaderStart(text)) this.#recognized = true;
  }

  #problem(message: string): undefined {
    this.#note(this.#line, message);
    return undefined;
  }

  #note(line: number, message: string): void {
    if (this.#problems.length < LISTED_PROBLEMS) this.#problems.push({ line, message });
    else this.#unlisted += 1;
  }
}

function cutSentence(count: number): string {
  const parts = count === 1 ? 'One part of this line lies' : `${count} parts of this line lie`;
  return `${parts} deeper than ${MAX_LEVELS} levels, and the rest of the line was read without what is there.`;
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Other programs put spaces between members, or order them differently. */
function isHeaderStart(text: string): boolean {
  const dense = text.replace(/\s+/g, '');
  if (HEADER_START.startsWith(dense) || dense.startsWith(HEADER_START)) return true;
  return dense.startsWith('{') && dense.includes('"format":"tierscope"');
}
