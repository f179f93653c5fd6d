import {
  byteFilter,
  type TextMatcher,
  type TextRange,
  type TextSearch,
  textMatcher,
} from '../../app/frame/query/text-matcher.ts';
import { Credit } from '../system/worker-channel.ts';
import { type FoundLines, linesIn, type PartSearch, type SearchedPart } from './search-part.ts';

/** The limit of matches in one record that the screen marks. */
const MAX_RANGES = 2000;

/** How many reports may be in flight, so that a fast reader does not fill the memory. */
const REPORTS_AHEAD = 4;
const REPORT_EVERY_MS = 40;

/** Takes the seqs of matching records and the number of records read, both since the last report. */
export type FoundSink = { found(seqs: readonly number[], scanned: number): Promise<void> | void };

/** Also takes matching lines, which an index must confirm as records. */
export type ScanSink = FoundSink & { lines(found: FoundLines): Promise<void> | void };

export type SearchWorkerData = {
  readonly search: TextSearch;
  /** Two numbers: how many texts were started, and the current seq plus 1; 0 between texts. */
  readonly beat: SharedArrayBuffer;
};

/** Reads records and reports matches. Runs in any thread: see `search-worker.ts`. */
export class SearchScan {
  readonly #partSearch: PartSearch;
  readonly #matcher: TextMatcher;
  readonly #taker: ScanSink;
  readonly #beat: Float64Array;

  /** `beat` is updated around every text, so that another thread can detect a hang. */
  constructor({ search, beat }: SearchWorkerData, taker: ScanSink) {
    const matcher = textMatcher(search);
    if (!matcher.ok) throw new Error(matcher.error);
    this.#matcher = matcher.value;
    this.#beat = new Float64Array(beat);
    this.#taker = taker;
    const matches = (seq: number, text: string) => this.#matches(seq, text);
    this.#partSearch = { filter: byteFilter(search), matches, textOf };
  }

  /** Reports the matching lines of a part, for an index to confirm; false if it did not reach the end of the part. */
  async lines(part: SearchedPart): Promise<boolean> {
    const reports = new Reports(({ seqs, offsets, reached }) =>
      this.#taker.lines({ seqs, offsets, reached }),
    );
    for await (const { seqs, offsets, reached } of linesIn(part, this.#partSearch)) {
      for (const seq of seqs) reports.seqs.push(seq);
      for (const offset of offsets) reports.offsets.push(offset);
      reports.reached = reached;
      await reports.sendInTime();
    }
    await reports.sendAll();
    return reports.reached === part.to;
  }

  /** Reads the records of one session, and those of no session, as far as possible. Returns the last seq, or -1. */
  async whole(file: string, session: string): Promise<number> {
    const { streamRecords } = await import('../recording/load-recording.ts');
    const { recordText } = await import('../../app/frame/query/text-matcher.ts');
    const reports = new Reports(({ seqs, scanned }) => this.#taker.found(seqs, scanned));
    let lastSeq = -1;
    await streamRecords(file, {
      onRecord: (record) => {
        if ('session' in record && record.session !== session) return;
        lastSeq = Math.max(lastSeq, record.seq);
        const text = recordText(record);
        if (text === '') return;
        reports.scanned += 1;
        if (this.#matches(record.seq, text)) reports.seqs.push(record.seq);
      },
      onPiece: () => reports.sendInTime(),
    });
    await reports.sendAll();
    return lastSeq;
  }

  /** Searches the texts of records; returns the last seq, -1 for none. */
  async texts(texts: readonly (readonly [number, string])[]): Promise<number> {
    const seqs = texts.filter(([seq, text]) => this.#matches(seq, text)).map(([seq]) => seq);
    await this.#taker.found(seqs, texts.length);
    return texts.at(-1)?.[0] ?? -1;
  }

  ranges(text: string): readonly TextRange[] {
    return this.#watched(0, () => this.#matcher.ranges(text, MAX_RANGES));
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

/** Matches that are not reported yet. */
class Reports {
  seqs: number[] = [];
  scanned = 0;
  /** For lines: their offsets, and how far the part is searched. */
  offsets: number[] = [];
  reached = 0;
  readonly #report: (found: Reports) => Promise<void> | void;
  readonly #credit = new Credit(REPORTS_AHEAD);
  #sentAt = 0;

  constructor(report: (found: Reports) => Promise<void> | void) {
    this.#report = report;
  }

  /** Reports what there is, but only occasionally: each report costs the host a turn. */
  async sendInTime(): Promise<void> {
    if (performance.now() - this.#sentAt >= REPORT_EVERY_MS) await this.#send();
  }

  /** Reports the rest; resolves when every report was taken. */
  async sendAll(): Promise<void> {
    await this.#send();
    await this.#credit.settled();
  }

  #send(): Promise<void> {
    const reported = Promise.resolve(this.#report(this));
    this.seqs = [];
    this.offsets = [];
    this.scanned = 0;
    this.#sentAt = performance.now();
    return this.#credit.spend(reported);
  }
}

/** Loading the rules of the format takes longer than searching most files, and few lines need them. */
async function textOf(line: string): Promise<string | undefined> {
  const { readLine } = await import('../../app/recording/read-line.ts');
  const { recordText } = await import('../../app/frame/query/text-matcher.ts');
  const read = readLine(line);
  return read.kind === 'record' ? recordText(read.record) : undefined;
}
