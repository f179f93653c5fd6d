import { ok, type Result } from '../../app/base/result.ts';
import type { TextRange, TextSearch } from '../../app/frame/query/text-matcher.ts';
import type { RecordIndex } from '../recording/record-index.ts';
import { WorkerThread } from '../system/worker-channel.ts';
import type { FoundLines, SearchedPart } from './search-part.ts';
import { type FoundTaker, type ScanTaker, SearchScan } from './search-scan.ts';
import type { SearchWorker } from './search-worker.ts';

/** Where all records of a session lie in their file, and which of them no bytes find: see `isComposed`. */
export type KnownPlaces = {
  readonly index: RecordIndex;
  /** The offsets of those, in order. */
  readonly composed: readonly number[];
};

/** What scans, in a thread or here. Each call fails with a sentence once it is gone. */
type Scanning = {
  lines(part: SearchedPart): Promise<Result<boolean>>;
  whole(file: string, session: string): Promise<Result<number>>;
  texts(texts: readonly (readonly [number, string])[]): Promise<Result<number>>;
  ranges(text: string): Promise<Result<readonly TextRange[]>>;
  /** Ends it; what waits fails with this sentence. */
  end(fault: string): void;
};

/** An expression may try for ever: one text may take so many milliseconds. */
const MAX_MS_FOR_A_TEXT = 2000;
const LOOK_EVERY_MS = 250;

/** A thread that scans, and is ended if one text takes too long; without a script it scans here. */
export class ScanThread {
  readonly scanning: Scanning;
  #check: IndexCheck | undefined;

  constructor(search: TextSearch, script: string | undefined, taker: FoundTaker) {
    const all: ScanTaker = {
      found: (seqs, scanned) => taker.found(seqs, scanned),
      lines: (lines) => {
        const scanned = this.#check?.take(lines);
        return scanned === undefined ? undefined : taker.found(lines.seqs, scanned);
      },
    };
    this.scanning = script === undefined ? scanningHere(search, all) : scanningThread(script, search, all);
  }

  /** Searches a part of a file of which this index knows all records of the session; false if it does not fit the file. */
  async indexed(part: SearchedPart, index: RecordIndex): Promise<Result<boolean>> {
    const check = new IndexCheck(index, part.from);
    this.#check = check;
    const isAtEnd = await this.scanning.lines(part);
    return isAtEnd.ok ? ok(isAtEnd.value && check.isSure) : isAtEnd;
  }
}

/** Holds the lines that match against the index of the records. */
class IndexCheck {
  /** False once a line is no record of the index: it was left out for its order, or the file is another one by now. */
  isSure = true;
  readonly #places: RecordIndex;
  #counted: number;

  constructor(places: RecordIndex, from: number) {
    this.#places = places;
    this.#counted = places.countBefore(from);
  }

  /** How many records were passed up to the end of these lines; undefined if they are not sure to be records any more. */
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

function scanningHere(search: TextSearch, taker: ScanTaker): Scanning {
  const scan = new SearchScan({ search, beat: newBeat() }, taker);
  return {
    lines: async (part) => ok(await scan.lines(part)),
    whole: async (file, session) => ok(await scan.whole(file, session)),
    texts: async (texts) => ok(await scan.texts(texts)),
    ranges: async (text) => ok(scan.ranges(text)),
    end: () => undefined,
  };
}

function scanningThread(script: string, search: TextSearch, taker: ScanTaker): Scanning {
  const beat = newBeat();
  const thread = new WorkerThread<SearchWorker, ScanTaker>({
    script,
    functions: taker,
    faultOf: (message) => `The search has failed: ${message}.`,
    data: { search, beat },
  });
  thread.unref();
  const stopWatch = watchBeat(new Float64Array(beat), (seq) => void thread.end(tooSlow(seq)));
  void thread.gone.then(stopWatch);
  return {
    lines: (part) => thread.call('lines', part),
    whole: (file, session) => thread.call('whole', file, session),
    texts: (texts) => thread.call('texts', texts),
    ranges: (text) => thread.call('ranges', text),
    end: (fault) => void thread.end(fault),
  };
}

/** Reports the seq of a text that takes too long, until it is stopped. */
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
  const where = seq > 0 ? ` on row ${seq}` : '';
  return (
    `This expression takes longer than ${MAX_MS_FOR_A_TEXT / 1000} s${where}, so the search was ended. ` +
    'Make it simpler: no repeat inside a repeat, such as (a+)+.'
  );
}
