import { matchesPart, matchesWhole, type WildcardPattern } from '../../base/wildcard.ts';
import { isOpen, type Row } from '../row.ts';
import { type ChoiceKey, outcomeTerm, type TextKey } from './filter-keys.ts';
import type { CodeTest, Comparator, Query } from './query.ts';

export type RowExtra = {
  /** The session's label on the screen; the row has only its name. */
  readonly session?: string;
  readonly rules?: readonly string[];
  /** The ids of the row's problems; may be limited to those that the filter names. */
  readonly problems?: readonly string[];
  readonly label?: string;
  readonly hasStderr?: boolean;
  readonly isBookmarked?: boolean;
};

const NO_EXTRA: RowExtra = {};

/** Compiles a filter for many rows; a text shared by rows is compared once. Ignores case. */
export function rowTest(query: Query): (row: Row, extra?: RowExtra) => boolean {
  const test = testOf(query);
  return (row, extra = NO_EXTRA) => test(row, extra);
}

type Test = (row: Row, extra: RowExtra) => boolean;

function testOf(query: Query): Test {
  switch (query.kind) {
    case 'all':
      return every;
    case 'and':
      return query.parts
        .map(testOf)
        .reduce((one, other) => (row, extra) => one(row, extra) && other(row, extra), every);
    case 'or':
      return query.parts.map(testOf).reduce(either, none);
    case 'not': {
      const test = testOf(query.part);
      return (row, extra) => !test(row, extra);
    }
    case 'word':
      return wordTest(query.pattern);
    case 'text':
      return query.patterns.map((pattern) => textTest(query.key, pattern)).reduce(either, none);
    case 'code': {
      const test = remembered((code) => query.codes.some((one) => matchesCode(one, code)));
      return (row) => test(row.code);
    }
    case 'choice':
      return query.values.map((value) => choiceTest(query.key, value)).reduce(either, none);
    case 'measure':
      return query.key === 'dur'
        ? (row) => measures(row.durationMs, query.comparison, query.amount)
        : (row) => measures(row.sizeBytes, query.comparison, query.amount);
  }
}

const every: Test = () => true;
const none: Test = () => false;

function either(one: Test, other: Test): Test {
  return (row, extra) => one(row, extra) || other(row, extra);
}

/** Beyond this many distinct texts, caching no longer pays: rows do not share them. */
const MAX_REMEMBERED = 10_000;

/** Caches a test's results for texts that repeat. */
function remembered(test: (text: string) => boolean): (text: string) => boolean {
  const known = new Map<string, boolean>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const passes = test(text);
    if (known.size < MAX_REMEMBERED) known.set(text, passes);
    return passes;
  };
}

function wordTest(pattern: WildcardPattern): Test {
  const part = remembered((text) => matchesPart(pattern, text));
  return (row) =>
    part(row.method) ||
    part(row.target) ||
    part(row.outcome) ||
    part(row.code) ||
    // Nearly every row has its own id and text.
    matchesPart(pattern, row.id) ||
    matchesPart(pattern, row.text);
}

function textTest(key: TextKey, pattern: WildcardPattern): Test {
  const whole = remembered((text) => matchesWhole(pattern, text));
  switch (key) {
    case 'method':
      return (row) => whole(row.method);
    case 'tool':
      return (row) => row.method === 'tools/call' && whole(row.target);
    case 'id':
      return (row) => matchesJson(pattern, row.id);
    case 'session':
      return (row, extra) => whole(extra.session ?? row.session) || whole(extra.label ?? '');
    case 'rule':
      return (_row, { rules }) => rules?.some(whole) === true;
    case 'problem':
      return (_row, { problems }) => problems?.some(whole) === true;
    case 'status':
      return ({ status }) => status > 0 && whole(String(status));
    case 'text':
      return (row) => matchesPart(pattern, row.text);
  }
}

/** String ids and codes have quotes in the row; a filter may omit them. */
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

function choiceTest(key: ChoiceKey, value: string): Test {
  switch (key) {
    case 'tier':
      return (row) => row.tier === value;
    case 'where':
      return (row) => row.where === value;
    case 'outcome':
      return (row) => outcomeTerm(row.outcome) === value;
    case 'dir': {
      const direction = value === 'in' ? 'server-to-client' : 'client-to-server';
      return (row) => row.direction === direction;
    }
    case 'kind':
      return (row) => row.kind === value || row.shape === value;
    case 'has':
      return (_row, extra) => value === 'stderr' && extra.hasStderr === true;
    case 'is':
      return (row, extra) => isOfKind(value, row, extra);
  }
}

function isOfKind(value: string, row: Row, extra: RowExtra): boolean {
  if (value === 'error') return row.tier !== 'ok';
  if (value === 'pending') return isOpen(row.outcome);
  if (value === 'finding') return row.flag !== '';
  if (value === 'bookmarked') return row.kind === 'mark' || extra.isBookmarked === true;
  if (value === 'changed') return row.change !== '';
  if (value === 'raw') return row.fromRawMessage && isRawMessage(row);
  const { fromRawMessage, change, tier } = row;
  return fromRawMessage ? !isRawMessage(row) || tier !== 'ok' : change === 'changed' && tier !== 'ok';
}

/** True for the raw message itself; other rows of the kind are its consequences. */
function isRawMessage({ kind, direction }: Row): boolean {
  return kind === 'frame' && direction === 'client-to-server';
}

/** A row without this measure has -1 and never matches. */
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
  }
}
