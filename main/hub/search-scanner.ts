import { Worker } from 'node:worker_threads';
import type { TextSearch } from '../../app/query/text-matcher.ts';
import type { SearchNews, SearchOrder, SearchWorkerData } from './search-message.ts';
import { SearchScan } from './search-scan.ts';

/** Takes orders and tells news; ended, it tells nothing more. */
export type SearchScanner = {
  send(order: SearchOrder): void;
  end(): void;
};

export type ScannerEvents = {
  readonly onNews: (news: SearchNews) => void;
  /** The scanner is gone, with the reason in a sentence. */
  readonly onFault: (fault: string) => void;
};

/** An expression may try for ever: one text may take so many milliseconds. */
export const MOST_MS_FOR_A_TEXT = 2000;
const LOOK_EVERY_MS = 250;

/** A scanner in a thread of its own, which is ended where one text takes too long; without a script, here. */
export function startScanner(
  search: TextSearch,
  script: string | undefined,
  events: ScannerEvents,
): SearchScanner {
  const beat = new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT);
  return script === undefined
    ? scannerHere(search, beat, events)
    : scannerThread(script, { search, beat }, events);
}

function scannerHere(search: TextSearch, beat: SharedArrayBuffer, { onNews }: ScannerEvents): SearchScanner {
  let ended = false;
  const scan = new SearchScan(search, new Float64Array(beat), (news) => {
    if (!ended) onNews(news);
  });
  return {
    send: (order) => void scan.take(order),
    end: () => {
      ended = true;
    },
  };
}

function scannerThread(script: string, workerData: SearchWorkerData, events: ScannerEvents): SearchScanner {
  const worker = new Worker(script, { workerData });
  const watch = setInterval(look, LOOK_EVERY_MS);
  const beat = new Float64Array(workerData.beat);
  let seen = { begun: 0, at: 0, looks: 0 };
  let ended = false;
  worker.unref();
  watch.unref();
  worker.on('message', (news: SearchNews) => {
    if (!ended) events.onNews(news);
  });
  worker.on('error', (error) => fail(`The search has failed: ${error.message}.`));
  return { send: (order) => worker.postMessage(order), end };

  function look(): void {
    const [begun = 0, at = 0] = beat;
    const same = at !== 0 && at === seen.at && begun === seen.begun;
    seen = { begun, at, looks: same ? seen.looks + 1 : 0 };
    if (seen.looks * LOOK_EVERY_MS >= MOST_MS_FOR_A_TEXT) fail(tooSlow(at - 1));
  }

  function fail(fault: string): void {
    if (ended) return;
    end();
    events.onFault(fault);
  }

  function end(): void {
    ended = true;
    clearInterval(watch);
    void worker.terminate();
  }
}

function tooSlow(seq: number): string {
  const where = seq > 0 ? ` on row ${seq}` : '';
  return (
    `This expression takes longer than ${MOST_MS_FOR_A_TEXT / 1000} s${where}, so the search was ended. ` +
    'Make it simpler: no repeat inside a repeat, such as (a+)+.'
  );
}
