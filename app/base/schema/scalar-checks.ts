import { isJsonObject, type JsonObject, jsonTypeOf } from '../json-value.ts';
import { onceForEach } from '../text-memo.ts';
import {
  count,
  type Location,
  MAX_DEPTH,
  matchesPattern,
  note,
  noteUnread,
  numberAt,
  spend,
  spendTrials,
  type Walk,
} from './schema-walk.ts';
import { isBase64, stringFormat } from './string-formats.ts';

const MAX_CHOICES = 8;
const LONGEST_VALUE = 60;
export const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/** True if the value has one of the types; otherwise adds a note. */
export function checkType(walk: Walk, schema: JsonObject, value: unknown, spot: Location): boolean {
  if (schema.type === undefined) return true;
  const { known, unknown } = Array.isArray(schema.type) ? typesIn(schema.type) : typesOf([schema.type]);
  for (const words of unknown) noteUnread(walk, words);
  // `nullable` comes from OpenAPI, not JSON Schema, but servers rely on it.
  if (unknown.length > 0 || known.some((type) => isOfType(type, value))) return true;
  if (value === null && schema.nullable === true) return true;
  note(walk, spot, `expected ${known.join(' or ')}, received ${jsonTypeOf(value)}`);
  return false;
}

const MAX_UNKNOWN = 12;

type SchemaTypes = { readonly known: readonly string[]; readonly unknown: readonly string[] };

/** The distinct types that a schema names, and a sentence for each of the first few unknown ones. */
function typesOf(types: readonly unknown[]): SchemaTypes {
  const known = new Set<string>();
  const unknown: string[] = [];
  for (const type of types) {
    if (typeof type === 'string' && TYPES.includes(type)) known.add(type);
    else if (unknown.length < MAX_UNKNOWN)
      unknown.push(`the type ${briefJson(type, LONGEST_VALUE)} is unknown`);
  }
  return { known: [...known], unknown };
}

/** Every item in a long list asks for the types of the same schema. */
const typesIn = onceForEach(typesOf);

/** True if the value has the type or one of the types; unknown or missing types allow everything. */
export function hasType(type: unknown, value: unknown): boolean {
  if (type === undefined) return true;
  return Array.isArray(type) ? type.some((one) => isOfType(one, value)) : isOfType(type, value);
}

/** True if the value has this JSON Schema type; an unknown type allows everything. */
function isOfType(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isJsonObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
    case 'string':
    case 'boolean':
      return typeof value === type;
    case 'null':
      return value === null;
    default:
      return true;
  }
}

/** True if the value equals the constant or one of the choices; otherwise adds a note. */
export function checkConstants(walk: Walk, schema: JsonObject, value: unknown, spot: Location): boolean {
  const differs = (one: unknown) => areEqual(walk, one, value) === false;
  if ('const' in schema && differs(schema.const)) {
    note(walk, spot, `expected ${briefJson(schema.const, LONGEST_VALUE)}`);
    return false;
  }
  const choices: unknown = schema.enum;
  if (!Array.isArray(choices) || !choices.every(differs)) return true;
  const more = choices.length > MAX_CHOICES ? ` or ${choices.length - MAX_CHOICES} more` : '';
  const named = choices.slice(0, MAX_CHOICES).map((choice) => briefJson(choice, LONGEST_VALUE));
  note(walk, spot, `expected one of ${named.join(', ')}${more}`);
  return false;
}

export function checkNumber(walk: Walk, schema: JsonObject, value: number, spot: Location): void {
  const { exclusiveMinimum, exclusiveMaximum } = schema;
  const least = numberAt(schema, 'minimum');
  const most = numberAt(schema, 'maximum');
  const step = numberAt(schema, 'multipleOf');
  // Up to draft 4, the exclusive bounds are booleans next to the inclusive ones.
  const above = exclusiveMinimum === true ? least : exclusiveMinimum;
  const below = exclusiveMaximum === true ? most : exclusiveMaximum;
  if (least !== undefined && value < least) note(walk, spot, `expected at least ${least}`);
  if (most !== undefined && value > most) note(walk, spot, `expected at most ${most}`);
  if (typeof above === 'number' && value <= above) note(walk, spot, `expected more than ${above}`);
  if (typeof below === 'number' && value >= below) note(walk, spot, `expected less than ${below}`);
  if (step !== undefined && step > 0 && !isMultiple(value, step))
    note(walk, spot, `expected a multiple of ${step}`);
  const int32 = schema.format === 'int32' && Math.abs(value + 0.5) > 2 ** 31;
  if (int32 || (/^int(?:32|64)$/.test(String(schema.format)) && !Number.isInteger(value)))
    note(walk, spot, `is not a valid ${schema.format}`);
}

/** Plain floating-point division would say that 0.3 is not a multiple of 0.1. */
function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) <= 1e-9 * Math.max(1, Math.abs(times));
}

export function checkText(walk: Walk, schema: JsonObject, value: string, spot: Location): void {
  const { minLength, maxLength, pattern, format, contentEncoding } = schema;
  if (typeof minLength === 'number' || typeof maxLength === 'number') checkLength(walk, schema, value, spot);
  if (typeof pattern === 'string' && matchesPattern(walk, pattern, value) === 'differs')
    note(walk, spot, `does not match ${pattern}`);
  const known = stringFormat(format);
  if (known !== undefined) spendTrials(walk, 1 / 2);
  if (known !== undefined && spend(walk, value.length) && !known.fits(value))
    note(walk, spot, `is not a valid ${known.noun}, such as ${known.example}`);
  if (contentEncoding === 'base64' && spend(walk, value.length) && !isBase64(value))
    note(walk, spot, 'is not base64');
}

function checkLength(walk: Walk, schema: JsonObject, value: string, spot: Location): void {
  const least = numberAt(schema, 'minLength') ?? 0;
  const most = numberAt(schema, 'maxLength') ?? Number.POSITIVE_INFINITY;
  // JSON Schema counts characters, not UTF-16 units.
  const clear = value.length >= least * 2 && value.length <= most;
  if (!clear && !spend(walk, value.length)) return;
  const length = clear ? value.length : characters(value);
  if (length < least) note(walk, spot, `shorter than ${count(least, 'character')}`);
  if (length > most) note(walk, spot, `longer than ${count(most, 'character')}`);
}

function characters(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length; at += 1) {
    if ((text.codePointAt(at) ?? 0) <= 0xffff) continue;
    pairs += 1;
    at += 1;
  }
  return text.length - pairs;
}

const OF_LONG_TEXT = 'a constant or an item was not compared: it is too large';

/** True if two JSON values are equal; undefined, with a note in `unread`, if they are too large to compare. */
function areEqual(walk: Walk, left: unknown, right: unknown): boolean | undefined {
  const scalar = typeof left !== 'object' || left === null || typeof right !== 'object' || right === null;
  if (scalar) spendTrials(walk, 1 / 32);
  if (scalar)
    return spend(walk, 1 + (typeof left === 'string' ? left.length : 0)) ? left === right : undefined;
  const one = canonicalText(walk, left);
  const other = one === undefined ? undefined : canonicalText(walk, right);
  return other === undefined ? undefined : one === other;
}

/** Canonical text of a JSON value; undefined, with a note in `unread`, if it exceeds the limits. */
export function canonicalText(walk: Walk, value: unknown): string | undefined {
  const parts: string[] = [];
  if (writeCanonical(walk, value, parts, 0)) return parts.join('');
  noteUnread(walk, OF_LONG_TEXT);
  return undefined;
}

function writeCanonical(walk: Walk, value: unknown, parts: string[], depth: number): boolean {
  spendTrials(walk, 1 / 4);
  if (depth > MAX_DEPTH || !spend(walk, 8)) return false;
  if (Array.isArray(value)) {
    parts.push('[');
    for (const item of value) {
      if (!writeCanonical(walk, item, parts, depth + 1)) return false;
      parts.push(',');
    }
    parts.push(']');
  } else if (isJsonObject(value)) {
    parts.push('{');
    for (const key of Object.keys(value).sort()) {
      parts.push(JSON.stringify(key), ':');
      if (!writeCanonical(walk, value[key], parts, depth + 1)) return false;
      parts.push(',');
    }
    parts.push('}');
  } else {
    if (typeof value === 'string' && !spend(walk, value.length)) return false;
    // In JSON, -0 and 0 are the same number.
    parts.push(JSON.stringify(value) ?? 'null');
  }
  return true;
}

/** The start of a value as JSON, at most `most` characters and an ellipsis; reads no more than that. */
export function briefJson(value: unknown, most: number): string {
  const text = startOf(value, most + 1);
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function startOf(value: unknown, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.length > room ? value.slice(0, room) : value);
  if (Array.isArray(value))
    return `[${joined(value.keys(), room, (index) => startOf(value[index], room - 1))}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'nothing';
  const names = Object.keys(value);
  return `{${joined(names, room, (name) => `${startOf(name, room)}:${startOf(value[name], room - 1)}`)}}`;
}

function joined<T>(steps: Iterable<T>, room: number, textOf: (step: T) => string): string {
  let text = '';
  for (const step of steps) {
    if (text.length >= room) break;
    text += `${text === '' ? '' : ','}${textOf(step)}`;
  }
  return text;
}
