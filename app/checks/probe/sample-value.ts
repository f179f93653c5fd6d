import { isJsonObject, type JsonObject, parseJson, stringAt } from '../../base/json-value.ts';
import { checkPart, checkSchema, firstMisfit } from '../../base/schema/check-schema.ts';
import { resolvedRef } from '../../base/schema/schema-walk.ts';

/** Deeper schemas have no sample. */
const MAX_LEVELS = 6;
const MAX_REFS = 4;

/** The minimal arguments for a tool's schema; undefined if none were found. */
export function sampleArguments(schema: JsonObject, word: string): JsonObject | undefined {
  // Members without a value are omitted on the wire.
  const sample = parseJson(JSON.stringify(sampleValue(schema, schema, word, 0)) ?? '');
  if (!isJsonObject(sample)) return undefined;
  const { warnings, unread } = checkSchema(schema, sample);
  return warnings.length === 0 && unread === '' ? sample : undefined;
}

export function propertySchema(root: JsonObject, name: string): JsonObject | undefined {
  const { properties } = root;
  return isJsonObject(properties) && Object.hasOwn(properties, name)
    ? followed(root, properties[name])
    : undefined;
}

/** True if the arguments certainly do not fit. */
export function surelyMisfits(schema: JsonObject, given: JsonObject): boolean {
  return firstMisfit(schema, given) !== undefined;
}

function followed(root: JsonObject, schema: unknown): JsonObject | undefined {
  let found = schema;
  for (let count = 0; count < MAX_REFS; count += 1) {
    const ref = stringAt(found, '$ref');
    if (ref === undefined) break;
    found = resolvedRef(root, ref);
  }
  return isJsonObject(found) ? found : undefined;
}

function sampleValue(root: JsonObject, schema: unknown, word: string, level: number): unknown {
  const read = followed(root, schema);
  if (read === undefined || level > MAX_LEVELS) return undefined;
  const stated = statedValue(read);
  if (stated !== undefined) return stated;
  for (const branches of [read.anyOf, read.oneOf, read.allOf]) {
    if (Array.isArray(branches) && read.type === undefined) {
      const found = branches.map((one) => sampleValue(root, one, word, level + 1));
      return found.find((value) => value !== undefined);
    }
  }
  const type = Array.isArray(read.type) ? read.type.find((one) => one !== 'null') : read.type;
  return sampleOfType(root, read, word, { type, level });
}

function statedValue(schema: JsonObject): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  for (const list of [schema.examples, schema.enum]) {
    if (Array.isArray(list) && list.length > 0) return list[0];
  }
  return undefined;
}

function sampleOfType(
  root: JsonObject,
  schema: JsonObject,
  word: string,
  { type, level }: { readonly type: unknown; readonly level: number },
): unknown {
  switch (type) {
    case 'string':
      return patternText(root, schema, sampleText(schema, word));
    case 'number':
    case 'integer':
      return sampleNumber(schema);
    case 'boolean':
      return false;
    case 'null':
      return null;
    case 'array': {
      const least = typeof schema.minItems === 'number' ? schema.minItems : 0;
      const item = least > 0 ? sampleValue(root, schema.items, word, level + 1) : undefined;
      return least > 0 && item === undefined
        ? undefined
        : Array.from({ length: Math.min(least, 10) }, () => item);
    }
    default:
      return sampleObject(root, schema, word, level);
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  uri: 'https://example.com/',
  url: 'https://example.com/',
  email: 'probe@example.com',
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  time: '00:00:00Z',
  uuid: '00000000-0000-4000-8000-000000000000',
};

function sampleText({ format, minLength, maxLength }: JsonObject, word: string): string {
  const text = (typeof format === 'string' ? FORMATS[format] : undefined) ?? word;
  const least = typeof minLength === 'number' ? Math.min(minLength, 10_000) : 0;
  const most = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY;
  return text.padEnd(least, 'x').slice(0, most);
}

/** Texts that most patterns match: a few letters or digits, a name, a date, a version, an address, digits. */
const PATTERN_TEXTS: readonly string[] = [
  ...'a A 1 0 ab AB Ab1 a1 a-b a_b a.b a/b 1.0 1.0.0 v1.0.0 2026-01-01 2026-01 2026 10:00 10:00:00'.split(
    ' ',
  ),
  ...'2026-01-01T00:00:00Z en-US #aabbcc 1h 1d https://example.com/ example.com probe@example.com'.split(' '),
  ...'/a ./a a.txt 127.0.0.1 +15555550100 00000000-0000-4000-8000-000000000000'.split(' '),
  ...'a:b a=b a,b @a @a/b $a A-1 AB-123 a@b 1-2'.split(' '),
  'a b',
  ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 20, 24, 26, 32, 40, 64].flatMap((length) =>
    ['0', 'a', 'A'].map((letter) => letter.repeat(length)),
  ),
];

/** A text that matches the pattern, if a usual one does; samples that do not fit are discarded later. */
function patternText(root: JsonObject, schema: JsonObject, text: string): string {
  if (typeof schema.pattern !== 'string') return text;
  const fits = (one: string) => checkPart(root, schema, one).warnings.length === 0;
  return [text, ...PATTERN_TEXTS].find(fits) ?? text;
}

function sampleNumber({ minimum, exclusiveMinimum, maximum }: JsonObject): number {
  if (typeof minimum === 'number' && minimum > -1e9) return Math.ceil(minimum);
  if (typeof exclusiveMinimum === 'number') return Math.floor(exclusiveMinimum) + 1;
  return typeof maximum === 'number' ? Math.min(1, Math.floor(maximum)) : 1;
}

function sampleObject(root: JsonObject, schema: JsonObject, word: string, level: number): JsonObject {
  const { required, properties } = schema;
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  const known = isJsonObject(properties) ? properties : {};
  return Object.fromEntries(names.map((name) => [name, sampleValue(root, known[name], word, level + 1)]));
}
