import type { FilterKey } from './filter-keys.ts';

/** The term of a filter that fits this text and no other, whatever its characters; in quotes if it has to be. */
export function filterTerm(key: FilterKey, value: string): string {
  return `${key}:${/^[\w./:@-]+$/.test(value) ? value : inQuotes(value)}`;
}

/** Equal parts of a stretch of time, in milliseconds since the recording began. */
type PartedTime = { readonly from: number; readonly to: number; readonly parts: number };

/** The terms for the rows of one part of a time; the first and the last part have no end outwards. */
export function partTerms(part: number, { from, to, parts }: PartedTime): string[] {
  const width = Math.max(to - from, 1) / parts;
  return [
    ...(part === 0 ? [] : [`at:>=${milliseconds(from + part * width)}ms`]),
    ...(part === parts - 1 ? [] : [`at:<${milliseconds(from + (part + 1) * width)}ms`]),
  ];
}

/** As exact as a filter is. */
function milliseconds(at: number): number {
  return Math.max(0, Math.round(at * 1000) / 1000);
}

/** The text as the filter reads it to the letter. */
export function inQuotes(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
