import { ok, type Result } from '../../app/base/result.ts';
import type { TextRange, TextSearch } from '../../app/frame/query/text-matcher.ts';
import type { RecordIndex } from '../recording/record-index.ts';
import { type KnownPlaces, ScanThread } from './scan-thread.ts';
import type { SearchedPart } from './search-part.ts';
import type { FoundTaker } from './search-scan.ts';

/** A second thread takes some milliseconds to start. */
const BYTES_FOR_TWO = 16 * 1024 * 1024;

/**
 * Searches in threads of its own, which are ended if one text takes too long; without a script, here. Each call fails
 * with a sentence once the scanner is gone.
 */
export class SearchScanner {
  readonly #search: TextSearch;
  readonly #script: string | undefined;
  readonly #found: FoundInOrder;
  readonly #first: ScanThread;
  #second: ScanThread | undefined;
  #fault = '';

  constructor(search: TextSearch, script: string | undefined, taker: FoundTaker) {
    this.#search = search;
    this.#script = script;
    this.#found = new FoundInOrder(taker);
    this.#first = new ScanThread(search, script, {
      found: (seqs, scanned) => this.#found.first(seqs, scanned),
    });
  }

  /**
   * Gives the last seq that was read. If the places of all records of the session are known, no line without a match is
   * read, and both halves are searched at once; a file that does not fit them is read from its beginning, by records.
   */
  async file(file: string, session: string, places?: KnownPlaces): Promise<Result<number>> {
    this.#found.begin();
    const lastSeq =
      places === undefined || places.index.length === 0 ? -1 : places.index.seqAt(places.index.length - 1);
    if (places !== undefined && lastSeq >= 0) {
      const { index, composed } = places;
      const isSure = await this.#halves({ file, session, from: 0, to: index.end, composed }, index);
      this.#second?.scanning.end('its work is done');
      this.#second = undefined;
      if (!isSure.ok) return isSure;
      if (isSure.value) return ok(lastSeq);
      this.#found.again();
    }
    return this.#first.scanning.whole(file, session);
  }

  /** Searches in two threads at once, if that pays; false if the index does not fit the file. */
  async #halves(all: SearchedPart, index: RecordIndex): Promise<Result<boolean>> {
    const isShared = this.#script !== undefined && all.to >= BYTES_FOR_TWO && this.#fault === '';
    const middle = isShared ? Math.floor(all.to / 2) : all.to;
    const rest = isShared ? this.#startSecond().indexed({ ...all, from: middle }, index) : undefined;
    const first = await this.#first.indexed({ ...all, to: middle }, index);
    if (!first.ok || !first.value || rest === undefined) return first;
    this.#found.passFirst();
    return rest;
  }

  /** Gives the last seq; -1 for none. */
  texts(texts: readonly (readonly [number, string])[]): Promise<Result<number>> {
    this.#found.begin();
    return this.#first.scanning.texts(texts);
  }

  ranges(text: string): Promise<Result<readonly TextRange[]>> {
    return this.#first.scanning.ranges(text);
  }

  /** Ends the scanner; what waits fails with this sentence. */
  end(fault: string): void {
    this.#fault = fault;
    this.#first.scanning.end(fault);
    this.#second?.scanning.end(fault);
  }

  #startSecond(): ScanThread {
    const found: FoundTaker['found'] = (seqs, scanned) => this.#found.second(seqs, scanned);
    this.#second = new ScanThread(this.#search, this.#script, { found });
    return this.#second;
  }
}

/** Hands on what two threads find in one file, in the order of the file; all again is handed on from where it ended. */
class FoundInOrder {
  readonly #taker: FoundTaker;
  #held: { seqs: number[]; scanned: number } | undefined;
  #hits = 0;
  #scanned = 0;
  #hitsToSkip = 0;
  #scannedToSkip = 0;

  constructor(taker: FoundTaker) {
    this.#taker = taker;
  }

  begin(): void {
    this.#held = { seqs: [], scanned: 0 };
    this.#hits = 0;
    this.#scanned = 0;
    this.#hitsToSkip = 0;
    this.#scannedToSkip = 0;
  }

  first(seqs: readonly number[], scanned: number): Promise<void> | void {
    const skipped = Math.min(this.#hitsToSkip, seqs.length);
    const skippedScanned = Math.min(this.#scannedToSkip, scanned);
    this.#hitsToSkip -= skipped;
    this.#scannedToSkip -= skippedScanned;
    return this.#give(skipped === 0 ? seqs : seqs.slice(skipped), scanned - skippedScanned);
  }

  /** What the second thread finds waits until the first one is done. */
  second(seqs: readonly number[], scanned: number): Promise<void> | void {
    if (this.#held === undefined) return this.#give(seqs, scanned);
    for (const seq of seqs) this.#held.seqs.push(seq);
    this.#held.scanned += scanned;
    return undefined;
  }

  passFirst(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined) void this.#give(held.seqs, held.scanned);
  }

  /** The file is read from its beginning: what was handed on comes once more. */
  again(): void {
    this.#hitsToSkip = this.#hits;
    this.#scannedToSkip = this.#scanned;
  }

  #give(seqs: readonly number[], scanned: number): Promise<void> | void {
    this.#hits += seqs.length;
    this.#scanned += scanned;
    return this.#taker.found(seqs, scanned);
  }
}
