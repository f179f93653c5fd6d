export type JsonObject = { readonly [key: string]: unknown };

/** Parses JSON, cut at `MAX_LEVELS`; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseBounded(text);
  } catch {
    return undefined;
  }
}

const BELOW_SPACE = /[^ -\uffff]/;
const SURROGATE = /[\ud800-\udfff]/;

/** True if `JSON.stringify` may escape some of the text; takes a third of its time. */
export function needsEscape(text: string): boolean {
  const isQuoted = text.includes('"') || text.includes('\\');
  return isQuoted || BELOW_SPACE.test(text) || SURROGATE.test(text);
}

/** Removes the byte order mark that some editors write at the start of a file. */
export function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** True for a JSON object; false for arrays, null and scalars. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The string at `key`; undefined if `value` is not an object or the member is not a string. */
export function stringAt(value: unknown, key: string): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const member = value[key];
  return typeof member === 'string' ? member : undefined;
}

/** The path to a part of a JSON value: member names and list indexes, outermost first. */
export type ValuePath = readonly (string | number)[];

/** The part of `value` at `path`; undefined if it is missing. */
export function valueAt(value: unknown, path: ValuePath): unknown {
  let at = value;
  for (const step of path) {
    if (Array.isArray(at) && typeof step === 'number') at = at[step];
    else if (isJsonObject(at) && typeof step === 'string' && Object.hasOwn(at, step)) at = at[step];
    else return undefined;
  }
  return at;
}

/** Formats a parsed JSON value for display. Never throws, however deep the value is. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '(nested too deeply to show)';
  }
}

/** A parsed JSON string as it is, any other value as JSON text; never throws. */
export function plainText(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value);
}

/** Canonical JSON text: keys sorted, no white space; equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
  return `{${members.join(',')}}`;
}

/** Converts a number or a numeric string to a number; NaN for any other value. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
}

/** `String(value)` for any JSON value; empty if `String` throws. */
export function writtenOut(value: unknown): string {
  try {
    return String(value);
  } catch {
    return '';
  }
}

/** The one depth limit: deeper parts are replaced by `CUT_TEXT`. No known MCP message has thirty levels. */
export const MAX_LEVELS = 200;

/** Replaces the part of a line beyond the limit on what is read. */
export const LEFT_OUT_TEXT = '(left out: more than is read of one line)';

export const CUT_TEXT = `(cut: nested deeper than ${MAX_LEVELS} levels)`;

/** Parses JSON down to `MAX_LEVELS`, so that recursion is safe. Throws a SyntaxError. */
export function parseBounded(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (mayBeDeep(text)) cutDeepParts(value);
  return value;
}

/** False if a text has too few brackets to nest too deeply: a cheap check that settles nearly every text. */
export function mayBeDeep(text: string): boolean {
  if (text.length <= 2 * MAX_LEVELS) return false;
  return countUpTo(text, '{', MAX_LEVELS) + countUpTo(text, '[', MAX_LEVELS) > MAX_LEVELS;
}

/** Replaces parts deeper than `MAX_LEVELS` and returns their count; `level` is the level of `value` itself. */
export function cutDeepParts(value: unknown, level = 1): number {
  if (typeof value !== 'object' || value === null || !goesBelow(value, MAX_LEVELS - level)) return 0;
  return cutIn(value, MAX_LEVELS - level);
}

/** True if `parent` nests this many levels deep. Separate from cutting, since nearly every value ends here. */
function goesBelow(parent: object, levelsLeft: number): boolean {
  if (Array.isArray(parent)) {
    for (let index = 0; index < parent.length; index += 1) {
      const child: unknown = parent[index];
      if (typeof child !== 'object' || child === null) continue;
      if (levelsLeft === 0 || goesBelow(child, levelsLeft - 1)) return true;
    }
    return false;
  }
  for (const key in parent) {
    const child: unknown = parent[key as keyof typeof parent];
    if (typeof child !== 'object' || child === null) continue;
    if (levelsLeft === 0 || goesBelow(child, levelsLeft - 1)) return true;
  }
  return false;
}

/** Recurses no deeper than the limit. */
function cutIn(parent: object, levelsLeft: number): number {
  const members = parent as { [key: string]: unknown };
  let count = 0;
  for (const [key, child] of Object.entries(members)) {
    if (typeof child !== 'object' || child === null) continue;
    if (levelsLeft > 0) {
      count += cutIn(child, levelsLeft - 1);
      continue;
    }
    members[key] = CUT_TEXT;
    count += 1;
  }
  return count;
}

function countUpTo(text: string, sign: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0 && count <= most; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}

/** The JSON type of a value: `typeof`, plus `null` and `array`. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** True if part of a value was left out when it was read, so missing members are no fault. Checks a bounded part. */
export function isReadInPart(value: unknown): boolean {
  let looks = 200_000;
  const holdsMark = (parent: unknown): boolean => {
    looks -= 1;
    if (parent === LEFT_OUT_TEXT || parent === CUT_TEXT) return true;
    if (typeof parent !== 'object' || parent === null || looks < 0) return false;
    return Object.values(parent).some(holdsMark);
  };
  return holdsMark(value);
}

/** True if two JSON values are equal; the order of object members does not matter. */
export function jsonEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => jsonEqual(item, other[index]));
  }
  if (isJsonObject(one) && isJsonObject(other)) {
    const keys = Object.keys(one);
    return (
      keys.length === Object.keys(other).length &&
      keys.every((key) => Object.hasOwn(other, key) && jsonEqual(one[key], other[key]))
    );
  }
  return one === other;
}
