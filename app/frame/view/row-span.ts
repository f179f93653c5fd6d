import type { RowTable } from '../row-table.ts';
import type { RowFollower } from './row-follower.ts';

/** Milliseconds; a longer span without rows is idle. */
export const IDLE_MS = 5000;
/** Beyond this many idle spans, the others keep their length. */
const MAX_IDLE = 500;

/** From the time of a log's first row to that of its last, and when nothing came between. */
export class RowSpan implements RowFollower {
  #start = 0;
  #end = 0;
  #rows = 0;
  readonly #idle: { readonly from: number; readonly to: number }[] = [];

  /** The time of the first row, in milliseconds. */
  get start(): number {
    return this.#start;
  }

  /** The time of the last row, in milliseconds. */
  get end(): number {
    return this.#end;
  }

  /** The ordered spans without rows; a log with very many has only some of them. */
  get idle(): readonly { readonly from: number; readonly to: number }[] {
    return this.#idle;
  }

  get isEmpty(): boolean {
    return this.#rows === 0;
  }

  added(table: RowTable, from: number, end: number): void {
    for (let index = from; index < end; index += 1) {
      const at = table.columns.at.at(index);
      if (this.#rows === 0) this.#start = at;
      else if (at - this.#end > IDLE_MS && this.#idle.length < MAX_IDLE)
        this.#idle.push({ from: this.#end, to: at });
      this.#rows += 1;
      this.#end = Math.max(this.#end, at);
    }
  }
}
