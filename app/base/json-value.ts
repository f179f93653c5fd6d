import { parseBounded } from './json-depth.ts';

/** An object as `JSON.parse` gives it: string keys, anything below. */
export type JsonObject = { readonly [key: string]: unknown };

/** The value of a JSON text, cut at `MAX_LEVELS`; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return parseBounded(text);
  } catch {
    return undefined;
  }
}

/** True for a JSON object; false for arrays, null and scalars. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The string at `key`, or undefined if `value` is no object or the member is no string. */
export function stringAt(value: unknown, key: string): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const member = value[key];
  return typeof member === 'string' ? member : undefined;
}

/** Where a part of a JSON value is: member names and places in lists, from the outside in. */
export type ValuePath = readonly (string | number)[];

/** The part of `value` at `path`; undefined if there is none, which JSON itself cannot hold. */
export function valueAt(value: unknown, path: ValuePath): unknown {
  let at = value;
  for (const step of path) {
    if (Array.isArray(at) && typeof step === 'number') at = at[step];
    else if (isJsonObject(at) && typeof step === 'string' && Object.hasOwn(at, step)) at = at[step];
    else return undefined;
  }
  return at;
}

/**
 * A parsed JSON value as text, for display.
 * Never throws: V8 parses any depth but runs out of stack when it writes thousands of levels back.
 */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '(nested too deeply to show)';
  }
}

/** A parsed JSON string as it is, any other value as its JSON; never throws. */
export function plainText(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value);
}

/** One text for all ways to write the same JSON value: keys sorted, no white space. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
  return `{${members.join(',')}}`;
}

/** The number of a value that should be one or a text of one; not a number for any other value, whatever it is. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
}

/**
 * What `String` makes of any JSON value; empty for an object with a member `toString`, which `String` calls and which
 * is no function, and for lists too deep for it.
 */
export function writtenOut(value: unknown): string {
  try {
    return String(value);
  } catch {
    return '';
  }
}
