import type { FilterKey } from './filter-keys.ts';

/** The term of a filter that fits this text and no other, whatever its characters; in quotes if it has to be. */
export function filterTerm(key: FilterKey, value: string): string {
  return /^[\w./:@-]+$/.test(value) ? `${key}:${value}` : `${key}:"${value.replace(/["\\]/g, '\\$&')}"`;
}
