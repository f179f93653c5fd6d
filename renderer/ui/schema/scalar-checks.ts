import { canonicalJson } from '../../../app/base/canonical-json.ts';
import type { JsonObject } from '../../../app/base/json-value.ts';
import { isOfType } from '../../../app/findings/schema-mismatch.ts';
import { count, note, numberAt, type Spot, type Walk } from './schema-walk.ts';
import { isBase64, readPattern, stringFormat } from './string-formats.ts';

const MOST_CHOICES = 8;
const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/** True where the value has one of the types; else that is noted. */
export function checkType(walk: Walk, schema: JsonObject, value: unknown, spot: Spot): boolean {
  if (schema.type === undefined) return true;
  const types: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  for (const type of types) {
    if (!TYPES.some((known) => known === type))
      walk.unread.add(`the type ${JSON.stringify(type)} is unknown`);
  }
  if (hasType(schema.type, value)) return true;
  note(walk, spot, `expected ${types.map(String).join(' or ')}, received ${typeName(value)}`);
  return false;
}

/** True where the value has the type, or one of the types; an unknown one and none allow everything. */
export function hasType(type: unknown, value: unknown): boolean {
  if (type === undefined) return true;
  return Array.isArray(type) ? type.some((one) => isOfType(one, value)) : isOfType(type, value);
}

/** True where the value is the constant or one of the choices; else that is noted. */
export function checkConstants(walk: Walk, schema: JsonObject, value: unknown, spot: Spot): boolean {
  const same = (one: unknown) => canonicalJson(one) === canonicalJson(value);
  if ('const' in schema && !same(schema.const)) {
    note(walk, spot, `expected ${shortJson(schema.const)}`);
    return false;
  }
  const choices: unknown = schema.enum;
  if (!Array.isArray(choices) || choices.some(same)) return true;
  const more = choices.length > MOST_CHOICES ? ` or ${choices.length - MOST_CHOICES} more` : '';
  note(walk, spot, `expected one of ${choices.slice(0, MOST_CHOICES).map(shortJson).join(', ')}${more}`);
  return false;
}

export function checkNumber(walk: Walk, schema: JsonObject, value: number, spot: Spot): void {
  const { exclusiveMinimum, exclusiveMaximum } = schema;
  const least = numberAt(schema, 'minimum');
  const most = numberAt(schema, 'maximum');
  const step = numberAt(schema, 'multipleOf');
  // Up to draft 4 the exclusive bounds are true or false beside the others.
  const above = exclusiveMinimum === true ? least : exclusiveMinimum;
  const below = exclusiveMaximum === true ? most : exclusiveMaximum;
  if (least !== undefined && value < least) note(walk, spot, `expected at least ${least}`);
  if (most !== undefined && value > most) note(walk, spot, `expected at most ${most}`);
  if (typeof above === 'number' && value <= above) note(walk, spot, `expected more than ${above}`);
  if (typeof below === 'number' && value >= below) note(walk, spot, `expected less than ${below}`);
  if (step !== undefined && step > 0 && !isMultiple(value, step))
    note(walk, spot, `expected a multiple of ${step}`);
}

/** Floating-point division alone would call 0.3 no multiple of 0.1. */
function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) <= 1e-9 * Math.max(1, Math.abs(times));
}

export function checkText(walk: Walk, schema: JsonObject, value: string, spot: Spot): void {
  const least = numberAt(schema, 'minLength') ?? 0;
  const most = numberAt(schema, 'maxLength') ?? Number.POSITIVE_INFINITY;
  // JSON Schema counts characters, not UTF-16 units.
  const length = value.length > least * 2 && value.length <= most ? value.length : [...value].length;
  if (length < least) note(walk, spot, `shorter than ${count(least, 'character')}`);
  if (length > most) note(walk, spot, `longer than ${count(most, 'character')}`);
  if (typeof schema.pattern === 'string') checkPattern(walk, schema.pattern, value, spot);
  const format = stringFormat(schema.format);
  if (format !== undefined && !format.fits(value))
    note(walk, spot, `is no ${format.noun}, such as ${format.example}`);
  if (schema.contentEncoding === 'base64' && !isBase64(value)) note(walk, spot, 'is no base64');
}

function checkPattern(walk: Walk, pattern: string, value: string, spot: Spot): void {
  const read = readPattern(pattern);
  if (read === undefined) walk.unread.add(`the pattern ${JSON.stringify(pattern)} is no regular expression`);
  else if (!read.test(value)) note(walk, spot, `does not match ${pattern}`);
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
