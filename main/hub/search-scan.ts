import {
  recordText,
  type TextMatcher,
  type TextRange,
  type TextSearch,
  textMatcher,
} from '../../app/query/text-matcher.ts';
import { streamRecords } from '../recording/load-recording.ts';
import { Credit } from '../system/worker-channel.ts';

/** Matches in one record that the screen may mark. */
const MOST_RANGES = 2000;

/** How many reports of matches may be on their way, so that a fast reader does not fill the memory. */
const REPORTS_AHEAD = 4;

/** Takes the seqs of records that match, and how many records were read, both since the last report. */
export type FoundTaker = { found(seqs: readonly number[], scanned: number): Promise<void> | void };

export type SearchWorkerData = {
  readonly search: TextSearch;
  /** Two numbers: how many texts were started, and the seq of the one at hand plus 1; 0 between two texts. */
  readonly beat: SharedArrayBuffer;
};

/** Reads records and reports which of them match. It runs wherever it is made: see `search-worker.ts`. */
export class SearchScan {
  readonly #matcher: TextMatcher;
  readonly #taker: FoundTaker;
  readonly #beat: Float64Array;

  /** `beat` is written around every text, so that another thread sees if this one hangs. */
  constructor({ search, beat }: SearchWorkerData, taker: FoundTaker) {
    const matcher = textMatcher(search);
    if (!matcher.ok) throw new Error(matcher.error);
    this.#matcher = matcher.value;
    this.#beat = new Float64Array(beat);
    this.#taker = taker;
  }

  /**
   * Reads a recording as far as it can be read; only the records of one session and those of none count.
   * Gives the last seq that was read; -1 for none.
   */
  async file(file: string, session: string): Promise<number> {
    const credit = new Credit(REPORTS_AHEAD);
    let seqs: number[] = [];
    let scanned = 0;
    let lastSeq = -1;
    const report = (): Promise<void> => {
      const reported = Promise.resolve(this.#taker.found(seqs, scanned));
      seqs = [];
      scanned = 0;
      return credit.spend(reported);
    };
    await streamRecords(file, {
      onRecord: (record) => {
        if ('session' in record && record.session !== session) return;
        lastSeq = Math.max(lastSeq, record.seq);
        const text = recordText(record);
        if (text === '') return;
        scanned += 1;
        if (this.#matches(record.seq, text)) seqs.push(record.seq);
      },
      onPiece: report,
    });
    await report();
    await credit.settled();
    return lastSeq;
  }

  /** Reads the texts of records; gives the last seq, -1 for none. */
  async texts(texts: readonly (readonly [number, string])[]): Promise<number> {
    const seqs = texts.filter(([seq, text]) => this.#matches(seq, text)).map(([seq]) => seq);
    await this.#taker.found(seqs, texts.length);
    return texts.at(-1)?.[0] ?? -1;
  }

  ranges(text: string): readonly TextRange[] {
    return this.#watched(0, () => this.#matcher.ranges(text, MOST_RANGES));
  }

  #matches(seq: number, text: string): boolean {
    return this.#watched(seq, () => this.#matcher.test(text));
  }

  #watched<Value>(seq: number, work: () => Value): Value {
    this.#beat[0] = (this.#beat[0] ?? 0) + 1;
    this.#beat[1] = seq + 1;
    const value = work();
    this.#beat[1] = 0;
    return value;
  }
}
