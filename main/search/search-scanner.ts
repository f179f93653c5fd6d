import { ok, type Result } from '../../app/base/result.ts';
import type { TextRange, TextSearch } from '../../app/frame/query/text-matcher.ts';
import type { RecordIndex } from '../recording/record-index.ts';
import { WorkerThread } from '../system/worker-channel.ts';
import type { FoundLines, SearchedPart } from './search-part.ts';
import { type FoundSink, type ScanSink, SearchScan } from './search-scan.ts';
import type { SearchWorker } from './search-worker.ts';

/** A second thread takes some milliseconds to start. */
const BYTES_FOR_TWO = 16 * 1024 * 1024;

/** Searches in its own threads, or in this one without a script. Each call fails with a sentence once it is gone. */
export class SearchScanner {
  readonly #search: TextSearch;
  readonly #script: string | undefined;
  readonly #found: FoundInOrder;
  readonly #first: ScanThread;
  #second: ScanThread | undefined;
  #fault = '';

  constructor(search: TextSearch, script: string | undefined, taker: FoundSink) {
    this.#search = search;
    this.#script = script;
    this.#found = new FoundInOrder(taker);
    this.#first = new ScanThread(search, script, {
      found: (seqs, scanned) => this.#found.first(seqs, scanned),
    });
  }

  /** Returns the last seq. With `places` only lines that may match are parsed; if they do not fit, all are. */
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

  /** Searches in two threads if that pays off; false if the index does not fit the file. */
  async #halves(all: SearchedPart, index: RecordIndex): Promise<Result<boolean>> {
    const isShared = this.#script !== undefined && all.to >= BYTES_FOR_TWO && this.#fault === '';
    const middle = isShared ? Math.floor(all.to / 2) : all.to;
    const rest = isShared ? this.#startSecond().indexed({ ...all, from: middle }, index) : undefined;
    const first = await this.#first.indexed({ ...all, to: middle }, index);
    if (!first.ok || !first.value || rest === undefined) return first;
    this.#found.passFirst();
    return rest;
  }

  /** Returns the last seq; -1 for none. */
  texts(texts: readonly (readonly [number, string])[]): Promise<Result<number>> {
    this.#found.begin();
    return this.#first.scanning.texts(texts);
  }

  ranges(text: string): Promise<Result<readonly TextRange[]>> {
    return this.#first.scanning.ranges(text);
  }

  /** Ends the scanner; pending calls fail with this sentence. */
  end(fault: string): void {
    this.#fault = fault;
    this.#first.scanning.end(fault);
    this.#second?.scanning.end(fault);
  }

  #startSecond(): ScanThread {
    const found: FoundSink['found'] = (seqs, scanned) => this.#found.second(seqs, scanned);
    this.#second = new ScanThread(this.#search, this.#script, { found });
    return this.#second;
  }
}

/** Passes on the matches of two threads in file order; after a restart, continues where it stopped. */
class FoundInOrder {
  readonly #taker: FoundSink;
  #held: { seqs: number[]; scanned: number } | undefined;
  #hits = 0;
  #scanned = 0;
  #hitsToSkip = 0;
  #scannedToSkip = 0;

  constructor(taker: FoundSink) {
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

  /** Matches of the second thread wait until the first one is done. */
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

  /** The file is read from the start: matches passed on before are skipped. */
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

/** The places of all records of a session in their file, and which of them bytes cannot find: see `isComposed`. */
export type KnownPlaces = {
  readonly index: RecordIndex;
  /** Their ascending offsets. */
  readonly composed: readonly number[];
};

/** Scans in a thread or in place. Calls fail with a sentence once it has ended, including pending ones. */
type Scanning = ReturnType<typeof scanningThread>;

/** The time limit for one text, in milliseconds: an expression may never finish. */
const MAX_MS_FOR_A_TEXT = 2000;
const LOOK_EVERY_MS = 250;

/** A scanning thread that is ended if one text takes too long; without a script it scans in this thread. */
export class ScanThread {
  readonly scanning: Scanning;
  #check: IndexCheck | undefined;

  constructor(search: TextSearch, script: string | undefined, taker: FoundSink) {
    const all: ScanSink = {
      found: (seqs, scanned) => taker.found(seqs, scanned),
      lines: (lines) => {
        const scanned = this.#check?.take(lines);
        return scanned === undefined ? undefined : taker.found(lines.seqs, scanned);
      },
    };
    this.scanning = script === undefined ? scanningHere(search, all) : scanningThread(script, search, all);
  }

  /** Searches a part of a file with a complete index of the session's records; false if it does not fit the file. */
  async indexed(part: SearchedPart, index: RecordIndex): Promise<Result<boolean>> {
    const check = new IndexCheck(index, part.from);
    this.#check = check;
    const isAtEnd = await this.scanning.lines(part);
    return isAtEnd.ok ? ok(isAtEnd.value && check.isSure) : isAtEnd;
  }
}

class IndexCheck {
  /** False once a line is not in the index: its record was out of order, or the file has changed. */
  isSure = true;
  readonly #places: RecordIndex;
  #counted: number;

  constructor(places: RecordIndex, from: number) {
    this.#places = places;
    this.#counted = places.countBefore(from);
  }

  /** The number of records passed by the end of these lines; undefined if they may not be records. */
  take({ seqs, offsets, reached }: FoundLines): number | undefined {
    this.isSure &&= seqs.every((seq, at) => this.#places.offsetOf(seq) === offsets[at]);
    if (!this.isSure) return undefined;
    const before = this.#counted;
    this.#counted = this.#places.countBefore(reached);
    return this.#counted - before;
  }
}

function newBeat(): SharedArrayBuffer {
  return new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT);
}

function scanningHere(search: TextSearch, taker: ScanSink): Scanning {
  const scan = new SearchScan({ search, beat: newBeat() }, taker);
  return {
    lines: async (part) => ok(await scan.lines(part)),
    whole: async (file, session) => ok(await scan.whole(file, session)),
    texts: async (texts) => ok(await scan.texts(texts)),
    ranges: async (text) => ok(scan.ranges(text)),
    end: () => undefined,
  };
}

function scanningThread(script: string, search: TextSearch, taker: ScanSink) {
  const beat = newBeat();
  const thread = new WorkerThread<SearchWorker, ScanSink>({
    script,
    functions: taker,
    faultOf: (message) => `The search has failed: ${message}.`,
    data: { search, beat },
  });
  thread.unref();
  const stopWatch = watchBeat(new Float64Array(beat), (seq) => void thread.end(tooSlow(seq)));
  void thread.gone.then(stopWatch);
  return {
    lines: (part: SearchedPart) => thread.call('lines', part),
    whole: (file: string, session: string) => thread.call('whole', file, session),
    texts: (texts: readonly (readonly [number, string])[]) => thread.call('texts', texts),
    ranges: (text: string) => thread.call('ranges', text),
    end: (fault: string) => void thread.end(fault),
  };
}

/** Reports the seq of a text that takes too long; the returned function stops watching. */
function watchBeat(beat: Float64Array, onStuck: (seq: number) => void): () => void {
  let seen = { started: 0, at: 0, looks: 0 };
  const look = (): void => {
    const [started = 0, at = 0] = beat;
    const same = at !== 0 && at === seen.at && started === seen.started;
    seen = { started, at, looks: same ? seen.looks + 1 : 0 };
    if (seen.looks * LOOK_EVERY_MS >= MAX_MS_FOR_A_TEXT) onStuck(at - 1);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function tooSlow(seq: number): string {
  const where = seq > 0 ? ` on #${seq}` : '';
  return (
    `This expression takes longer than ${MAX_MS_FOR_A_TEXT / 1000} s${where}, so the search was ended. ` +
    'Make it simpler: no repeat inside a repeat, such as (a+)+.'
  );
}
