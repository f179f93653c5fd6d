import { recordText } from '../../app/query/record-text.ts';
import { type TextMatcher, type TextSearch, textMatcher } from '../../app/query/text-matcher.ts';
import { streamRecords } from '../recording/record-stream.ts';
import type { SearchNews, SearchOrder } from './search-message.ts';

/** Matches in one record that the screen may mark. */
const MOST_RANGES = 2000;

/** Reads records and tells which of them match. It runs wherever it is made: see `search-worker.ts`. */
export class SearchScan {
  readonly #matcher: TextMatcher;
  readonly #tell: (news: SearchNews) => void;
  readonly #beat: Float64Array;

  /** `beat` is written around every text, so that another thread sees where this one hangs. */
  constructor(search: TextSearch, beat: Float64Array, tell: (news: SearchNews) => void) {
    const matcher = textMatcher(search);
    if (!matcher.ok) throw new Error(matcher.error);
    this.#matcher = matcher.value;
    this.#beat = beat;
    this.#tell = tell;
  }

  async take(order: SearchOrder): Promise<void> {
    const { job } = order;
    switch (order.kind) {
      case 'file':
        return this.#file(job, order.file, order.session);
      case 'texts': {
        const seqs = order.texts.filter(([seq, text]) => this.#matches(seq, text)).map(([seq]) => seq);
        this.#tell({ kind: 'found', job, seqs, scanned: order.texts.length });
        return this.#tell({ kind: 'end', job, lastSeq: order.texts.at(-1)?.[0] ?? -1, fault: '' });
      }
      case 'ranges': {
        const ranges = this.#watched(0, () => this.#matcher.ranges(order.text, MOST_RANGES));
        return this.#tell({ kind: 'ranges', job, ranges });
      }
    }
  }

  async #file(job: number, file: string, session: string): Promise<void> {
    let seqs: number[] = [];
    let scanned = 0;
    let lastSeq = -1;
    const tell = (): void => {
      this.#tell({ kind: 'found', job, seqs, scanned });
      seqs = [];
      scanned = 0;
    };
    const read = await streamRecords(file, {
      onRecord: (record) => {
        if ('session' in record && record.session !== session) return;
        lastSeq = Math.max(lastSeq, record.seq);
        const text = recordText(record);
        if (text === '') return;
        scanned += 1;
        if (this.#matches(record.seq, text)) seqs.push(record.seq);
      },
      onPiece: tell,
    });
    tell();
    this.#tell({ kind: 'end', job, lastSeq, fault: read.ok ? '' : read.error });
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
