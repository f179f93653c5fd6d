import type { Outcome } from '../frame/outcome.ts';
import type { Tier } from '../frame/tier.ts';
import type { Pair } from './align.ts';
import type { NoiseFilter } from './noise-filter.ts';
import type { RunFinding } from './run.ts';
import { type TierDirection, tierDirection } from './tier-rank.ts';

/** One way in which an exchange differs from the one of the run before. */
export type Change =
  | { readonly kind: 'tier'; readonly before: Tier; readonly after: Tier; readonly direction: TierDirection }
  | { readonly kind: 'outcome'; readonly before: Outcome; readonly after: Outcome }
  | { readonly kind: 'code'; readonly before: string; readonly after: string }
  | { readonly kind: 'message'; readonly before: string; readonly after: string }
  /** Excerpts from where the results part, noise set aside. */
  | ({ readonly kind: 'result' } & Excerpts)
  /** Milliseconds. */
  | { readonly kind: 'latency'; readonly before: number; readonly after: number }
  | {
      readonly kind: 'findings';
      readonly gained: readonly RunFinding[];
      readonly lost: readonly RunFinding[];
    };

/** The kinds of changes, in the order of their weight. */
export const CHANGE_KINDS = ['tier', 'outcome', 'code', 'message', 'result', 'latency', 'findings'] as const;

/** A latency counts as changed where it is both this many times and this many milliseconds apart. */
export type LatencyThreshold = { readonly times: number; readonly milliseconds: number };
export const LATENCY_THRESHOLD: LatencyThreshold = { times: 2, milliseconds: 100 };

/** What changed from one exchange to the other, noise set aside, the weightiest first. */
export function changesOf(
  { before, after }: Pair,
  noise: NoiseFilter,
  threshold: LatencyThreshold = LATENCY_THRESHOLD,
): readonly Change[] {
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
  if (apart(before.durationMs, after.durationMs, threshold)) {
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

function apart(before: number, after: number, { times, milliseconds }: LatencyThreshold): boolean {
  if (before < 0 || after < 0) return false;
  const [less, more] = before < after ? [before, after] : [after, before];
  return more - less >= milliseconds && more >= less * times;
}

/** The items that `others` has no counterpart for; equal ones count as often as they occur. */
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

export type Excerpts = { readonly before: string; readonly after: string };

const LEAD = 30;
const LENGTH = 160;

/** Where two texts part: an excerpt of each, from a little before the first difference. Empty for an empty text. */
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
