import type { WildcardPattern } from '../../base/wildcard.ts';
import {
  CHOICES,
  choiceMeaning,
  FILTER_KEYS,
  type FilterKey,
  filterKey,
  isChoiceKey,
} from './filter-keys.ts';
import { type CodeTest, inQuotes, type Query } from './query.ts';

export type NamedValue = string | { readonly value: string; readonly meaning: string };

export type CompletionSource = {
  readonly methods: readonly string[];
  readonly tools: readonly string[];
  readonly codes?: readonly NamedValue[];
  readonly problems?: readonly NamedValue[];
  readonly sessions?: readonly NamedValue[];
  readonly rules?: readonly NamedValue[];
  readonly ids?: readonly string[];
  readonly texts?: readonly string[];
};

export type QueryCompletion = {
  readonly insert: string;
  readonly meaning: string;
};

const MOST = 50;

/**
 * Suggests completions at the caret, best first: keys, values of the key before it, or filters for an unfinished word.
 * They replace the characters `from` to `to`, which is exclusive.
 */
export function completeQuery(
  text: string,
  caret: number,
  vocabulary: CompletionSource,
): { readonly from: number; readonly to: number; readonly items: readonly QueryCompletion[] } {
  const from = termStart(text, caret);
  const colon = text.slice(from, caret).indexOf(':');
  const key = colon < 0 ? undefined : filterKey(text.slice(from, from + colon));
  if (key === undefined) {
    const typed = text.slice(from, caret);
    const items = /["():]/.test(typed) ? [] : termCompletions(typed, vocabulary);
    const end = endOf(text, caret, /[\s"():]/);
    return { from, to: text.charAt(end) === ':' ? end + 1 : end, items: items.slice(0, MOST) };
  }
  const start = afterLast(/,/, text, from + colon + 1, caret);
  const quoted = text.charAt(start) === '"';
  const typed = text.slice(quoted ? start + 1 : start, caret);
  const items = ranked(typed, valuesOf(key, vocabulary)).map((value) => completion(value));
  const end = endOf(text, caret, quoted ? /"/ : /[\s"(),]/);
  const to = quoted && text.charAt(end) === '"' ? end + 1 : end;
  return { from: start, to, items: items.slice(0, MOST) };
}

/** Where the term at the caret starts, after its minus; quoted blanks and parentheses do not end a term. */
function termStart(text: string, caret: number): number {
  const start = afterLast(/[\s()]/, text, 0, caret);
  const minus = /^-+(?!\d)/.exec(text.slice(start, caret));
  return start + (minus?.[0].length ?? 0);
}

/** The index after the last unquoted match between `from` and `caret`; `from` if there is none. */
function afterLast(end: RegExp, text: string, from: number, caret: number): number {
  let start = from;
  let quoted = false;
  for (let index = from; index < caret; index += 1) {
    const char = text.charAt(index);
    if (char === '\\' && quoted) index += 1;
    else if (char === '"') quoted = !quoted;
    else if (!quoted && end.test(char)) start = index + 1;
  }
  return start;
}

function endOf(text: string, caret: number, end: RegExp): number {
  const found = text.slice(caret).search(end);
  return found < 0 ? text.length : caret + found;
}

function valuesOf(key: FilterKey, vocabulary: CompletionSource): readonly NamedValue[] {
  if (isChoiceKey(key)) return CHOICES[key].map((value) => ({ value, meaning: choiceMeaning(key, value) }));
  switch (key) {
    case 'method':
      return vocabulary.methods;
    case 'tool':
      return vocabulary.tools;
    case 'code':
      return vocabulary.codes ?? [];
    case 'session':
      return vocabulary.sessions ?? [];
    case 'rule':
      return vocabulary.rules ?? [];
    case 'problem':
      return vocabulary.problems ?? [];
    case 'dur':
      return ['>100ms', '>500ms', '>1s', '>10s'];
    case 'size':
      return ['>10kb', '>100kb', '>1mb'];
    case 'status':
      return ['200', '202', '4*', '5*'];
    case 'id':
      return vocabulary.ids ?? [];
    case 'text':
      return vocabulary.texts ?? [];
  }
}

function termCompletions(typed: string, vocabulary: CompletionSource): QueryCompletion[] {
  const lower = typed.toLowerCase();
  const keys = FILTER_KEYS.filter((help) => help.key.startsWith(lower)).map((help) => ({
    insert: `${help.key}:`,
    meaning: help.meaning,
  }));
  if (lower === '') return keys;
  const values = (['tier', 'outcome', 'tool', 'method', 'code'] as const).flatMap((key) =>
    ranked(typed, valuesOf(key, vocabulary)).map((value) => completion(value, `${key}:`)),
  );
  return [...keys, ...values];
}

/** Ranks values: prefix matches first, then substrings, then matches in the description. */
function ranked(typed: string, values: readonly NamedValue[]): NamedValue[] {
  const lower = typed.toLowerCase();
  const groups: NamedValue[][] = [[], [], []];
  const seen = new Set<string>();
  for (const named of values) {
    const value = textOf(named).toLowerCase();
    if (value === '' || seen.has(value)) continue;
    seen.add(value);
    if (value.startsWith(lower)) groups[0]?.push(named);
    else if (value.includes(lower)) groups[1]?.push(named);
    else if (lower.length > 2 && meaningOf(named).toLowerCase().includes(lower)) groups[2]?.push(named);
  }
  return groups.flat();
}

function completion(named: NamedValue, head = ''): QueryCompletion {
  return { insert: head + printValue([textOf(named)]), meaning: meaningOf(named) };
}

function textOf(named: NamedValue): string {
  return typeof named === 'string' ? named : named.value;
}

function meaningOf(named: NamedValue): string {
  return typeof named === 'string' ? '' : named.meaning;
}

/** Prints a filter as text that {@link parseQuery} reads back as the same filter. */
export function printQuery(query: Query): string {
  switch (query.kind) {
    case 'all':
      return '';
    case 'or':
      return query.parts.map(printQuery).join(' or ');
    case 'and':
      return query.parts.map((part) => (part.kind === 'or' ? grouped(part) : printQuery(part))).join(' ');
    case 'not':
      return `-${printNegated(query.part)}`;
    case 'word':
      return printWord(query.pattern);
    case 'text':
      return `${query.key}:${query.patterns.map(printValue).join(',')}`;
    case 'code':
      return `code:${query.codes.map(printCode).join(',')}`;
    case 'choice':
      return `${query.key}:${query.values.join(',')}`;
    case 'measure':
      return `${query.key}:${query.comparison}${query.amount}${query.key === 'dur' ? 'ms' : 'b'}`;
  }
}

function printValue(pattern: WildcardPattern): string {
  return pattern.length > 1 || /^[^\s"(),*]+$/.test(pattern[0] ?? '') ? pattern.join('*') : quoted(pattern);
}

function printNegated(part: Query): string {
  if (part.kind === 'and' || part.kind === 'or') return grouped(part);
  // A minus before a digit would be read as a number.
  if (part.kind === 'word' && /^\d/.test(part.pattern[0] ?? '')) return grouped(part);
  return printQuery(part);
}

function grouped(query: Query): string {
  return `(${printQuery(query)})`;
}

function printWord(pattern: WildcardPattern): string {
  if (pattern.length > 1) return pattern.join('*');
  const [text = ''] = pattern;
  const named = /^([a-z]+):(?!\/\/)/i.exec(text)?.[1];
  const special = named !== undefined || /^-(?!\d)/.test(text) || /^or$/i.test(text);
  return special || !/^[^\s"()*]+$/.test(text) ? quoted(pattern) : text;
}

function quoted(pattern: WildcardPattern): string {
  return inQuotes(pattern[0] ?? '');
}

function printCode(code: CodeTest): string {
  if (code.kind === 'range') return `${code.from}..${code.to}`;
  const text = printValue(code.pattern);
  return /^-?\d+\.\.-?\d+$/.test(text) ? quoted(code.pattern) : text;
}
