import { stat } from 'node:fs/promises';
import { ok, type Result } from '../../app/base/result.ts';
import type { TextRange, TextSearch } from '../../app/frame/query/text-matcher.ts';
import { type KnownPlaces, ScanThread } from './scan-thread.ts';
import type { PartEnd, SearchedPart } from './search-part.ts';
import type { FoundTaker } from './search-scan.ts';

/** Searches; each call fails with a sentence once the scanner is gone. `file` and `texts` give the last seq. */
export type SearchScanner = {
  /** `places` are those of all records of the session, if they are known: then no line without a match is read. */
  file(file: string, session: string, places?: KnownPlaces): Promise<Result<number>>;
  texts(texts: readonly (readonly [number, string])[]): Promise<Result<number>>;
  ranges(text: string): Promise<Result<readonly TextRange[]>>;
  /** Ends the scanner; what waits fails with this sentence. */
  end(fault: string): void;
};

/** A second thread takes some milliseconds to start. */
const BYTES_FOR_TWO = 16 * 1024 * 1024;

/** A scanner in threads of its own, which are ended if one text takes too long; without a script, here. */
export function startScanner(
  search: TextSearch,
  script: string | undefined,
  taker: FoundTaker,
): SearchScanner {
  return new Scanner(search, script, taker);
}

class Scanner implements SearchScanner {
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

  /** Searches both halves at once; a file in which that cannot be relied on is read from its beginning, by records. */
  async file(file: string, session: string, places?: KnownPlaces): Promise<Result<number>> {
    this.#found.begin();
    const end =
      places === undefined || places.index.length === 0 || this.#search.regex
        ? await this.#parts({ file, session, from: 0, to: Number.POSITIVE_INFINITY })
        : await this.#indexed({ file, session, from: 0, to: places.index.end }, places);
    this.#second?.scanning.end('its work is done');
    this.#second = undefined;
    if (!end.ok) return end;
    if (end.value.isSure) return ok(end.value.lastSeq);
    this.#found.again();
    return this.#first.scanning.whole(file, session);
  }

  async #parts(all: SearchedPart): Promise<Result<PartEnd>> {
    const size = await stat(all.file).then(
      (found) => found.size,
      () => 0,
    );
    return this.#halves(all, size, (thread, part) => thread.scanning.part(part));
  }

  /** Visits only the lines that may match: the index knows the others. */
  async #indexed(all: SearchedPart, places: KnownPlaces): Promise<Result<PartEnd>> {
    return this.#halves(all, all.to, (thread, part) => thread.indexed(part, places));
  }

  /** Searches a file of this size in two threads at once, if that pays. */
  async #halves(
    all: SearchedPart,
    size: number,
    searched: (thread: ScanThread, part: SearchedPart) => Promise<Result<PartEnd>>,
  ): Promise<Result<PartEnd>> {
    const isShared = this.#script !== undefined && size >= BYTES_FOR_TWO && this.#fault === '';
    const middle = isShared ? Math.floor(size / 2) : all.to;
    const rest = isShared ? searched(this.#startSecond(), { ...all, from: middle }) : undefined;
    const first = await searched(this.#first, { ...all, to: middle });
    if (!first.ok || !first.value.isSure || rest === undefined) return first;
    this.#found.passFirst();
    const second = await rest;
    if (!second.ok) return second;
    const lastSeq = Math.max(first.value.lastSeq, second.value.lastSeq);
    return ok({ lastSeq, isSure: second.value.isSure });
  }

  texts(texts: readonly (readonly [number, string])[]): Promise<Result<number>> {
    this.#found.begin();
    return this.#first.scanning.texts(texts);
  }

  ranges(text: string): Promise<Result<readonly TextRange[]>> {
    return this.#first.scanning.ranges(text);
  }

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
