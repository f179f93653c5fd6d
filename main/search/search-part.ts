import type { JsonObject } from '../../app/base/json-value.ts';
import { isRecordType } from '../../app/frame/record-type.ts';
import { wholeLines } from '../recording/record-runs.ts';
import { LinePlace, placesOf } from './line-places.ts';
import { type PartSearch, parsedLine, searchedLine } from './searched-line.ts';

/** A part of a recording: the lines that begin in it, and the session whose records count. */
export type SearchedPart = {
  readonly file: string;
  readonly session: string;
  /** Bytes of the file, `to` exclusive; infinite for the rest of it. */
  readonly from: number;
  readonly to: number;
};

export type PartEnd = {
  /** The last seq of the session in the part; -1 for none. */
  readonly lastSeq: number;
  /** False if the lines are not all as Tierscope writes them, in order: what was found since may be wrong. */
  readonly isSure: boolean;
};

/** What was found in some lines: seqs in order, and how many records with a text there were. */
export type FoundInLines = { readonly seqs: readonly number[]; readonly scanned: number };

const LINE_FEED = 0x0a;
/** A longer line is left to the reading of the whole file. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

/**
 * Searches a part of a recording by its bytes: only the lines that may match are parsed. As long as it is sure, it
 * finds what reading every record finds. `seq` must rise from line to line, since a record out of order is left out of
 * a recording; a version that needs upgrades, or anything else that only a full reading can tell, ends it too.
 */
export class PartSearcher {
  readonly #part: SearchedPart;
  readonly #search: PartSearch;
  readonly #place: LinePlace;
  #lastSeq = -1;
  #highest = -1;
  #isSure = true;
  #isPast = false;
  #seqs: number[] = [];
  #scanned = 0;

  constructor(part: SearchedPart, search: PartSearch) {
    this.#part = part;
    this.#search = search;
    this.#place = new LinePlace(part.session);
  }

  get end(): PartEnd {
    return { lastSeq: this.#lastSeq, isSure: this.#isSure };
  }

  /** Gives what is found, some lines at a time, until the part ends or it is no longer sure. */
  async *found(): AsyncGenerator<FoundInLines> {
    const { file, from } = this.#part;
    try {
      for (const { bytes, offset } of wholeLines(file, from, MAX_LINE_BYTES)) {
        const { filter } = this.#search;
        await this.#lines(bytes, offset, filter === undefined ? undefined : placesOf(filter, bytes));
        if (this.#isSure) yield { seqs: this.#seqs, scanned: this.#scanned };
        if (!this.#isSure || this.#isPast) return;
        this.#seqs = [];
        this.#scanned = 0;
      }
    } catch {
      // The reading of the whole file says what is wrong with it.
      this.#isSure = false;
    }
  }

  async #lines(bytes: Buffer, offset: number, places: readonly number[] | undefined): Promise<void> {
    let next = 0;
    let place = places?.[0] ?? Number.POSITIVE_INFINITY;
    for (let start = 0; start < bytes.length && this.#isSure && !this.#isPast; ) {
      const feed = bytes.indexOf(LINE_FEED, start);
      const end = feed < 0 ? bytes.length : feed;
      const isPlain = this.#place.read(bytes, start);
      const mayMatch = places === undefined || place < end;
      if (offset + start >= this.#part.to) this.#past(isPlain, bytes.subarray(start, end));
      else if (isPlain && !mayMatch && feed >= 0) this.#plain(this.#place);
      else await this.#parsed(isPlain, bytes.subarray(start, end), offset + start);
      while (place < end) {
        next += 1;
        place = places?.[next] ?? Number.POSITIVE_INFINITY;
      }
      start = end + 1;
    }
  }

  /** The first line behind the part shows that the next part goes on in order. */
  #past(isPlain: boolean, bytes: Buffer): void {
    const seq = isPlain ? this.#place.seq : parsedLine(bytes)?.value.seq;
    if (typeof seq !== 'number') return;
    this.#isPast = true;
    if (seq <= this.#highest) this.#isSure = false;
  }

  #plain({ seq, isOwn, hasText }: LinePlace): void {
    if (seq <= this.#highest) this.#isSure = false;
    this.#highest = seq;
    if (!isOwn) return;
    this.#lastSeq = seq;
    if (hasText) this.#scanned += 1;
  }

  async #parsed(isPlain: boolean, bytes: Buffer, offset: number): Promise<void> {
    const line = parsedLine(bytes);
    if (offset === 0 || line?.value.type === 'header') {
      // Another header further on may be one that ends the reading.
      this.#isSure = offset === 0 && this.#isReadableHeader(line?.value ?? {});
      return;
    }
    // What is no JSON object, or of a type that this version does not know, is no record.
    if (line === undefined || !isRecordType(line.value.type)) return;
    const { value } = line;
    const { seq } = value;
    const isInOrder = typeof seq === 'number' && Number.isSafeInteger(seq) && seq > this.#highest;
    if (!isInOrder || (isPlain && seq !== this.#place.seq)) {
      this.#isSure = false;
      return;
    }
    this.#highest = seq;
    if ('session' in value && value.session !== this.#part.session) return;
    this.#lastSeq = seq;
    const { hasText, isHit } = await searchedLine(line, seq, this.#search);
    if (hasText) this.#scanned += 1;
    if (isHit) this.#seqs.push(seq);
  }

  #isReadableHeader({ type, format, version, startedAt }: JsonObject): boolean {
    const isHeader = type === 'header' && format === 'tierscope' && typeof startedAt === 'string';
    return isHeader && version === this.#search.version;
  }
}
