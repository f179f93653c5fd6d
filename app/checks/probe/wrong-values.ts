import type { JsonObject } from '../../base/json-value.ts';
import { checkPart } from '../../base/schema/check-schema.ts';
import { propertySchema } from './sample-value.ts';

export type WrongValue = {
  readonly kind: 'type' | 'range' | 'enum';
  /** What is wrong with it, as the end of a title. */
  readonly what: string;
  readonly value: unknown;
};

const LONGEST_TEXT = 10_000;
/** Schema generators write these limits for every integer. */
const IMPLIED = Number.MAX_SAFE_INTEGER;

/** Values that an argument's schema certainly rejects, at most one per kind of limit. */
export function wrongValues(schema: JsonObject, name: string, word: string): readonly WrongValue[] {
  const own = propertySchema(schema, name);
  if (own === undefined) return [];
  const isRefused = ({ value }: WrongValue) => refuses(schema, name, value);
  const type = typeCandidates(word).find(isRefused);
  return [...(type === undefined ? [] : [type]), ...limits(own, word).filter(isRefused)];
}

/** True if an argument's own schema certainly rejects this value. */
export function refuses(schema: JsonObject, name: string, value: unknown): boolean {
  const own = propertySchema(schema, name);
  return own !== undefined && checkPart(schema, own, value).warnings.length > 0;
}

/** Values that no lenient reader coerces to a text, number or flag come first. */
function typeCandidates(word: string): readonly WrongValue[] {
  const of = (what: string, value: unknown): WrongValue => ({ kind: 'type', what, value });
  return [of('an object', { [word]: [word] }), of('a text', word), of('a list', [[word]]), of('null', null)];
}

function limits(schema: JsonObject, word: string): readonly WrongValue[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength, maxLength, minItems } = schema;
  const found: WrongValue[] = [];
  const add = (kind: WrongValue['kind'], what: string, value: unknown) => found.push({ kind, what, value });
  if (isBound(minimum)) add('range', 'below its minimum', minimum - 1);
  if (isBound(exclusiveMinimum)) add('range', 'at its exclusive minimum', exclusiveMinimum);
  if (isBound(maximum)) add('range', 'above its maximum', maximum + 1);
  if (isBound(exclusiveMaximum)) add('range', 'at its exclusive maximum', exclusiveMaximum);
  if (typeof minLength === 'number' && minLength > 0) add('range', 'an empty text', '');
  if (typeof maxLength === 'number' && maxLength < LONGEST_TEXT) {
    add('range', 'a text above its maximum length', 'x'.repeat(maxLength + 1));
  }
  if (typeof minItems === 'number' && minItems > 0) add('range', 'an empty list', []);
  if (Array.isArray(schema.enum) || schema.const !== undefined) add('enum', 'outside its enum', word);
  return found;
}

function isBound(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) < IMPLIED;
}

/** The token for a number that no double can hold: `JSON.stringify` cannot write it. */
const HUGE_NUMBER_TOKEN = '@huge-number';
const HUGE_NUMBER = '1e400';
const DEEP = 500;
const LONG = 200_000;

/** Values that break parsers, whatever the argument's type. */
export const EXTREMES: readonly {
  readonly name: string;
  readonly what: string;
  readonly value: unknown;
  readonly readAs?: unknown;
}[] = [
  { name: 'deep', what: `lists ${DEEP} deep`, value: deepList() },
  { name: 'long', what: `a text of ${LONG.toLocaleString('en')} letters`, value: 'x'.repeat(LONG) },
  {
    name: 'huge number',
    what: 'a number beyond every double',
    value: HUGE_NUMBER_TOKEN,
    readAs: Number.MAX_VALUE,
  },
  { name: 'lone surrogate', what: 'half of a surrogate pair', value: '\uD800' },
];

/** Replaces the tokens of extreme values in a line. */
export function withExtremes(line: string): string {
  return line.replaceAll(`"${HUGE_NUMBER_TOKEN}"`, HUGE_NUMBER);
}

function deepList(): unknown {
  let list: unknown[] = [];
  for (let level = 1; level < DEEP; level += 1) list = [list];
  return list;
}
