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
  /** Called after each page and each new state; the caller batches these per frame. */
  readonly onChange: () => void;
  /** Called with a sentence if the host refuses a page or the connection fails. */
  readonly onFault: (sentence: string) => void;
  /** Yields between two pages of rows. */
  readonly yieldTurn: () => Promise<void>;
};

/** How many rows to request at once: a few milliseconds of work, far below a noticeable stall. */
const PAGE_ROWS = 2500;
/** The minimum of last rows to keep; a growing log is trimmed at twice this number. */
const HELD_ROWS = 20_000;
/** The limit of earlier rows kept on request; beyond it, all are dropped. */
const FAR_ROWS = 5000;

/**
 * The screen's copy of the last rows of one session; earlier ones are loaded on demand. The host only announces the
 * log's length; the mirror requests what it lacks, one page at a time, so that a slow screen slows only itself. The
 * same rule covers first load, growth, reload and reconnect:
 * - a page that starts before the end of the table: known rows are skipped;
 * - a page that starts beyond it (an answer to another epoch of the mirror): ignored;
 * - a change to a row that is not loaded: ignored, since the row arrives with its changes.
 */
export class LogMirror {
  readonly #options: MirrorOptions;
  readonly #shown = new Map<number, Row>();
  /** By seq; undefined for a row that the log does not have. */
  readonly #far = new Map<number, Row | undefined>();
  readonly #wanted = new Set<number>();
  readonly #watchers = new Set<() => void>();
  #reading: Promise<void> | undefined;
  #table = new RowTable();
  /** How many rows of the log precede the table. */
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

  /** The last rows of the log, in order; trimming creates a new table. */
  get table(): RowTable {
    return this.#table;
  }

  /** The host's latest report on the log: counts and length. */
  get state(): LogState {
    return this.#state;
  }

  get length(): number {
    return this.#base + this.#table.length;
  }

  /** True if every reported row and change is loaded. */
  get upToDate(): boolean {
    return this.length >= this.#state.length && this.#patches >= this.#state.patches;
  }

  /** The row with this `seq`: the same object until it changes. Undefined if there is none, or if not loaded yet. */
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

  /** The same without loading it. */
  known(seq: number): Row | undefined {
    return this.#table.indexOf(seq) < 0 ? this.#far.get(seq) : this.rowOf(seq);
  }

  /** Keeps a row that came another way. */
  keep(row: Row): void {
    if (this.#table.indexOf(row.seq) >= 0) return;
    if (this.#far.size > FAR_ROWS) this.#far.clear();
    this.#far.set(row.seq, row);
  }

  /** `changed` is called for all news: rows, changes to them, counts. */
  watch(changed: () => void): void {
    this.#watchers.add(changed);
  }

  #changed(): void {
    this.#options.onChange();
    for (const changed of this.#watchers) changed();
  }

  /** Loads the row with this `seq`; undefined if the log has none. */
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

  /** The seq of the last loaded row; 0 for none. */
  get #lastSeq(): number {
    const { length } = this.#table;
    return length === 0 ? 0 : this.#table.columns.seq.at(length - 1);
  }

  /** Loads all rows requested in this turn. */
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

  /** Handles the host's report, and requests what is missing. Ignores outdated reports. */
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
      // A mirror this far behind only reads the end, whose rows arrive with their changes.
      this.#begin(this.#state.length - HELD_ROWS, new RowTable());
      this.#far.clear();
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

  /** Requests the page after a full one before applying it, so that host and screen work in parallel. */
  #readAhead({ from, rows, length, patchesTo }: RowPage): void {
    const count = blockLength(rows);
    const next = from + count;
    if (count < PAGE_ROWS || next >= length) return;
    this.#ahead = this.#read(next, patchesTo);
    // If this epoch of the mirror ends, nobody awaits it.
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
    // Rows that the log lacked when they were requested may have arrived.
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
