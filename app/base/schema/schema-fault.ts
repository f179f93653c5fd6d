import { isJsonObject, type JsonObject } from '../json-value.ts';
import { patternSyntax } from './pattern.ts';
import { briefJson, TYPES } from './scalar-checks.ts';
import { inDraft, resolvedRef, type SchemaDraft } from './schema-walk.ts';

type Kind = 'array' | 'boolean' | 'number' | 'object' | 'string';

/** The types that a validator requires of each keyword's value (ajv 8.17, `schemaType` of the vocabulary). */
const KINDS: { readonly [keyword: string]: readonly Kind[] } = {
  ...all(['object', 'boolean'], ['not', 'if', 'then', 'else', 'contains', 'propertyNames']),
  ...all(['object', 'boolean'], ['additionalProperties', 'additionalItems', 'unevaluatedProperties']),
  ...all(
    ['object'],
    ['properties', 'patternProperties', 'dependencies', 'dependentRequired', 'dependentSchemas'],
  ),
  ...all(['array'], ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'required', 'enum']),
  ...all(['number'], ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']),
  ...all(['number'], ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']),
  ...all(['string'], ['pattern', 'format', '$ref']),
  ...all(['boolean'], ['uniqueItems']),
};

/** Keywords that hold one schema, a list of schemas, or a schema for each name. */
const ONE = ['not', 'contains', 'propertyNames', 'additionalProperties', 'items'];
const LISTS = ['allOf', 'oneOf', 'prefixItems', 'items'];
const MAPS = ['properties', 'patternProperties', 'dependencies', 'dependentSchemas'];
const OTHERS = ['type', 'nullable', 'const', 'items', 'minContains', 'maxContains'];
const MAX_SCHEMAS = 100_000;

/** Why a validator that compiles schemas, such as an official SDK's, rejects this one; empty if it accepts it. */
export function schemaFault(schema: JsonObject, draft: SchemaDraft): string {
  const open: unknown[] = [schema];
  const seen = new Set<unknown>();
  while (open.length > 0 && seen.size < MAX_SCHEMAS) {
    const one = open.pop();
    if (!isJsonObject(one) || seen.has(one)) continue;
    seen.add(one);
    const known = inDraft(one, draft);
    const fault = ownFault(known, schema, draft);
    if (fault !== '') return fault;
    for (const inner of innerSchemas(known, schema, draft)) open.push(inner);
  }
  return '';
}

function* innerSchemas(schema: JsonObject, root: JsonObject, draft: SchemaDraft): Generator {
  for (const keyword of ONE) yield schema[keyword];
  for (const keyword of LISTS) {
    const list = schema[keyword];
    if (Array.isArray(list)) yield* list;
  }
  for (const keyword of MAPS) {
    const map = schema[keyword];
    if (isJsonObject(map)) yield* Object.values(map);
  }
  const { if: condition, then: whenTrue, else: whenFalse, items, additionalItems, anyOf, $ref } = schema;
  // Parts without effect are not compiled: branches without a condition, alternatives beside an allow-all.
  const branches = [whenTrue, whenFalse].filter((branch) => branch !== undefined && !takesAll(branch));
  if (condition !== undefined && branches.length > 0) yield* [condition, ...branches];
  if (Array.isArray(items)) yield additionalItems;
  if (Array.isArray(anyOf) && (draft === '2020-12' || !anyOf.some(takesAll))) yield* anyOf;
  if (typeof $ref === 'string') yield resolvedRef(root, $ref);
}

function takesAll(schema: unknown): boolean {
  if (!isJsonObject(schema)) return schema === true;
  return !Object.keys(schema).some((keyword) => Object.hasOwn(KINDS, keyword) || OTHERS.includes(keyword));
}

function ownFault(schema: JsonObject, root: JsonObject, draft: SchemaDraft): string {
  const { $ref, pattern, patternProperties } = schema;
  for (const [keyword, value] of Object.entries(schema)) {
    const kinds =
      keyword === 'items' ? ITEMS[draft] : Object.hasOwn(KINDS, keyword) ? KINDS[keyword] : undefined;
    if (kinds !== undefined && value !== undefined && !kinds.some((kind) => isOfKind(kind, value)))
      return `${keyword} value must be ${JSON.stringify(kinds.length === 1 ? kinds[0] : kinds)}`;
  }
  if (Array.isArray(schema.enum) && schema.enum.length === 0) return 'enum must have non-empty array';
  const patterns = isJsonObject(patternProperties) ? Object.keys(patternProperties) : [];
  for (const source of typeof pattern === 'string' ? [pattern, ...patterns] : patterns) {
    const syntax = patternSyntax(source);
    if (syntax.kind === 'invalid') return syntax.reason;
    if (syntax.older) return `Invalid regular expression: /${source}/u`;
  }
  // A reference to another document may match an `$id`, so it is not resolved here.
  if (typeof $ref === 'string' && $ref.startsWith('#/') && resolvedRef(root, $ref) === true)
    return `can't resolve reference ${$ref}`;
  return typeFault(schema);
}

function typeFault({ type, nullable }: JsonObject): string {
  const types: readonly unknown[] = Array.isArray(type) ? type : type ? [type] : [];
  if (!types.every((one) => TYPES.some((known) => known === one)))
    return `type must be JSONType or JSONType[]: ${briefJson(type, 60)}`;
  if (types.includes('null')) return nullable === false ? 'type: null contradicts nullable: false' : '';
  return types.length === 0 && nullable !== undefined ? '"nullable" cannot be used without "type"' : '';
}

const ITEMS = {
  'draft-07': ['object', 'array', 'boolean'],
  '2020-12': ['object', 'boolean'],
} as const;

function isOfKind(kind: Kind, value: unknown): boolean {
  if (kind === 'array') return Array.isArray(value);
  return kind === 'object' ? isJsonObject(value) : typeof value === kind;
}

function all(kinds: readonly Kind[], keywords: readonly string[]): { [keyword: string]: readonly Kind[] } {
  return Object.fromEntries(keywords.map((keyword) => [keyword, kinds]));
}

/** A keyword with an invalid value: its path, and what it must be, in a few words. */
export type InvalidKeyword = { readonly at: readonly (string | number)[]; readonly must: string };

/** The first keyword that the meta-schema rejects; undefined if none. Values from earlier drafts pass. */
export function invalidKeyword(schema: unknown, at: InvalidKeyword['at']): InvalidKeyword | undefined {
  return invalidKeywords(schema, at).next().value ?? undefined;
}

/** All keywords that the meta-schema rejects, in schema order; skips what is inside an invalid one. */
export function* invalidKeywords(
  schema: unknown,
  at: InvalidKeyword['at'],
): Generator<InvalidKeyword, undefined> {
  if (typeof schema === 'boolean') return undefined;
  if (!isJsonObject(schema)) {
    yield { at, must: 'be a schema, an object' };
    return undefined;
  }
  for (const [keyword, value] of Object.entries(schema)) {
    const must = whatMustBe(keyword, value);
    if (must === '') yield* invalidWithin(keyword, value, [...at, keyword]);
    else yield { at: [...at, keyword], must };
  }
  return undefined;
}

/** What the value of a keyword must be; empty if the value itself is valid. */
function whatMustBe(keyword: string, value: unknown): string {
  const kinds = keyword === 'items' ? ITEMS['draft-07'] : Object.hasOwn(KINDS, keyword) ? KINDS[keyword] : [];
  const isOfDraft4 = keyword.startsWith('exclusive') && typeof value === 'boolean';
  if (kinds?.length && !isOfDraft4 && !kinds.some((kind) => isOfKind(kind, value)))
    return `be ${kinds.map((kind) => KIND_NAMES[kind]).join(' or ')}`;
  if (keyword === 'type' && ![value].flat().every((one) => TYPES.some((known) => known === one)))
    return `be one of ${TYPES.join(', ')}`;
  if (keyword === 'required' && Array.isArray(value) && !value.every((name) => typeof name === 'string'))
    return 'hold strings';
  return '';
}

const KIND_NAMES = {
  array: 'an array',
  boolean: 'true or false',
  number: 'a number',
  object: 'an object',
  string: 'a string',
} as const;
const SCHEMA_MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];

function* invalidWithin(
  keyword: string,
  value: unknown,
  at: InvalidKeyword['at'],
): Generator<InvalidKeyword, undefined> {
  const isList = Array.isArray(value) && (keyword === 'anyOf' || LISTS.includes(keyword));
  if (isList || (SCHEMA_MAPS.includes(keyword) && isJsonObject(value))) {
    for (const [step, inner] of isList ? value.entries() : Object.entries(Object(value)))
      yield* invalidKeywords(inner, [...at, step]);
    return undefined;
  }
  const isSchema = ONE.includes(keyword) || ['if', 'then', 'else'].includes(keyword);
  if (isSchema && isJsonObject(value)) yield* invalidKeywords(value, at);
  return undefined;
}
