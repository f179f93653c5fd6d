import { isAscii, isUtf8 } from 'node:buffer';
import { closeSync, readSync } from 'node:fs';
import type { KnownRecord } from '../../app/frame/record.ts';
import { MAX_RECORD_BYTES, RecordingReader } from '../../app/recording/recording-reader.ts';
import type { Line } from '../../app/wire/line-splitter.ts';
import { openRegularSync } from '../system/regular-file.ts';

/** Raw lines with line feeds, in a buffer that the next run overwrites; or a parsed record. */
export type RecordRun = { readonly lines: Buffer } | { readonly record: KnownRecord };

export type RecordChoice = {
  /** The session, by its name in the file, whose records and bookmarks are read; undefined for all. */
  readonly session?: string | undefined;
  /** The ascending seqs to read, in addition to the records that identify the session; undefined for all. */
  readonly wanted?: Float64Array | undefined;
  /** True to include records of unknown types unchanged. */
  readonly unknown?: boolean | undefined;
};

const SEQ = '"seq":';
const SESSION = '"session":"';
const MAX_DIGITS = 15;
const LINE_FEED = 0x0a;
/** A longer line is parsed: the expressions would be too slow. */
const MAX_CHARS = 64 * 1024;

const NUMBERS = '"seq":(?:0|[1-9][0-9]{0,14}),"at":(?:0|[1-9][0-9]{0,8})(?:\\.[0-9]{0,5}[1-9])?';
const NAME = '"session":"[^"\\\\\\x00-\\x1f]*"';
const DIRECTION = '"direction":"(?:client-to-server|server-to-client)","raw":"';
/** A line up to its text, exactly as `encodeRecord` writes it, with its members in either order. */
const HEAD = new RegExp(
  `\\{(?:"type":"frame",${NUMBERS},${NAME},${DIRECTION}|${NUMBERS},${NAME},"type":"frame",${DIRECTION}|"type":"stderr",${NUMBERS},${NAME},"text":"|${NUMBERS},${NAME},"type":"stderr","text":")`,
  'y',
);
/** The rest of the line: characters and escapes as `JSON.stringify` writes them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON escapes
const TEXT = /[^"\\\x00-\x1f]*(?:\\(?:["\\bfnrt]|u00(?:0[0-7bef]|1[0-9a-f]))[^"\\\x00-\x1f]*)*"\}\n/y;

/** The records of a file; lines that would be rewritten unchanged are not parsed. Blocks on the disk. */
export class RecordRuns {
  readonly reader = new RecordingReader();
  readonly #file: string;
  readonly #choice: RecordChoice;
  readonly #isWanted: (record: WantedPlace) => boolean;
  readonly #place = { type: 'frame', seq: 0, session: '' };

  constructor(file: string, choice: RecordChoice) {
    this.#file = file;
    this.#choice = choice;
    this.#isWanted = wantedBy(choice);
  }

  /**
   * Returns the records in order, once, up to a line that the reader refuses. Lines are left unparsed only if `isClean`
   * accepts their JSON-encoded text; without it all are parsed. Throws on disk errors.
   */
  *read(isClean?: (text: string) => boolean): Generator<RecordRun> {
    for (const { bytes } of wholeLines(this.#file, 0, Number.POSITIVE_INFINITY)) {
      const ascii = isAscii(bytes) ? bytes.toString('latin1') : undefined;
      const isText = ascii !== undefined || isUtf8(bytes);
      let run = 0;
      for (let start = 0; start < bytes.length; ) {
        const feed = bytes.indexOf(LINE_FEED, start);
        const end = feed < 0 ? bytes.length : feed;
        const isWhole = isText && feed >= 0;
        const text = isWhole ? (ascii ?? bytes.toString('utf8', start, end + 1)) : '';
        const from = ascii === undefined ? 0 : start;
        const to = ascii === undefined ? text.length - 1 : end;
        const isPlain = isWhole && isClean !== undefined && this.#isPlain(text, from, to, isClean);
        if (!isPlain || !(this.reader.pass(this.#place.seq) && this.#isWanted(this.#place))) {
          if (start > run) yield { lines: bytes.subarray(run, start) };
          run = end + 1;
          if (!isPlain) {
            const record = isWhole
              ? this.reader.readWithin(text, from, to)
              : this.reader.read(lineOf(bytes.subarray(start, end)), feed >= 0);
            yield* this.#given(record);
            if (this.reader.refusal !== '') return;
          }
        }
        start = end + 1;
      }
      if (run < bytes.length) yield { lines: bytes.subarray(run) };
    }
  }

  *#given(record: KnownRecord | undefined): Generator<RecordRun> {
    if (record !== undefined && this.#isWanted(record)) yield { record };
    const { unknown } = this.reader;
    if (record === undefined && unknown !== undefined && this.#choice.unknown === true)
      yield { record: unknown };
  }

  /** True for a line that would be rewritten unchanged and has a clean text; remembers its place. */
  #isPlain(text: string, start: number, end: number, isClean: (text: string) => boolean): boolean {
    if (end - start > MAX_CHARS || !this.reader.isCurrent) return false;
    HEAD.lastIndex = start;
    if (!HEAD.test(text)) return false;
    const textStart = HEAD.lastIndex;
    TEXT.lastIndex = textStart;
    if (!TEXT.test(text) || !isClean(text.slice(textStart, end))) return false;
    this.#place.seq = Number.parseInt(
      text.slice(seqStart(text, start), seqStart(text, start) + MAX_DIGITS),
      10,
    );
    if (this.#choice.session !== undefined) this.#place.session = sessionIn(text, start);
    return true;
  }
}

function seqStart(text: string, start: number): number {
  return text.indexOf(SEQ, start) + SEQ.length;
}

function sessionIn(text: string, start: number): string {
  const from = text.indexOf(SESSION, start) + SESSION.length;
  return text.slice(from, text.indexOf('"', from));
}

/** A line over the format's limit is marked as cut off. */
function lineOf(bytes: Buffer): Line {
  const truncatedBytes = Math.max(0, bytes.length - MAX_RECORD_BYTES);
  return { bytes: bytes.subarray(0, MAX_RECORD_BYTES), truncatedBytes };
}

type WantedPlace = { readonly type: string; readonly seq: number; readonly session?: string };

/** Records and wanted seqs both ascend, so each is visited once. */
function wantedBy({ session, wanted }: RecordChoice): (place: WantedPlace) => boolean {
  let next = 0;
  return (place) => {
    const common = place.type === 'mark' || place.type === 'end';
    if (!common && session !== undefined && place.session !== session) return false;
    if (wanted === undefined || place.type === 'session') return true;
    while (next < wanted.length && (wanted[next] ?? 0) < place.seq) next += 1;
    return wanted[next] === place.seq;
  };
}

/** The records of a file, reread for each iteration. Blocks on the disk; throws on disk errors. */
export class FileRecords implements Iterable<KnownRecord> {
  readonly #file: string;
  readonly #choice: RecordChoice;

  constructor(file: string, choice: RecordChoice = {}) {
    this.#file = file;
    this.#choice = choice;
  }

  *[Symbol.iterator](): Generator<KnownRecord> {
    for (const run of new RecordRuns(this.#file, this.#choice).read()) if ('record' in run) yield run.record;
  }
}

const PIECE_BYTES = 1024 * 1024;

type WholeLines = {
  /** Lines with line feeds; the last line of the file may lack one. */
  readonly bytes: Buffer;
  /** Their offset in the file. */
  readonly offset: number;
};

/** The lines of a file that begin at or after `from`. Throws on disk errors, and for a line over `mostBytes`. */
export function* wholeLines(file: string, from: number, mostBytes: number): Generator<WholeLines> {
  const handle = openRegularSync(file);
  try {
    let buffer = Buffer.allocUnsafe(PIECE_BYTES);
    // The preceding byte shows whether a line begins at `from`.
    let offset = Math.max(0, from - 1);
    let isInLine = from > 0;
    let held = 0;
    for (;;) {
      const read = readSync(handle, buffer, held, buffer.length - held, offset + held);
      const filled = held + read;
      const start = isInLine ? buffer.subarray(0, filled).indexOf(LINE_FEED) + 1 : 0;
      if (start > 0) isInLine = false;
      const end = read === 0 ? filled : buffer.subarray(0, filled).lastIndexOf(LINE_FEED) + 1;
      if (end > start && !isInLine) yield { bytes: buffer.subarray(start, end), offset: offset + start };
      if (read === 0) return;
      held = filled - end;
      offset += end;
      if (held > mostBytes) throw new Error('it has a line that is too long');
      const next = held > buffer.length / 2 ? Buffer.allocUnsafe(2 * buffer.length) : buffer;
      buffer.copy(next, 0, end, filled);
      buffer = next;
    }
  } finally {
    closeSync(handle);
  }
}
