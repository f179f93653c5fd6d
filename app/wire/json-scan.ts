import { blockEnd, decodedString, scalarEnd, skipSpace, stringEnd } from './json-tokens.ts';

/**
 * Finds values in JSON text by position, so that the text itself can be kept: key order, duplicate keys, big integers.
 * Lenient: follows only quotes and brackets, and never throws.
 */

/** The position of a value: `start` to `end`, which is the end of the text if `whole` is false. */
type JsonSpan = { readonly start: number; readonly end: number; readonly whole: boolean };

/** A member of an object; `keyStart` is the position of the key's opening quote. */
type JsonMember = JsonSpan & { readonly key: string; readonly keyStart: number };

function valueSpan(text: string, from = 0): JsonSpan {
  const start = skipSpace(text, from);
  const end = valueEnd(text, start);
  return end < 0 ? { start, end: text.length, whole: false } : { start, end, whole: end > start };
}

/** Where the value at `start` ends; -1 if the text ends first. */
function valueEnd(text: string, start: number): number {
  switch (text[start]) {
    case '"':
      return stringEnd(text, start);
    case '{':
    case '[':
      return blockEnd(text, start + 1);
    default:
      // A number or word at the very end may continue in a missing part; the caller parses it.
      return scalarEnd(text, start);
  }
}

/** The members of the object that starts at or after `from`; none if there is no object. */
export function* objectMembers(text: string, from = 0): Generator<JsonMember> {
  let at = skipSpace(text, from);
  if (text[at] !== '{') return;
  at += 1;
  for (;;) {
    at = skipSpace(text, at);
    if (text[at] !== '"') return;
    const keyStart = at;
    const keyEnd = stringEnd(text, at);
    if (keyEnd < 0) return;
    at = skipSpace(text, keyEnd);
    if (text[at] !== ':') return;
    const value = valueSpan(text, at + 1);
    yield { ...value, key: decodedString(text.slice(keyStart, keyEnd)), keyStart };
    if (!value.whole) return;
    at = skipSpace(text, value.end);
    if (text[at] !== ',') return;
    at += 1;
  }
}

/** The elements of the array that starts at or after `from`. The last one may be cut off. */
export function* arrayElements(text: string, from = 0): Generator<JsonSpan> {
  let at = skipSpace(text, from);
  if (text[at] !== '[') return;
  at = skipSpace(text, at + 1);
  while (at < text.length && text[at] !== ']') {
    const value = valueSpan(text, at);
    if (value.end > value.start) yield value;
    if (!value.whole && value.end >= text.length) return;
    at = text.indexOf(',', value.end);
    const close = skipSpace(text, value.end);
    if (at < 0 || text[close] === ']') return;
    at = skipSpace(text, at + 1);
  }
}

/** The last member with this key, like `JSON.parse`. Allocates nothing for other members; there may be a million. */
export function memberOf(text: string, key: string, from = 0): JsonMember | undefined {
  const literal = JSON.stringify(key);
  let found: JsonMember | undefined;
  let at = skipSpace(text, from);
  if (text[at] !== '{') return undefined;
  for (;;) {
    const keyStart = skipSpace(text, at + 1);
    const keyEnd = text[keyStart] === '"' ? stringEnd(text, keyStart) : -1;
    if (keyEnd < 0) return found;
    at = skipSpace(text, keyEnd);
    if (text[at] !== ':') return found;
    const start = skipSpace(text, at + 1);
    const end = valueEnd(text, start);
    const whole = end > start;
    if (isKey(text, keyStart, keyEnd, literal, key)) {
      found = { start, end: end < 0 ? text.length : end, whole, key, keyStart };
    }
    if (!whole) return found;
    at = skipSpace(text, end);
    if (text[at] !== ',') return found;
  }
}

/** A key with escapes is longer than its plain literal. */
function isKey(text: string, start: number, end: number, literal: string, key: string): boolean {
  if (end - start < literal.length) return false;
  if (end - start === literal.length) return text.startsWith(literal, start);
  const written = text.slice(start, end);
  return written.includes('\\') && decodedString(written) === key;
}

/** The text of a member's value, exactly as written; undefined if it is missing. */
export function memberText(text: string, key: string, from = 0): string | undefined {
  const member = memberOf(text, key, from);
  return member === undefined ? undefined : text.slice(member.start, member.end);
}

/** The position of a member by its key path, without parsing the rest; undefined if missing. Expects valid JSON. */
export function memberSpan(
  raw: string,
  path: readonly string[],
  from = 0,
): Pick<JsonSpan, 'start' | 'end'> | undefined {
  let span: Pick<JsonSpan, 'start' | 'end'> | undefined = { start: from, end: raw.length };
  for (const key of path) {
    if (span !== undefined) span = memberOf(raw, key, span.start);
  }
  return span;
}

/** Replaces the value of one member; every other byte stays. */
export function replaceMember(raw: string, path: readonly string[], value: string): string {
  const span = memberSpan(raw, path);
  return span === undefined ? raw : raw.slice(0, span.start) + value + raw.slice(span.end);
}

/** Removes the members with this key from an object's text; all other bytes stay. */
export function withoutMember(text: string, key: string): string {
  let kept = '';
  let keptTo = 0;
  for (const member of objectMembers(text)) {
    if (member.key !== key) continue;
    const after = skipSpace(text, member.end);
    if (text[after] === ',') {
      kept += text.slice(keptTo, member.keyStart);
      keptTo = skipSpace(text, after + 1);
      continue;
    }
    // Removing the last member also removes the comma before it.
    const before = kept + text.slice(keptTo, member.keyStart);
    const end = before.trimEnd();
    kept = end.endsWith(',') ? end.slice(0, -1) : before;
    keptTo = member.end;
  }
  return kept + text.slice(keptTo);
}

/** Removes white space between tokens; every token stays as written. */
export function compactJson(text: string): string {
  let compact = '';
  let at = 0;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    const end = quote < 0 ? text.length : quote;
    compact += text.slice(at, end).replace(/[ \t\r\n]+/g, '');
    if (quote < 0) return compact;
    const close = stringEnd(text, quote);
    at = close < 0 ? text.length : close;
    compact += text.slice(quote, at);
  }
  return compact;
}
