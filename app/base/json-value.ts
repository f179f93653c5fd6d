export type JsonObject = { readonly [key: string]: unknown };

/** The value of a JSON text, cut at `MAX_LEVELS`; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return parseBounded(text);
  } catch {
    return undefined;
  }
}

/** The text of a file without the byte order mark that some editors write before it. */
export function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** True for a JSON object; false for arrays, null and scalars. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The string at `key`, or undefined if `value` is not an object or the member is no string. */
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

/** A parsed JSON value as text, for display. Never throws, however deep the value is. */
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

/** What `String` makes of any JSON value; empty for one that `String` cannot write. */
export function writtenOut(value: unknown): string {
  try {
    return String(value);
  } catch {
    return '';
  }
}

/** The one budget of depth: what lies deeper is replaced by `CUT_TEXT`. No known MCP message has thirty levels. */
export const MAX_LEVELS = 200;

/** Stands for what is left out of a line that holds more than is read of one. */
export const LEFT_OUT_TEXT = '(left out: more than is read of one line)';

export const CUT_TEXT = `(cut: nested deeper than ${MAX_LEVELS} levels)`;

/** The value of a JSON text down to `MAX_LEVELS`, so that recursion can bear it. Throws a SyntaxError. */
export function parseBounded(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (mayBeDeep(text)) cutDeepParts(value);
  return value;
}

/** False if a text has too few brackets to be nested too deeply, which is cheap to know and nearly always so. */
export function mayBeDeep(text: string): boolean {
  if (text.length <= 2 * MAX_LEVELS) return false;
  return countUpTo(text, '{', MAX_LEVELS) + countUpTo(text, '[', MAX_LEVELS) > MAX_LEVELS;
}

/** Replaces what lies deeper than `MAX_LEVELS`, and gives how many parts; `level` is that of the value itself. */
export function cutDeepParts(value: unknown, level = 1): number {
  if (typeof value !== 'object' || value === null || !goesBelow(value, MAX_LEVELS - level)) return 0;
  return cutIn(value, MAX_LEVELS - level);
}

/** True if anything lies this many levels below `parent`. Apart from the cutting, since nearly every value ends here. */
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

/** Recursion is as deep as the limit at most. */
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

/** What kind of JSON value it is: as `typeof` says, but for `null` and `array`. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** True if a part of a value was left out when it was read: what it lacks is nobody's fault. Looks at a bounded part. */
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

/** True if two plain JSON values say the same; the order of an object's members does not count. */
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
