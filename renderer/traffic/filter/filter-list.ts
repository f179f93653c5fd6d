import type { SavedFilter } from '../../../app/contract/search-commands.ts';
import type { ErrorTier } from '../../../app/frame/tier.ts';

type Filters = readonly SavedFilter[];

/** The filter in force as one text: the pressed counters become a word of it. */
export function wholeFilter(text: string, tiers: readonly ErrorTier[]): string {
  const words = text.trim();
  if (tiers.length === 0) return words;
  const head = `tier:${tiers.join(',')}`;
  if (words === '') return head;
  return /(^|\s)or(\s|$)/i.test(words) ? `${head} (${words})` : `${head} ${words}`;
}

/** The list with a filter at its end, or in the place of the one that has its name. */
export function withFilter(filters: Filters, added: SavedFilter): Filters {
  if (!hasName(filters, added.name)) return [...filters, added];
  return filters.map((one) => (sameName(one.name, added.name) ? added : one));
}

export function hasName(filters: Filters, name: string): boolean {
  return filters.some((one) => sameName(one.name, name));
}

/** The list with another name for one filter; undefined where another one has that name. */
export function renamed(filters: Filters, from: string, to: string): Filters | undefined {
  if (!sameName(from, to) && hasName(filters, to)) return undefined;
  return filters.map((one) => (one.name === from ? { ...one, name: to } : one));
}

/** The list with one filter a place further up (-1) or down (1), where there is one. */
export function moved(filters: Filters, name: string, step: 1 | -1): Filters {
  const at = filters.findIndex((one) => one.name === name);
  const [one, other] = [filters[at], filters[at + step]];
  if (one === undefined || other === undefined) return filters;
  const next = [...filters];
  next[at] = other;
  next[at + step] = one;
  return next;
}

/** The list with a filter back at the place that it had. */
export function restored(filters: Filters, filter: SavedFilter, at: number): Filters {
  return hasName(filters, filter.name) ? filters : [...filters.slice(0, at), filter, ...filters.slice(at)];
}

function sameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
