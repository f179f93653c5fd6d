import { partitionPoint } from '../../base/partition-point.ts';

/** One list of a walk, in its order. */
export type OrderedList<Item> = { readonly length: number; at(index: number): Item };

/** A walk over several ordered lists as if they were one; `fits` leaves out what is not to be visited. */
export type OrderedWalk<Item> = {
  readonly lists: readonly OrderedList<Item>[];
  readonly compare: (one: Item, other: Item) => number;
  readonly fits: (item: Item) => boolean;
};

/** The next (1) or previous (-1) item from another one, around the end; from null the first or the last one. */
export function nextOf<Item>(walk: OrderedWalk<Item>, from: Item | null, step: 1 | -1): Item | undefined {
  return nearest(walk, from, step) ?? nearest(walk, null, step);
}

/** How many items of the lists come before one, whether they fit or not. */
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

/** The place of the first item after another one, or of the last one before it. */
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
