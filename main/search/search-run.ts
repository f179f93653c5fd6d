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
  /** The recording that holds its records, and its name there; an empty file for none. */
  readonly file: string;
  readonly recorded: string;
  /** Where all of its records lie in the recording by now, if that is known. */
  readonly places: () => Promise<RecordIndex | undefined>;
  records(first: number, last: number, limit: number): Promise<readonly KnownRecord[]>;
};

/** Records handed over at once: what is read by this thread is what the recording did not hold yet. */
const TAIL_RECORDS = 500;
/** How long an answer waits for a match. */
const PATIENCE_MS = 150;

type Reading = SearchTarget & {
  lastSeq: number;
  fileRead: boolean;
  scanned: number;
  readonly found: IndexSet;
};

/** One search over some sessions: each recording is read once, and what comes later is looked at with each question. */
export class SearchRun {
  readonly #readings: readonly Reading[];
  readonly #scanner: SearchScanner;
  readonly #faults: string[] = [];
  #fault = '';
  /** How many matches the last answer knew. */
  #reported = 0;
  /** The session whose recording or records the scanner reads. */
  #scanned: Reading | undefined;
  #reading: Promise<void> | undefined;

  constructor(search: TextSearch, targets: readonly SearchTarget[], script: string | undefined) {
    const nothing = { lastSeq: -1, fileRead: false, scanned: 0 };
    this.#readings = targets.map((target) => ({ ...target, ...nothing, found: new IndexSet() }));
    const found = (seqs: readonly number[], scanned: number) => this.#found(seqs, scanned);
    this.#scanner = new SearchScanner(search, script, { found });
  }

  /** The seqs of the records of a session that hold the text; undefined for a session that is not searched. */
  matches(session: string): IndexSet | undefined {
    return this.#readings.find((one) => one.session === session)?.found;
  }

  /** How far the search is; waits a moment if nothing was found since the last call. Fails once the search is ended. */
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

  /** Ends the search for this reason; whatever waits gets its answer. */
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
    // What the file does not give, because it is new or gone, is asked of the session.
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

  /** A session whose records cannot be read is left, with its reason, until it grows. */
  #missed(one: Reading, reason: string): void {
    one.lastSeq = newestSeq(one.table);
    const sentence = `${one.label} could not be searched to its end. ${reason}`;
    if (!this.#faults.includes(sentence)) this.#faults.push(sentence);
  }

  /** Gives the last seq that the scanner read; a scanner that is gone ends the search. */
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

/** Where the records of a session begin of which no bytes tell whether they match, in order. */
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
