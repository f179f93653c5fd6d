import { groupedBy } from '../../base/grouped-by.ts';
import type { Outcome } from '../../frame/row.ts';
import { TIERS, type Tier } from '../../frame/tier.ts';
import type { NoiseFilter } from './noise-filter.ts';
import type { Run, RunExchange, RunFinding } from './run-reader.ts';

export type Change =
  | { readonly kind: 'tier'; readonly before: Tier; readonly after: Tier; readonly direction: TierDirection }
  | { readonly kind: 'outcome'; readonly before: Outcome; readonly after: Outcome }
  | { readonly kind: 'code'; readonly before: string; readonly after: string }
  | { readonly kind: 'message'; readonly before: string; readonly after: string }
  /** Excerpts from where the results differ, apart from noise. */
  | ({ readonly kind: 'result' } & Excerpts)
  /** Milliseconds. */
  | { readonly kind: 'latency'; readonly before: number; readonly after: number }
  | {
      readonly kind: 'findings';
      readonly gained: readonly RunFinding[];
      readonly lost: readonly RunFinding[];
    };

export const CHANGE_KINDS = ['tier', 'outcome', 'code', 'message', 'result', 'latency', 'findings'] as const;

/** A latency counts as changed if it differs both by this factor and by this many milliseconds. */
const LATENCY = { times: 2, milliseconds: 100 };

/** What changed between two exchanges, apart from noise, most important first. */
export function changesOf({ before, after }: Pair, noise: NoiseFilter): readonly Change[] {
  const changes: Change[] = [];
  const direction = tierDirection(before.tier, after.tier);
  if (direction !== undefined) {
    changes.push({ kind: 'tier', before: before.tier, after: after.tier, direction });
  } else if (before.outcome !== after.outcome) {
    changes.push({ kind: 'outcome', before: before.outcome, after: after.outcome });
  }
  if (before.code !== after.code) changes.push({ kind: 'code', before: before.code, after: after.code });
  if (differ(before.message, after.message, noise.text)) {
    changes.push({ kind: 'message', before: before.message, after: after.message });
  }
  const quiet = (text: string): string => noise.json(text, 'result');
  if (differ(before.result, after.result, quiet)) {
    changes.push({ kind: 'result', ...firstDifference(quiet(before.result), quiet(after.result)) });
  }
  if (apart(before.durationMs, after.durationMs)) {
    changes.push({ kind: 'latency', before: before.durationMs, after: after.durationMs });
  }
  const gained = onlyIn(after.findings, before.findings, ({ rule }) => rule);
  const lost = onlyIn(before.findings, after.findings, ({ rule }) => rule);
  if (gained.length + lost.length > 0) changes.push({ kind: 'findings', gained, lost });
  return changes;
}

function differ(before: string, after: string, quiet: (text: string) => string): boolean {
  return before !== after && quiet(before) !== quiet(after);
}

function apart(before: number, after: number): boolean {
  if (before < 0 || after < 0) return false;
  const [less, more] = before < after ? [before, after] : [after, before];
  return more - less >= LATENCY.milliseconds && more >= less * LATENCY.times;
}

/** The first of each set of equal items, ignoring numbers and times, with their count. */
export function foldedEqual<Item>(items: readonly Item[]): (readonly [first: Item, times: number])[] {
  const keyOf = (item: Item) =>
    JSON.stringify(item, (_, value: unknown) => (typeof value === 'number' ? undefined : value));
  return [...groupedBy(items, keyOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, 1 + others.length] as const],
  );
}

/** The count after a name; empty for one. */
export function timesText(times: number): string {
  return times === 1 ? '' : ` ×${times}`;
}

/** The items without a counterpart in `others`; equal ones are matched one to one. */
export function onlyIn<Item>(
  items: readonly Item[],
  others: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(keyOf(other), (left.get(keyOf(other)) ?? 0) + 1);
  return items.filter((item) => {
    const count = left.get(keyOf(item)) ?? 0;
    if (count > 0) left.set(keyOf(item), count - 1);
    return count === 0;
  });
}

type Excerpts = { readonly before: string; readonly after: string };

const LEAD = 30;
const LENGTH = 160;

/** An excerpt of each text, from a little before their first difference. Empty for an empty text. */
function firstDifference(before: string, after: string): Excerpts {
  let place = 0;
  while (place < before.length && before[place] === after[place]) place += 1;
  const start = place <= LEAD ? 0 : place - LEAD;
  return { before: excerpt(before, start), after: excerpt(after, start) };
}

function excerpt(text: string, start: number): string {
  const end = start + LENGTH;
  const shown = text.slice(start, end).replaceAll(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return `${start > 0 && text !== '' ? '…' : ''}${shown}${text.length > end ? '…' : ''}`;
}

type TierDirection = 'worse' | 'better';

/** The direction in which a tier changed; undefined if it did not. */
export function tierDirection(before: Tier, after: Tier): TierDirection | undefined {
  if (before === after) return undefined;
  return TIERS.indexOf(after) > TIERS.indexOf(before) ? 'worse' : 'better';
}

export type Pair = { readonly before: RunExchange; readonly after: RunExchange };

type Alignment = {
  /** In the order of the earlier run. */
  readonly pairs: readonly Pair[];
  readonly onlyBefore: readonly RunExchange[];
  readonly onlyAfter: readonly RunExchange[];
};

/** A handshake happens once, and each client fills it in differently. */
const BY_METHOD = new Set(['initialize', 'server/discover']);

/** Matches exchanges with the same request in the other run; the rest is matched again without noise. */
export function alignExchanges(before: Run, after: Run, noise: NoiseFilter): Alignment {
  const exact = pairUp(before.exchanges, after.exchanges, (exchange) => keyOf(exchange));
  const loose = pairUp(exact.onlyBefore, exact.onlyAfter, (exchange) => noise.text(keyOf(exchange, noise)));
  const pairs = [...exact.pairs, ...loose.pairs].sort((a, b) => a.before.requestSeq - b.before.requestSeq);
  return { ...loose, pairs };
}

function keyOf({ sender, method, target, params }: RunExchange, noise?: NoiseFilter): string {
  if (BY_METHOD.has(method)) return `${sender} ${method}`;
  return `${sender} ${method} ${target} ${noise === undefined ? params : noise.json(params, 'params')}`;
}

function pairUp(
  before: readonly RunExchange[],
  after: readonly RunExchange[],
  keyed: (exchange: RunExchange) => string,
): Alignment {
  const waiting = groupedBy(after, keyed);
  const used = new Map<string, number>();
  const taken = new Set<RunExchange>();
  const pairs: Pair[] = [];
  const onlyBefore: RunExchange[] = [];
  for (const exchange of before) {
    const key = keyed(exchange);
    const place = used.get(key) ?? 0;
    const other = waiting.get(key)?.[place];
    if (other === undefined) {
      onlyBefore.push(exchange);
      continue;
    }
    used.set(key, place + 1);
    taken.add(other);
    pairs.push({ before: exchange, after: other });
  }
  return { pairs, onlyBefore, onlyAfter: after.filter((exchange) => !taken.has(exchange)) };
}
