/**
 * Finds values in JSON text by their place, so that the text itself can be kept: key order, duplicate keys,
 * big integers. Lenient: it follows quotes and brackets only, and never throws.
 */

/** A value in a text: `start` to `end`, which is the end of the text where `whole` is false. */
export type JsonSpan = { readonly start: number; readonly end: number; readonly whole: boolean };

/** A member of an object; `keyStart` is the place of the key's opening quote. */
export type JsonMember = JsonSpan & { readonly key: string; readonly keyStart: number };

/** The value that begins at or after `from`. */
export function valueSpan(text: string, from = 0): JsonSpan {
  const start = skipSpace(text, from);
  const first = text[start];
  if (first === '"') return closed(text, start, stringEnd(text, start));
  if (first !== '{' && first !== '[') {
    const end = scalarEnd(text, start);
    // A number or word at the very end may go on in a part that is missing; the caller parses it.
    return { start, end, whole: end > start };
  }
  return closed(text, start, bracketEnd(text, start));
}

/** The members of the object that begins at or after `from`; none where the text has no object there. */
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

/** The elements of the array that begins at or after `from`. The last one may be cut off. */
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

/** The last member of this key, as `JSON.parse` picks it. */
export function memberOf(text: string, key: string, from = 0): JsonMember | undefined {
  let found: JsonMember | undefined;
  for (const member of objectMembers(text, from)) if (member.key === key) found = member;
  return found;
}

/** The text of a member's value, exactly as it stands, or undefined. */
export function memberText(text: string, key: string, from = 0): string | undefined {
  const member = memberOf(text, key, from);
  return member === undefined ? undefined : text.slice(member.start, member.end);
}

/** The object's text without the members of this key; all other bytes stay as they are. */
export function withoutMember(text: string, key: string): string {
  const member = memberOf(text, key);
  if (member === undefined) return text;
  const after = skipSpace(text, member.end);
  if (text[after] === ',') return withoutMember(cut(text, member.keyStart, skipSpace(text, after + 1)), key);
  const comma = text.lastIndexOf(',', member.keyStart);
  const onlySpace = comma >= 0 && text.slice(comma + 1, member.keyStart).trim() === '';
  return withoutMember(cut(text, onlySpace ? comma : member.keyStart, member.end), key);
}

/** The text on one line: white space between tokens goes, every token stays as it is written. */
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

/** Where the string that opens at `start` ends, past its closing quote; -1 where the text ends first. */
export function stringEnd(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote >= 0) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === '\\' && quote - 1 - backslashes > start) backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
    quote = text.indexOf('"', quote + 1);
  }
  return -1;
}

export function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

const STRUCTURE = /["{}[\]]/g;

function bracketEnd(text: string, start: number): number {
  let depth = 0;
  STRUCTURE.lastIndex = start;
  for (;;) {
    const found = STRUCTURE.exec(text);
    if (found === null) return -1;
    if (found[0] === '"') {
      const end = stringEnd(text, found.index);
      if (end < 0) return -1;
      STRUCTURE.lastIndex = end;
      continue;
    }
    depth += found[0] === '{' || found[0] === '[' ? 1 : -1;
    if (depth === 0) return found.index + 1;
  }
}

function scalarEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && !isSpace(text.charCodeAt(at)) && !',:{}[]"'.includes(text[at] ?? '')) at += 1;
  return at;
}

function closed(text: string, start: number, end: number): JsonSpan {
  return end < 0 ? { start, end: text.length, whole: false } : { start, end, whole: true };
}

function cut(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(end);
}

function decodedString(literal: string): string {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal.slice(1, -1);
  }
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}
