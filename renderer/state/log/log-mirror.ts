import type { Result } from '../../../app/base/result.ts';
import type { CommandInput, RowPage } from '../../../app/contract/commands.ts';
import type { LogState } from '../../../app/contract/session-info.ts';
import type { Row } from '../../../app/frame/row.ts';
import { blockLength, type RowBlock, RowTable } from '../../../app/frame/row-table.ts';
import { noCounts } from '../../../app/session/exchange.ts';
import { PulledPages } from './pulled-pages.ts';

export type MirrorOptions = {
  readonly session: string;
  readonly read: (input: CommandInput<'readRows'>) => Promise<Result<RowPage>>;
  /** Reads rows that are not among the last ones. */
  readonly readFar: (seqs: readonly number[]) => Promise<Result<{ readonly rows: RowBlock }>>;
  /** Called after each page and each new state; the caller gathers these per frame. */
  readonly onChange: () => void;
  /** Called with a sentence if the host refuses a page or the connection fails. */
  readonly onFault: (sentence: string) => void;
  /** Lets the page breathe between two pages of rows. */
  readonly yieldTurn: () => Promise<void>;
};

/** Rows asked for at once: some milliseconds of work, far below a stall that a user could notice. */
const PAGE_ROWS = 2500;
/** How many of the last rows are held at least; a log that grows is cut back at twice as many. */
const HELD_ROWS = 20_000;
/** Earlier rows that are held because somebody asked for them; beyond, all are forgotten. */
const FAR_ROWS = 5000;

/**
 * The screen's copy of the last rows of one session; others come one by one as they are asked for. The host only
 * announces how far the log has grown; the mirror asks for what it lacks, one page at a time, so a slow screen slows
 * nothing but itself. The same rule serves first load, growth, reload and reconnect:
 * - a page that begins before the end of the table: rows already held are skipped;
 * - a page that begins beyond it (an answer to another epoch of the mirror): ignored;
 * - a change of a row not held yet: ignored, the row comes with the change in it.
 */
export class LogMirror {
  readonly #options: MirrorOptions;
  readonly #shown = new Map<number, Row>();
  /** By seq; undefined for a row that the log has not. */
  readonly #far = new Map<number, Row | undefined>();
  readonly #wanted = new Set<number>();
  readonly #watchers = new Set<() => void>();
  #reading: Promise<void> | undefined;
  #table = new RowTable();
  /** How many rows of the log come before those of the table. */
  #base = 0;
  readonly #pages: PulledPages<RowPage>;
  #patches = 0;
  #state: LogState;
  #ahead: Promise<Result<RowPage>> | undefined;

  constructor(options: MirrorOptions) {
    this.#options = options;
    this.#pages = new PulledPages({
      what: 'rows of the host',
      isUpToDate: () => this.upToDate,
      read: () => this.#nextPage(),
      take: (page) => this.#take(page),
      rest: options.yieldTurn,
      onFault: options.onFault,
    });
    this.#state = {
      session: options.session,
      length: 0,
      patches: 0,
      counts: noCounts(),
      dropped: 0,
      findings: 0,
    };
  }

  /** The last rows of the log, in their order; the table is another one when it was cut back. */
  get table(): RowTable {
    return this.#table;
  }

  /** What the host last reported of the log: counts, and how far it has grown. */
  get state(): LogState {
    return this.#state;
  }

  /** How many rows the log has, as far as they were read. */
  get length(): number {
    return this.#base + this.#table.length;
  }

  /** True if every row and change that the host reported is here. */
  get upToDate(): boolean {
    return this.length >= this.#state.length && this.#patches >= this.#state.patches;
  }

  /** The row of `seq`: the same object until the row changes. Undefined if there is none, or if it is still to come. */
  rowOf(seq: number): Row | undefined {
    const index = this.#table.indexOf(seq);
    if (index < 0) return this.#farRow(seq);
    const known = this.#shown.get(seq);
    if (known !== undefined) return known;
    const row = this.#table.row(index);
    if (row === undefined) return undefined;
    if (this.#shown.size > 2000) this.#shown.clear();
    this.#shown.set(seq, row);
    return row;
  }

  /** `changed` hears of all that is new: rows, changes of them, counts. */
  watch(changed: () => void): void {
    this.#watchers.add(changed);
  }

  #changed(): void {
    this.#options.onChange();
    for (const changed of this.#watchers) changed();
  }

  /** The row of `seq` once it is here; undefined if the log has none. */
  async fetchRow(seq: number): Promise<Row | undefined> {
    for (let row = this.rowOf(seq); ; row = this.rowOf(seq)) {
      if (row !== undefined || this.#reading === undefined) return row;
      await this.#reading;
    }
  }

  #farRow(seq: number): Row | undefined {
    const isBefore = this.#base > 0 && seq > 0 && seq < this.#table.columns.seq.at(0);
    const isElsewhere = isBefore || seq > this.#lastSeq;
    if (!isElsewhere || this.#far.has(seq)) return this.#far.get(seq);
    this.#wanted.add(seq);
    this.#reading ??= this.#readFar();
    return undefined;
  }

  /** The last row that is held here; 0 for none. */
  get #lastSeq(): number {
    const { length } = this.#table;
    return length === 0 ? 0 : this.#table.columns.seq.at(length - 1);
  }

  /** Reads all that is asked for in this turn. */
  async #readFar(): Promise<void> {
    await undefined;
    const seqs = [...this.#wanted].slice(0, 2000);
    this.#wanted.clear();
    const read = await this.#options.readFar(seqs);
    this.#reading = undefined;
    if (!read.ok) return this.#options.onFault(read.error);
    if (this.#far.size > FAR_ROWS) this.#far.clear();
    const table = new RowTable();
    table.append(read.value.rows);
    for (const seq of seqs) this.#far.set(seq, table.row(table.indexOf(seq)));
    this.#options.onChange();
  }

  /** Takes what the host reported, and asks for what is missing. A state older than the last changes nothing. */
  heard(state: LogState): void {
    if (state.length < this.#state.length || state.patches < this.#state.patches) return;
    this.#state = state;
    this.#changed();
    this.#pages.news();
  }

  /** After a reconnect: asks again if the last connection left a page unanswered. */
  resume(state: LogState): void {
    this.#pages.restart();
    this.#ahead = undefined;
    this.heard(state);
  }

  #nextPage(): Promise<Result<RowPage>> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (this.#state.length - this.length > HELD_ROWS) {
      // Whoever is so far behind reads only the end. These rows will come with their changes so far.
      this.#begin(this.#state.length - HELD_ROWS, new RowTable());
      this.#patches = this.#state.patches;
      return this.#read(this.length, this.#patches);
    }
    return ahead ?? this.#read(this.length, this.#patches);
  }

  #begin(base: number, table: RowTable): void {
    this.#base = base;
    this.#table = table;
    this.#shown.clear();
  }

  /** Forgets the oldest rows of a table that has grown long. */
  #cutBack(): void {
    const { length } = this.#table;
    if (length < 2 * HELD_ROWS) return;
    const last = new RowTable();
    last.append(this.#table.block(length - HELD_ROWS, length));
    this.#begin(this.#base + length - HELD_ROWS, last);
  }

  #read(from: number, patchesFrom: number): Promise<Result<RowPage>> {
    return this.#options.read({ session: this.#state.session, from, patchesFrom, limit: PAGE_ROWS });
  }

  /** Asks for the page after a full one before that is applied, so that the host and the screen work at once. */
  #readAhead({ from, rows, length, patchesTo }: RowPage): void {
    const count = blockLength(rows);
    const next = from + count;
    if (count < PAGE_ROWS || next >= length) return;
    this.#ahead = this.#read(next, patchesTo);
    // Nobody waits for it any more if this epoch of the mirror ends.
    this.#ahead.catch(() => undefined);
  }

  /** Applies a page; false if it brought nothing. */
  #take(page: RowPage): boolean {
    this.#readAhead(page);
    const { length } = this;
    const patches = this.#patches;
    const last = this.#lastSeq;
    if (page.from <= length && page.from + blockLength(page.rows) > length)
      this.#table.append(page.rows, length - page.from);
    this.#cutBack();
    this.#change(page.changed);
    this.#patches = Math.max(patches, page.patchesTo);
    if (page.length >= this.#state.length && page.patches >= this.#state.patches) this.#state = stateOf(page);
    const isNew = this.length > length || this.#patches > patches;
    // What the log had not yet when it was asked for may have come.
    if (this.length > length)
      for (const [seq, row] of this.#far) if (row === undefined && seq > last) this.#far.delete(seq);
    if (isNew) this.#changed();
    else this.#ahead = undefined;
    return isNew;
  }

  #change(changed: RowBlock): void {
    if (blockLength(changed) === 0) return;
    const rows = new RowTable();
    rows.append(changed);
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows.row(at);
      if (row === undefined) continue;
      const index = this.#table.indexOf(row.seq);
      if (index >= 0) this.#table.patchAt(index, row);
      this.#shown.delete(row.seq);
      if (this.#far.has(row.seq)) this.#far.set(row.seq, row);
    }
  }
}

function stateOf(page: RowPage): LogState {
  const { session, length, patches, counts, dropped, findings, texts } = page;
  const state = { session, length, patches, counts, dropped, findings };
  return texts === undefined ? state : { ...state, texts };
}
