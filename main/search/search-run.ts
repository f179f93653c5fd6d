import { setTimeout as pause } from 'node:timers/promises';
import { err, errorMessage, ok, type Result } from '../../app/base/result.ts';
import type { SearchPage } from '../../app/contract/search-commands.ts';
import {
  isComposed,
  recordText,
  type TextRange,
  type TextSearch,
} from '../../app/frame/query/text-matcher.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import { IndexSet } from '../../app/frame/view/index-set.ts';
import type { RecordIndex } from '../recording/record-index.ts';
import { SearchScanner } from './search-scanner.ts';

export type SearchTarget = {
  readonly session: string;
  readonly label: string;
  readonly table: RowTable;
  /** The recording that contains its records and the session's name in it; `file` is empty for none. */
  readonly file: string;
  readonly recorded: string;
  /** Where all of its records in the recording are, if known. */
  readonly places: () => Promise<RecordIndex | undefined>;
  records(first: number, last: number, limit: number): Promise<readonly KnownRecord[]>;
};

/** The number of records passed on at once; this thread reads only what the recording did not contain yet. */
const TAIL_RECORDS = 500;
/** How long an answer waits for a match, in milliseconds. */
const PATIENCE_MS = 150;

type Reading = SearchTarget & {
  lastSeq: number;
  fileRead: boolean;
  scanned: number;
  readonly found: IndexSet;
};

/** One search over some sessions: each recording is read once, and later records are searched at each poll. */
export class SearchRun {
  readonly #readings: readonly Reading[];
  readonly #scanner: SearchScanner;
  readonly #faults: string[] = [];
  #fault = '';
  /** The number of matches in the last answer. */
  #reported = 0;
  /** The session that the scanner is reading. */
  #scanned: Reading | undefined;
  #reading: Promise<void> | undefined;

  constructor(search: TextSearch, targets: readonly SearchTarget[], script: string | undefined) {
    const nothing = { lastSeq: -1, fileRead: false, scanned: 0 };
    this.#readings = targets.map((target) => ({ ...target, ...nothing, found: new IndexSet() }));
    const found = (seqs: readonly number[], scanned: number) => this.#found(seqs, scanned);
    this.#scanner = new SearchScanner(search, script, { found });
  }

  /** The seqs of a session's matching records; undefined for a session that is not searched. */
  matches(session: string): IndexSet | undefined {
    return this.#readings.find((one) => one.session === session)?.found;
  }

  /** The progress of the search; waits briefly if nothing new was found. Fails once the search has ended. */
  async next(): Promise<Result<SearchPage>> {
    if (this.#fault === '' && !this.#upToDate) this.#reading ??= this.#read();
    if (this.#reading !== undefined && this.#foundNow === this.#reported) {
      await Promise.race([this.#reading, pause(PATIENCE_MS)]);
    }
    if (this.#fault !== '') return err(this.#fault);
    this.#reported = this.#foundNow;
    return ok({
      found: this.#reported,
      scanned: this.#readings.reduce((sum, { scanned }) => sum + scanned, 0),
      total: this.#readings.reduce((sum, { table }) => sum + table.length, 0),
      done: this.#reading === undefined && this.#upToDate,
      faults: [...this.#faults],
    });
  }

  async ranges(session: string, seq: number): Promise<Result<readonly TextRange[]>> {
    const target = this.#readings.find((one) => one.session === session);
    const [record] = (await target?.records(seq, seq, 1)) ?? [];
    if (record === undefined) return ok([]);
    const ranges = await this.#scanner.ranges(recordText(record));
    if (!ranges.ok) this.end(ranges.error);
    return this.#fault === '' ? ranges : err(this.#fault);
  }

  /** Ends the search for this reason; pending polls are answered. */
  end(fault: string): void {
    if (this.#fault !== '') return;
    this.#fault = fault;
    this.#scanner.end(fault);
  }

  get #foundNow(): number {
    return this.#readings.reduce((sum, { found }) => sum + found.length, 0);
  }

  get #upToDate(): boolean {
    return this.#readings.every((one) => one.lastSeq >= newestSeq(one.table));
  }

  async #read(): Promise<void> {
    for (const one of this.#readings) {
      if (this.#fault !== '') break;
      try {
        if (!one.fileRead) await this.#readFile(one);
        await this.#readTail(one);
      } catch (error) {
        this.#missed(one, errorMessage(error));
      }
    }
    this.#reading = undefined;
  }

  async #readFile(one: Reading): Promise<void> {
    one.fileRead = true;
    if (one.file === '') return;
    const index = await one.places();
    const places = index === undefined ? undefined : { index, composed: composedAt(one.table, index) };
    const lastSeq = await this.#scan(one, (scanner) => scanner.file(one.file, one.recorded, places));
    // Records that the file does not contain, because they are new or it is gone, come from the session.
    one.lastSeq = Math.max(one.lastSeq, lastSeq);
  }

  async #readTail(one: Reading): Promise<void> {
    while (this.#fault === '' && one.lastSeq < newestSeq(one.table)) {
      const until = newestSeq(one.table);
      const records = await one.records(one.lastSeq + 1, until, TAIL_RECORDS);
      const texts = records.map((record) => [record.seq, recordText(record)] as const);
      if (texts.length === 0) one.lastSeq = until;
      else one.lastSeq = Math.max(one.lastSeq, await this.#scan(one, (scanner) => scanner.texts(texts)));
    }
  }

  /** A session whose records cannot be read is skipped, with a reason, until it grows. */
  #missed(one: Reading, reason: string): void {
    one.lastSeq = newestSeq(one.table);
    const sentence = `${one.label} could not be searched to its end. ${reason}`;
    if (!this.#faults.includes(sentence)) this.#faults.push(sentence);
  }

  /** Returns the last seq that the scanner read; losing the scanner ends the search. */
  async #scan(one: Reading, start: (scanner: SearchScanner) => Promise<Result<number>>): Promise<number> {
    this.#scanned = one;
    const lastSeq = await start(this.#scanner);
    if (lastSeq.ok) return lastSeq.value;
    this.end(lastSeq.error);
    return newestSeq(one.table);
  }

  #found(seqs: readonly number[], scanned: number): void {
    const one = this.#scanned;
    if (one === undefined || this.#fault !== '') return;
    for (const seq of seqs) one.found.set(seq, true);
    one.scanned += scanned;
  }
}

/** The ascending offsets of a session's records whose bytes cannot tell whether they match. */
function composedAt({ columns, length }: RowTable, places: RecordIndex): readonly number[] {
  const composed: number[] = [];
  for (let row = 0; row < length; row += 1) {
    const offset = isComposed(columns.kind.at(row)) ? places.offsetOf(columns.seq.at(row)) : undefined;
    if (offset !== undefined) composed.push(offset);
  }
  return composed;
}

function newestSeq(table: RowTable): number {
  return table.length === 0 ? -1 : table.columns.seq.at(table.length - 1);
}
