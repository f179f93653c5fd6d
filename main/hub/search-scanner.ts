import { stat } from 'node:fs/promises';
import { ok, type Result } from '../../app/base/result.ts';
import type { TextRange, TextSearch } from '../../app/query/text-matcher.ts';
import { FORMAT_VERSION } from '../../app/recording/read-line.ts';
import { WorkerThread } from '../system/worker-channel.ts';
import type { PartEnd, SearchedPart } from './search-part.ts';
import { type FoundTaker, SearchScan } from './search-scan.ts';
import type { SearchWorker } from './search-worker.ts';

/** Searches; each call fails with a sentence once the scanner is gone. `file` and `texts` give the last seq. */
export type SearchScanner = {
  file(file: string, session: string): Promise<Result<number>>;
  texts(texts: readonly (readonly [number, string])[]): Promise<Result<number>>;
  ranges(text: string): Promise<Result<readonly TextRange[]>>;
  /** Ends the scanner; what waits fails with this sentence. */
  end(fault: string): void;
};

/** One thread that scans, or this one. */
type Scanning = Omit<SearchScanner, 'file'> & {
  part(part: SearchedPart): Promise<Result<PartEnd>>;
  whole(file: string, session: string): Promise<Result<number>>;
};

/** A second thread takes some milliseconds to start. */
const BYTES_FOR_TWO = 16 * 1024 * 1024;

/** An expression may try for ever: one text may take so many milliseconds. */
const MOST_MS_FOR_A_TEXT = 2000;
const LOOK_EVERY_MS = 250;

/** A scanner in threads of its own, which are ended if one text takes too long; without a script, here. */
export function startScanner(
  search: TextSearch,
  script: string | undefined,
  taker: FoundTaker,
): SearchScanner {
  if (script === undefined) return new Scanner((into) => scanningHere(search, into), taker, false);
  return new Scanner((into) => scanningThread(script, search, into), taker, true);
}

class Scanner implements SearchScanner {
  readonly #start: (taker: FoundTaker) => Scanning;
  readonly #found: FoundInOrder;
  readonly #first: Scanning;
  readonly #mayHelp: boolean;
  #second: Scanning | undefined;
  #fault = '';

  constructor(start: (taker: FoundTaker) => Scanning, taker: FoundTaker, mayHelp: boolean) {
    this.#start = start;
    this.#found = new FoundInOrder(taker);
    this.#first = start({ found: (seqs, scanned) => this.#found.first(seqs, scanned) });
    this.#mayHelp = mayHelp;
  }

  /** Searches both halves at once; a file in which that cannot be relied on is read from its beginning, by records. */
  async file(file: string, session: string): Promise<Result<number>> {
    const size = await stat(file).then(
      (found) => found.size,
      () => 0,
    );
    const isShared = this.#mayHelp && size >= BYTES_FOR_TWO && this.#fault === '';
    const middle = isShared ? Math.floor(size / 2) : Number.POSITIVE_INFINITY;
    this.#found.begin();
    const rest = isShared
      ? this.#rest({ file, session, from: middle, to: Number.POSITIVE_INFINITY })
      : undefined;
    const first = await this.#first.part({ file, session, from: 0, to: middle });
    if (!first.ok) return first;
    if (first.value.isSure) this.#found.passFirst();
    const second = first.value.isSure ? await rest : undefined;
    this.#second?.end('its work is done');
    this.#second = undefined;
    if (second !== undefined && !second.ok) return second;
    const lastSeq = Math.max(first.value.lastSeq, second?.value.lastSeq ?? -1);
    if (first.value.isSure && second?.value.isSure !== false) return ok(lastSeq);
    this.#found.again();
    return this.#first.whole(file, session);
  }

  texts(texts: readonly (readonly [number, string])[]): Promise<Result<number>> {
    this.#found.begin();
    return this.#first.texts(texts);
  }

  ranges(text: string): Promise<Result<readonly TextRange[]>> {
    return this.#first.ranges(text);
  }

  end(fault: string): void {
    this.#fault = fault;
    this.#first.end(fault);
    this.#second?.end(fault);
  }

  #rest(part: SearchedPart): Promise<Result<PartEnd>> {
    const second = this.#start({ found: (seqs, scanned) => this.#found.second(seqs, scanned) });
    this.#second = second;
    return second.part(part);
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

function newBeat(): SharedArrayBuffer {
  return new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT);
}

function scanningHere(search: TextSearch, taker: FoundTaker): Scanning {
  const scan = new SearchScan({ search, beat: newBeat(), version: FORMAT_VERSION }, taker);
  return {
    part: async (part) => ok(await scan.part(part)),
    whole: async (file, session) => ok(await scan.whole(file, session)),
    texts: async (texts) => ok(await scan.texts(texts)),
    ranges: async (text) => ok(scan.ranges(text)),
    end: () => undefined,
  };
}

function scanningThread(script: string, search: TextSearch, taker: FoundTaker): Scanning {
  const beat = newBeat();
  const thread = new WorkerThread<SearchWorker, FoundTaker>({
    script,
    functions: taker,
    faultOf: (message) => `The search has failed: ${message}.`,
    data: { search, beat, version: FORMAT_VERSION },
  });
  thread.unref();
  const stopWatch = watchBeat(new Float64Array(beat), (seq) => void thread.end(tooSlow(seq)));
  void thread.gone.then(stopWatch);
  return {
    part: (part) => thread.call('part', part),
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
    if (seen.looks * LOOK_EVERY_MS >= MOST_MS_FOR_A_TEXT) onStuck(at - 1);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function tooSlow(seq: number): string {
  const where = seq > 0 ? ` on row ${seq}` : '';
  return (
    `This expression takes longer than ${MOST_MS_FOR_A_TEXT / 1000} s${where}, so the search was ended. ` +
    'Make it simpler: no repeat inside a repeat, such as (a+)+.'
  );
}
