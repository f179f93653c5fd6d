import { partitionPoint } from '../../base/partition-point.ts';
import type { RowPlace, RowSource } from './row-source.ts';
import type { ViewedLog } from './view-filter.ts';
import type { Matches, MatchPlace, RowKey } from './view-page.ts';
import type { VisibleRows } from './visible-rows.ts';

/** Beyond this many matches, hidden ones are not counted: each needs a lookup. */
const MAX_COUNTED = 50_000;

type WalkedLog = { readonly session: string; readonly visible: VisibleRows; readonly viewed: ViewedLog };

/** Steps between the shown rows of a kind. */
export class ViewWalk {
  readonly #logs: readonly WalkedLog[];
  readonly #rows: RowSource;

  constructor(logs: readonly WalkedLog[], rows: RowSource) {
    this.#logs = logs;
    this.#rows = rows;
  }

  /** The next row of a kind, wrapping around; from null, the first or the last. */
  next(what: 'error' | 'bookmark' | 'frame', from: RowPlace | null, step: 1 | -1): RowPlace | undefined {
    return what === 'frame' ? this.#frameBeside(from, step) : this.#marked(what, from, step);
  }

  nextMatch(matches: Matches, from: RowKey | null, step: 1 | -1): RowKey | undefined {
    return nextOf({ ...this.#walk(matches), fits: (key) => this.#isShown(key) }, from, step);
  }

  /** Which match a row is, from 1 (0 for none), and how many matches the filter hides. */
  matchPlace(matches: Matches, row: RowKey | null): MatchPlace {
    const walk = this.#walk(matches);
    const count = walk.lists.reduce((sum, { length }) => sum + length, 0);
    const isMatch = row !== null && matches(row.session)?.has(row.seq) === true;
    const at = isMatch ? countBefore(walk, row) + 1 : 0;
    if (!this.#logs.some(({ visible }) => visible.hidden > 0)) return { count, at, hidden: 0 };
    if (count > MAX_COUNTED) return { count, at };
    let hidden = 0;
    for (const list of walk.lists) {
      for (let place = 0; place < list.length; place += 1) if (!this.#isShown(list.at(place))) hidden += 1;
    }
    return { count, at, hidden };
  }

  /** Negative if one row is before the other, shown or not. */
  compare(one: RowKey, other: RowKey): number {
    const place = ({ session, seq }: RowKey) => ({
      session,
      index: this.#logs.find((log) => log.session === session)?.viewed.index.table.indexOf(seq) ?? -1,
    });
    return this.#rows.compare(place(one), place(other));
  }

  #walk(matches: Matches) {
    const lists = this.#logs.flatMap(({ session }): OrderedList<RowKey>[] => {
      const found = matches(session);
      return found === undefined
        ? []
        : [{ length: found.length, at: (place) => ({ session, seq: found.at(place) }) }];
    });
    return { lists, compare: (one: RowKey, other: RowKey) => this.compare(one, other) };
  }

  #marked(what: 'error' | 'bookmark', from: RowPlace | null, step: 1 | -1): RowPlace | undefined {
    const rows = this.#rows;
    const lists = this.#logs.map(({ session, viewed: { index } }): OrderedList<RowPlace> => {
      const set = what === 'error' ? index.errors.rows : index.bookmarks.places;
      return { length: set.length, at: (place) => ({ session, index: set.at(place) }) };
    });
    const fits = ({ session, index }: RowPlace) =>
      what === 'error' ? rows.isListed(session, index) : rows.positionOf(session, index) >= 0;
    return nextOf({ lists, fits, compare: (one, other) => rows.compare(one, other) }, from, step);
  }

  /** The next or previous frame that passes the filter, in a single log; does not wrap around. */
  #frameBeside(from: RowPlace | null, step: 1 | -1): RowPlace | undefined {
    const [log] = this.#logs;
    if (log === undefined) return undefined;
    const { visible, session } = log;
    const { table } = log.viewed.index;
    const index = from?.index ?? -1;
    let position = step > 0 ? visible.positionFrom(index + 1) : visible.positionFrom(index) - 1;
    for (; position >= 0 && position < visible.length; position += step) {
      const found = visible.indexAt(position);
      if (table.columns.kind.at(found) === 'frame') return { session, index: found };
    }
    return undefined;
  }

  #isShown({ session, seq }: RowKey): boolean {
    const log = this.#logs.find((one) => one.session === session);
    return log?.visible.has(log.viewed.index.table.indexOf(seq)) === true;
  }
}

type OrderedList<Item> = { readonly length: number; at(index: number): Item };

/** A walk over several ordered lists as one; items that do not `fits` are skipped. */
type OrderedWalk<Item> = {
  readonly lists: readonly OrderedList<Item>[];
  readonly compare: (one: Item, other: Item) => number;
  readonly fits: (item: Item) => boolean;
};

/** The next (1) or previous (-1) item, wrapping around; from null, the first or the last. */
export function nextOf<Item>(walk: OrderedWalk<Item>, from: Item | null, step: 1 | -1): Item | undefined {
  return nearest(walk, from, step) ?? nearest(walk, null, step);
}

/** How many items in the lists come before one, fitting or not. */
export function countBefore<Item>({ lists, compare }: Omit<OrderedWalk<Item>, 'fits'>, item: Item): number {
  return lists.reduce(
    (sum, list) => sum + partitionPoint(list.length, (at) => compare(list.at(at), item) < 0),
    0,
  );
}

function nearest<Item>(walk: OrderedWalk<Item>, from: Item | null, step: 1 | -1): Item | undefined {
  const { lists, compare, fits } = walk;
  let found: Item | undefined;
  for (const list of lists) {
    let at = from === null ? (step > 0 ? 0 : list.length - 1) : beside(list, compare, from, step);
    while (at >= 0 && at < list.length && !fits(list.at(at))) at += step;
    if (at < 0 || at >= list.length) continue;
    const item = list.at(at);
    if (found === undefined || compare(item, found) * step < 0) found = item;
  }
  return found;
}

function beside<Item>(
  list: OrderedList<Item>,
  compare: OrderedWalk<Item>['compare'],
  from: Item,
  step: 1 | -1,
): number {
  const next = partitionPoint(list.length, (at) => {
    const order = compare(list.at(at), from);
    return order < 0 || (order === 0 && step > 0);
  });
  return step > 0 ? next : next - 1;
}
