import { memberOf } from './json-scan.ts';

/** Where the value of a member stands in a text: `start` inclusive, `end` exclusive. */
export type Span = { readonly start: number; readonly end: number };

/**
 * Finds the value of a member by its path of keys from the outermost object, without parsing the rest.
 * Undefined where the text is no object or has no such member; of duplicate keys the last counts,
 * as JSON.parse has it. Expects well-formed JSON.
 */
export function memberSpan(raw: string, path: readonly string[]): Span | undefined {
  let span: Span | undefined = { start: 0, end: raw.length };
  for (const key of path) {
    if (span !== undefined) span = memberOf(raw, key, span.start);
  }
  return span;
}

/** The text with the value of one member replaced, every other byte as it was. */
export function replaceMember(raw: string, path: readonly string[], value: string): string {
  const span = memberSpan(raw, path);
  return span === undefined ? raw : raw.slice(0, span.start) + value + raw.slice(span.end);
}
