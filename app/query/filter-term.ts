import type { FilterKey } from './filter-keys.ts';

/** The term of a filter that fits this text and no other, whatever its characters; in quotes if it has to be. */
export function filterTerm(key: FilterKey, value: string): string {
  return `${key}:${/^[\w./:@-]+$/.test(value) ? value : inQuotes(value)}`;
}

/** The text as the filter reads it to the letter. */
export function inQuotes(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
