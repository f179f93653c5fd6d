import { ok, type Result } from '../../app/base/result.ts';
import type { TextRange, TextSearch } from '../../app/query/text-matcher.ts';
import { WorkerThread } from '../system/worker-channel.ts';
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

/** An expression may try for ever: one text may take so many milliseconds. */
export const MOST_MS_FOR_A_TEXT = 2000;
const LOOK_EVERY_MS = 250;

/** A scanner in a thread of its own, which is ended if one text takes too long; without a script, here. */
export function startScanner(
  search: TextSearch,
  script: string | undefined,
  taker: FoundTaker,
): SearchScanner {
  const beat = new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT);
  if (script !== undefined) return scannerThread(script, search, beat, taker);
  const scan = new SearchScan({ search, beat }, taker);
  return {
    file: async (file, session) => ok(await scan.file(file, session)),
    texts: async (texts) => ok(await scan.texts(texts)),
    ranges: async (text) => ok(scan.ranges(text)),
    end: () => undefined,
  };
}

function scannerThread(
  script: string,
  search: TextSearch,
  beat: SharedArrayBuffer,
  taker: FoundTaker,
): SearchScanner {
  const thread = new WorkerThread<SearchWorker, FoundTaker>({
    script,
    functions: taker,
    faultOf: (message) => `The search has failed: ${message}.`,
    data: { search, beat },
  });
  thread.unref();
  const stopWatch = watchBeat(new Float64Array(beat), (seq) => void thread.end(tooSlow(seq)));
  void thread.gone.then(stopWatch);
  return {
    file: (file, session) => thread.call('file', file, session),
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
