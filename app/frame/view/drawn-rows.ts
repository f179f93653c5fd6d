import type { Row } from '../row.ts';
import type { ListedLog } from './row-source.ts';

export class DrawnRows {
  readonly all: Row[] = [];
  readonly #places = new Map<string, number>();

  placeOf({ session, table }: ListedLog, index: number): number {
    const key = `${session} ${index}`;
    const known = this.#places.get(key);
    const row = known === undefined ? table.row(index) : undefined;
    if (row === undefined) return known ?? -1;
    this.#places.set(key, this.all.length);
    return this.all.push(row) - 1;
  }
}
