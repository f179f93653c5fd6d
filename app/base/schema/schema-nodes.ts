import { isJsonObject, type JsonObject, type ValuePath } from '../json-value.ts';

export type SchemaNode = { readonly schema: JsonObject; readonly at: ValuePath };

/** Keywords that hold one schema, a list of schemas, or a schema for each name (JSON Schema draft 4 to 2020-12). */
const ONE = [
  ...['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalProperties', 'additionalItems'],
  ...['unevaluatedProperties', 'unevaluatedItems', 'items'],
];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];
const MAPS = ['properties', 'patternProperties', 'dependentSchemas', 'dependencies', '$defs', 'definitions'];

const MAX_NODES = 20_000;
const MAX_LEVELS = 100;

/** All schema objects within `schema`, itself first; references are not followed. */
export function schemaNodes(schema: unknown, at: ValuePath = []): readonly SchemaNode[] {
  const nodes: SchemaNode[] = [];
  const open: { readonly value: unknown; readonly at: ValuePath }[] = [{ value: schema, at }];
  while (nodes.length < MAX_NODES) {
    const next = open.pop();
    if (next === undefined) break;
    if (!isJsonObject(next.value) || next.at.length - at.length > MAX_LEVELS) continue;
    nodes.push({ schema: next.value, at: next.at });
    for (const inner of innerSchemas(next.value).reverse())
      open.push({ value: inner.value, at: [...next.at, ...inner.steps] });
  }
  return nodes;
}

type Inner = { readonly value: unknown; readonly steps: ValuePath };

function innerSchemas(schema: JsonObject): Inner[] {
  const inner: Inner[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (Array.isArray(value) && LISTS.includes(keyword))
      for (const [index, one] of value.entries()) inner.push({ value: one, steps: [keyword, index] });
    else if (isJsonObject(value) && MAPS.includes(keyword))
      for (const [name, one] of Object.entries(value)) inner.push({ value: one, steps: [keyword, name] });
    else if (ONE.includes(keyword)) inner.push({ value, steps: [keyword] });
  }
  return inner;
}

/** The types that a schema lists in `type`; empty if it has none. */
export function typesOf({ type }: JsonObject): readonly string[] {
  return [type].flat().filter((one) => typeof one === 'string');
}

/** The members of a map of schemas, such as `properties`; empty if it is missing. */
export function mapAt(schema: JsonObject, keyword: string): JsonObject {
  const value = schema[keyword];
  return isJsonObject(value) ? value : {};
}

/** The strings in a list, such as `required`; empty if it is missing. */
export function textsAt(schema: JsonObject, keyword: string): readonly string[] {
  const value = schema[keyword];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
