import { assertNever } from '../base/result.ts';
import type { Row } from '../frame/row.ts';
import { type ChoiceKey, outcomeTerm, type TextKey } from './filter-keys.ts';
import {
  type CodeTest,
  type Comparator,
  matchesPart,
  matchesWhole,
  type Query,
  type WildcardPattern,
} from './query.ts';

/** What a row does not hold itself. */
export type RowExtra = {
  /** The rules with a finding on this row. */
  readonly rules?: readonly string[];
  /** The label of the row's session. */
  readonly label?: string;
  /** True if the server wrote to stderr while the exchange was open. */
  readonly hasStderr?: boolean;
};

/** True if the filter lets the row pass. Case does not matter. */
export function matchesRow(query: Query, row: Row, extra: RowExtra = {}): boolean {
  switch (query.kind) {
    case 'all':
      return true;
    case 'and':
      return query.parts.every((part) => matchesRow(part, row, extra));
    case 'or':
      return query.parts.some((part) => matchesRow(part, row, extra));
    case 'not':
      return !matchesRow(query.part, row, extra);
    case 'word':
      return matchesWord(query.pattern, row);
    case 'text':
      return query.patterns.some((pattern) => matchesText(query.key, pattern, row, extra));
    case 'code':
      return query.codes.some((code) => matchesCode(code, row.code));
    case 'choice':
      return query.values.some((value) => matchesChoice(query.key, value, row, extra));
    case 'measure':
      return measures(query.key === 'dur' ? row.durationMs : row.sizeBytes, query.comparison, query.amount);
    default:
      return assertNever(query);
  }
}

function matchesWord(pattern: WildcardPattern, row: Row): boolean {
  return [row.method, row.target, row.id, row.code, row.text, row.outcome].some((field) =>
    matchesPart(pattern, field),
  );
}

function matchesText(key: TextKey, pattern: WildcardPattern, row: Row, extra: RowExtra): boolean {
  switch (key) {
    case 'method':
      return matchesWhole(pattern, row.method);
    case 'tool':
      return row.method === 'tools/call' && matchesWhole(pattern, row.target);
    case 'id':
      return matchesJson(pattern, row.id);
    case 'session':
      return matchesWhole(pattern, row.session) || matchesWhole(pattern, extra.label ?? '');
    case 'rule':
      return (extra.rules ?? []).some((rule) => matchesWhole(pattern, rule));
    case 'text':
      return matchesPart(pattern, row.text);
    default:
      return assertNever(key);
  }
}

/** A string id or code has quotes in its row; a filter may leave them out. */
function matchesJson(pattern: WildcardPattern, text: string): boolean {
  if (matchesWhole(pattern, text)) return true;
  return text.startsWith('"') && matchesWhole(pattern, text.slice(1, -1));
}

function matchesCode(code: CodeTest, text: string): boolean {
  if (code.kind === 'pattern') return matchesJson(code.pattern, text);
  if (!/^-?\d/.test(text)) return false;
  const number = Number(text);
  return number >= code.from && number <= code.to;
}

function matchesChoice(key: ChoiceKey, value: string, row: Row, extra: RowExtra): boolean {
  switch (key) {
    case 'tier':
      return row.tier === value;
    case 'outcome':
      return outcomeTerm(row.outcome) === value;
    case 'dir':
      return row.direction === (value === 'in' ? 'server-to-client' : 'client-to-server');
    case 'kind':
      return row.kind === value || row.shape === value;
    case 'has':
      return value === 'stderr' && extra.hasStderr === true;
    case 'is':
      return isOfKind(value, row);
    default:
      return assertNever(key);
  }
}

function isOfKind(value: string, row: Row): boolean {
  if (value === 'changed') return row.change !== '';
  if (value === 'raw') return row.fromRawMessage && isRawMessage(row);
  const { fromRawMessage, change, tier } = row;
  return fromRawMessage ? !isRawMessage(row) || tier !== 'ok' : change === 'changed' && tier !== 'ok';
}

/** True for a raw message itself; the other rows of the kind are what it caused. */
function isRawMessage({ kind, direction }: Row): boolean {
  return kind === 'frame' && direction === 'client-to-server';
}

/** A row without this measure has -1 and never fits. */
function measures(value: number, comparison: Comparator, amount: number): boolean {
  if (value < 0) return false;
  switch (comparison) {
    case '>':
      return value > amount;
    case '>=':
      return value >= amount;
    case '<':
      return value < amount;
    case '<=':
      return value <= amount;
    case '=':
      return value === amount;
    default:
      return assertNever(comparison);
  }
}
