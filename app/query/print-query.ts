import { assertNever } from '../base/assert-never.ts';
import type { Pattern } from './pattern.ts';
import type { CodeTest, Query } from './query.ts';

/** The filter as text; {@link parseQuery} reads the same filter from it. */
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
    default:
      return assertNever(query);
  }
}

/** A value of a key, in quotes where it needs them. */
export function printValue(pattern: Pattern): string {
  return pattern.length > 1 || /^[^\s"(),*]+$/.test(pattern[0] ?? '') ? pattern.join('*') : quoted(pattern);
}

function printNegated(part: Query): string {
  if (part.kind === 'and' || part.kind === 'or') return grouped(part);
  // A minus and a digit would be a number.
  if (part.kind === 'word' && /^\d/.test(part.pattern[0] ?? '')) return grouped(part);
  return printQuery(part);
}

function grouped(query: Query): string {
  return `(${printQuery(query)})`;
}

function printWord(pattern: Pattern): string {
  if (pattern.length > 1) return pattern.join('*');
  const [text = ''] = pattern;
  const named = /^([a-z]+):(?!\/\/)/i.exec(text)?.[1];
  const special = named !== undefined || /^-(?!\d)/.test(text) || /^or$/i.test(text);
  return special || !/^[^\s"()*]+$/.test(text) ? quoted(pattern) : text;
}

function quoted(pattern: Pattern): string {
  return `"${(pattern[0] ?? '').replace(/["\\]/g, '\\$&')}"`;
}

function printCode(code: CodeTest): string {
  if (code.kind === 'range') return `${code.from}..${code.to}`;
  const text = printValue(code.pattern);
  return /^-?\d+\.\.-?\d+$/.test(text) ? quoted(code.pattern) : text;
}
