import type { Result } from '../../../app/base/result.ts';
import type { CommandInput, RowPage } from '../../../app/contract/commands.ts';
import type { LogState } from '../../../app/contract/session-info.ts';
import type { Row } from '../../../app/frame/row.ts';
import { blockLength, type RowBlock, RowTable } from '../../../app/frame/row-table.ts';
import { noCounts } from '../../../app/session/exchange.ts';
import { PulledPages } from './pulled-pages.ts';

/** Something derived from the rows that follows them as they come. */
export type RowFollower = {
  /** The table has new rows: those from the index `from` on, up to but not including `end`. */
  added?(table: RowTable, from: number, end: number): void;
  /** `before` is the row as it was. A follower leaves out what does not concern it. */
  changed?(row: Row, before: Row, index: number): void;
};

export type MirrorOptions = {
  readonly session: string;
  readonly read: (input: CommandInput<'readRows'>) => Promise<Result<RowPage>>;
  /** Called after each page and each new state; the caller gathers these per frame. */
  readonly onChange: () => void;
  /** Called with a sentence if the host refuses a page or the connection fails. */
  readonly onFault: (sentence: string) => void;
  /** Lets the page breathe between two pages of rows. */
  readonly yieldTurn: () => Promise<void>;
};

/** Rows asked for at once: some milliseconds of work, far below a stall that a user could notice. */
const PAGE_ROWS = 2500;

/**
 * The screen's copy of one session's rows. The host only announces how far the log has grown; the mirror
 * asks for what it lacks, one page at a time, so a slow screen slows nothing but itself. The same rule
 * serves first load, growth, reload and reconnect:
 * - a page that begins before the end of the table: rows already held are skipped;
 * - a page that begins beyond it (an answer to another epoch of the mirror): ignored;
 * - a change of a row not held yet: ignored, the row comes with the change in it.
 */
export class LogMirror {
  readonly #options: MirrorOptions;
  readonly #followers: RowFollower[] = [];
  readonly #shown = new Map<number, Row>();
  readonly #table = new RowTable();
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

  get table(): RowTable {
    return this.#table;
  }

  /** What the host last reported of the log: counts, and how far it has grown. */
  get state(): LogState {
    return this.#state;
  }

  /** Rows held here. */
  get length(): number {
    return this.#table.length;
  }

  /** True if every row and change that the host reported is here. */
  get upToDate(): boolean {
    return this.#table.length >= this.#state.length && this.#patches >= this.#state.patches;
  }

  follow(follower: RowFollower): void {
    this.#followers.push(follower);
  }

  /** The row at `index`: the same object until the row changes, so that a drawn row can be kept. */
  row(index: number): Row | undefined {
    const known = this.#shown.get(index);
    if (known !== undefined) return known;
    const row = this.#table.row(index);
    if (row === undefined) return undefined;
    if (this.#shown.size > 2000) this.#shown.clear();
    this.#shown.set(index, row);
    return row;
  }

  /** The row of `seq`, or undefined if it is not held. */
  rowOf(seq: number): Row | undefined {
    return this.row(this.#table.indexOf(seq));
  }

  /** Takes what the host reported, and asks for what is missing. A state older than the last changes nothing. */
  heard(state: LogState): void {
    if (state.length < this.#state.length || state.patches < this.#state.patches) return;
    this.#state = state;
    this.#options.onChange();
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
    return ahead ?? this.#read(this.#table.length, this.#patches);
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
    const length = this.#table.length;
    const patches = this.#patches;
    if (page.from <= length) {
      this.#table.append(page.rows, length - page.from);
      this.#added(length);
    }
    this.#change(page.changed);
    this.#patches = Math.max(patches, page.patchesTo);
    if (page.length >= this.#state.length && page.patches >= this.#state.patches) this.#state = stateOf(page);
    const isNew = this.#table.length > length || this.#patches > patches;
    if (isNew) this.#options.onChange();
    else this.#ahead = undefined;
    return isNew;
  }

  #added(from: number): void {
    const end = this.#table.length;
    if (end === from) return;
    for (const follower of this.#followers) follower.added?.(this.#table, from, end);
  }

  #change(changed: RowBlock): void {
    if (blockLength(changed) === 0) return;
    const rows = new RowTable();
    rows.append(changed);
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows.row(at);
      const index = row === undefined ? -1 : this.#table.indexOf(row.seq);
      const before = this.#table.row(index);
      if (row === undefined || before === undefined) continue;
      this.#table.patchAt(index, row);
      this.#shown.delete(index);
      for (const follower of this.#followers) follower.changed?.(row, before, index);
    }
  }
}

function stateOf(page: RowPage): LogState {
  const { session, length, patches, counts, dropped, findings, texts } = page;
  const state = { session, length, patches, counts, dropped, findings };
  return texts === undefined ? state : { ...state, texts };
}
