import { isJsonObject, type JsonObject, type ValuePath } from '../../base/json-value.ts';
import { mapAt, textsAt, typesOf } from '../../base/schema/schema-nodes.ts';
import { isDangling } from '../../base/schema/schema-soundness.ts';
import { resolvedRef } from '../../base/schema/schema-walk.ts';

/** Keywords that exclude no value. */
export const NOTES: readonly string[] = [
  ...['$schema', '$id', 'id', '$comment', 'title', 'description', 'default', 'examples', 'example'],
  ...['deprecated', 'readOnly', 'writeOnly', 'contentEncoding', 'contentMediaType'],
];

/** Keywords by the one type that they apply to (JSON Schema 2020-12, validation, 6). */
const OF_TYPE: { readonly [type: string]: readonly string[] } = {
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  array: [
    ...['items', 'prefixItems', 'additionalItems', 'contains', 'minContains', 'maxContains'],
    ...['minItems', 'maxItems', 'uniqueItems', 'unevaluatedItems'],
  ],
  object: [
    ...['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'],
    ...['minProperties', 'maxProperties', 'dependentRequired', 'dependentSchemas', 'dependencies'],
    'unevaluatedProperties',
  ],
};

export function without(schema: JsonObject, ...keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

/** Splits a schema into annotations and other keywords. */
export function splitNotes(schema: JsonObject): { readonly notes: JsonObject; readonly rest: JsonObject } {
  const keywords = Object.keys(schema);
  return {
    notes: without(schema, ...keywords.filter((keyword) => !NOTES.includes(keyword))),
    rest: without(schema, ...NOTES),
  };
}

/** Applies `edit` to the schema object at `path`. */
export function editedAt(value: unknown, path: ValuePath, edit: (schema: JsonObject) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return isJsonObject(value) ? edit(value) : value;
  if (Array.isArray(value))
    return value.map((one, index) => (index === step ? editedAt(one, rest, edit) : one));
  if (!isJsonObject(value) || !Object.hasOwn(value, step)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, name === step ? editedAt(one, rest, edit) : one]),
  );
}

/** Turns a list of types into alternatives, each with its type's keywords: the same values fit. */
export function anyOfTypes(schema: JsonObject): JsonObject {
  const { notes, rest } = splitNotes(schema);
  const branches = typesOf(schema)
    .map((type) => ofType(rest, type))
    .filter((branch) => !Array.isArray(branch.enum) || branch.enum.length > 0);
  const [only, ...others] = branches;
  if (only === undefined) return { ...notes, ...without(rest, 'type') };
  if (others.length === 0) return { ...notes, ...only };
  // An existing anyOf goes into every branch, under allOf, so no keyword is lost.
  return { ...notes, anyOf: branches };
}

function ofType(schema: JsonObject, type: string): JsonObject {
  const about = type === 'integer' ? 'number' : type;
  const others = Object.entries(OF_TYPE).flatMap(([one, keywords]) => (one === about ? [] : keywords));
  const kept = without(schema, ...others);
  const values = Array.isArray(kept.enum) ? { enum: kept.enum.filter((one) => isOfType(one, type)) } : {};
  return { ...kept, ...values, type };
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isJsonObject(value);
  // The other types have the same names as in JavaScript.
  return String(typeof value) === type;
}

export function constToEnum(schema: JsonObject): JsonObject {
  return { ...without(schema, 'const'), enum: [schema.const] };
}

/** Turns a list in `items` into `prefixItems` of 2020-12: the same values fit. */
export function tupleToPrefix(schema: JsonObject): JsonObject {
  const { items, additionalItems, ...rest } = schema;
  return {
    ...rest,
    prefixItems: items,
    ...(additionalItems === undefined ? {} : { items: additionalItems }),
  };
}

/** Drops names from `required` that `properties` does not have. */
export function filterRequired(schema: JsonObject): JsonObject {
  const known = mapAt(schema, 'properties');
  return { ...schema, required: textsAt(schema, 'required').filter((name) => Object.hasOwn(known, name)) };
}

/** Replaces all alternatives by the first one that is an object. */
export function firstBranch(schema: JsonObject): JsonObject {
  const branches = [schema.anyOf, schema.oneOf, schema.allOf].find(Array.isArray) ?? [];
  const isObject = (one: unknown) => isJsonObject(one) && (one.type === 'object' || 'properties' in one);
  const first: unknown = branches.find(isObject);
  const rest = without(schema, 'anyOf', 'oneOf', 'allOf');
  return isJsonObject(first) ? { ...rest, ...first } : { type: 'object', ...rest };
}

/** How often a self-reference is expanded before everything is allowed. */
const MAX_UNFOLDS = 2;
const MAX_COPIES = 3000;

export type Inlined = {
  readonly schema: JsonObject;
  /** References that lead back to themselves and were cut. */
  readonly cut: readonly string[];
};

/** Replaces each `$ref` by its target and removes definitions. */
export function inlined(root: JsonObject): Inlined {
  const cut = new Set<string>();
  let copies = 0;
  const copy = (value: unknown, chain: readonly string[]): unknown => {
    copies += 1;
    if (Array.isArray(value)) return value.map((one) => copy(one, chain));
    if (!isJsonObject(value)) return value;
    const { $ref: ref } = value;
    if (typeof ref !== 'string') return mapped(value, (one) => copy(one, chain));
    const own = mapped(without(value, '$ref'), (one) => copy(one, chain));
    if (isDangling(root, ref) || !(ref === '#' || ref.startsWith('#/'))) return own;
    if (chain.filter((one) => one === ref).length >= MAX_UNFOLDS || copies > MAX_COPIES) {
      cut.add(ref);
      return own;
    }
    const target = resolvedRef(root, ref);
    return joined(own, isJsonObject(target) ? copy(withoutDefinitions(target), [...chain, ref]) : target);
  };
  const schema = copy(withoutDefinitions(root), ['#']);
  return { schema: isJsonObject(schema) ? schema : {}, cut: [...cut] };
}

function mapped(value: JsonObject, edit: (one: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, edit(one)]));
}

function withoutDefinitions(schema: JsonObject): JsonObject {
  return without(schema, '$defs', 'definitions');
}

/** Merges the siblings of a reference with its target; under allOf if both have the same keyword. */
function joined(own: JsonObject, target: unknown): unknown {
  if (!isJsonObject(target)) return Object.keys(own).length === 0 ? target : own;
  const clash = Object.keys(own).some((keyword) => keyword in target && !NOTES.includes(keyword));
  return clash ? { allOf: [target, own] } : { ...target, ...own };
}

const MERGED = ['type', 'properties', 'required'];
/** Keywords whose meaning depends on each other. */
const TOGETHER = [
  ['items', 'prefixItems', 'additionalItems', 'unevaluatedItems'],
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
  ['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties'],
];

/** Merges allOf into the schema if the result is equivalent; undefined if it is not. */
export function mergedAllOf(schema: JsonObject): JsonObject | undefined {
  const parts = Array.isArray(schema.allOf) ? schema.allOf : [];
  let merged = without(schema, 'allOf');
  for (const part of parts) {
    if (!isJsonObject(part)) return undefined;
    const { notes, rest } = splitNotes(part);
    const known = { ...merged, ...without(notes, ...Object.keys(merged)) };
    const next = mergedPart(known, rest);
    if (next === undefined) return undefined;
    merged = next;
  }
  return merged;
}

function mergedPart(schema: JsonObject, part: JsonObject): JsonObject | undefined {
  const clash = Object.keys(part).filter((keyword) => keyword in schema);
  const isSplit = TOGETHER.some((group) => {
    const [own, more] = [schema, part].map((one) => group.filter((keyword) => keyword in one));
    return own?.length && more?.length && !(`${own}` === 'properties' && `${more}` === 'properties');
  });
  if (isSplit || clash.some((keyword) => !MERGED.includes(keyword))) return undefined;
  const [own, more] = [mapAt(schema, 'properties'), mapAt(part, 'properties')];
  if (Object.keys(more).some((name) => Object.hasOwn(own, name))) return undefined;
  if (schema.type !== undefined && part.type !== undefined && schema.type !== part.type) return undefined;
  const required = [...new Set([...textsAt(schema, 'required'), ...textsAt(part, 'required')])];
  const hasProperties = 'properties' in schema || 'properties' in part;
  return {
    ...schema,
    ...part,
    ...(hasProperties ? { properties: { ...own, ...more } } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** Merges top-level alternatives into one object: all arguments of any, required where all require them. */
export function unitedBranches(schema: JsonObject): JsonObject {
  const branches = [schema.anyOf, schema.oneOf, schema.allOf].flat().filter(isJsonObject);
  const isAll = Array.isArray(schema.allOf) && schema.anyOf === undefined && schema.oneOf === undefined;
  const properties: { [name: string]: unknown } = { ...mapAt(schema, 'properties') };
  for (const [name, one] of branches.flatMap((branch) => Object.entries(mapAt(branch, 'properties')))) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    properties[name] = known === undefined ? one : eitherOf(known, one);
  }
  const lists = branches.map((branch) => textsAt(branch, 'required'));
  const [first = [], ...others] = lists;
  const shared = isAll ? lists.flat() : first.filter((name) => others.every((list) => list.includes(name)));
  const required = [...new Set([...textsAt(schema, 'required'), ...shared])];
  return {
    ...without(schema, 'anyOf', 'oneOf', 'allOf', 'properties', 'required'),
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
  };
}

function eitherOf(a: unknown, b: unknown): unknown {
  if (JSON.stringify(a) === JSON.stringify(b)) return a;
  const branches = [a, b].flatMap((one) =>
    isJsonObject(one) && Object.keys(one).length === 1 && Array.isArray(one.anyOf) ? one.anyOf : [one],
  );
  const texts = branches.map((one) => JSON.stringify(one));
  const apart = branches.filter((_, index) => texts.indexOf(texts[index] ?? '') === index);
  return apart.length === 1 ? apart[0] : { anyOf: apart };
}

/** The schema of an argument that may also be null. */
export function orNull(schema: unknown): unknown {
  if (!isJsonObject(schema)) return schema;
  if (typesOf(schema).includes('null')) return schema;
  if (schema.enum === undefined && typeof schema.type === 'string' && !('const' in schema))
    return { ...schema, type: [schema.type, 'null'] };
  const { notes, rest } = splitNotes(schema);
  return { ...notes, anyOf: [rest, { type: 'null' }] };
}
