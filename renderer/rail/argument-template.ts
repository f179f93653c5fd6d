import { isJsonObject, type JsonObject } from '../../app/base/json-value.ts';

const DEEPEST = 4;

/**
 * Arguments to begin with: every required property, and every other one that has a default or an example.
 * Values come from `default`, `examples`, `const`, `enum`, or else are the empty value of their type.
 */
export function argumentTemplate(schema: unknown): JsonObject {
  return objectTemplate(schema, 0);
}

function objectTemplate(schema: unknown, depth: number): JsonObject {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties) || depth > DEEPEST) return {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const wanted = Object.entries(schema.properties).filter(
    ([name, property]) => required.includes(name) || suggested(property) !== undefined,
  );
  return Object.fromEntries(wanted.map(([name, property]) => [name, valueFor(property, depth + 1)]));
}

function valueFor(schema: unknown, depth: number): unknown {
  const given = suggested(schema);
  if (given !== undefined) return given.value;
  if (!isJsonObject(schema)) return null;
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0];
  const variants = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(variants) && depth <= DEEPEST) return valueFor(variants[0], depth + 1);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'string':
      return '';
    case 'number':
    case 'integer':
      return typeof schema.minimum === 'number' ? schema.minimum : 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object':
      return objectTemplate(schema, depth);
    default:
      return null;
  }
}

function suggested(schema: unknown): { value: unknown } | undefined {
  if (!isJsonObject(schema)) return undefined;
  if ('default' in schema) return { value: schema.default };
  return Array.isArray(schema.examples) && schema.examples.length > 0
    ? { value: schema.examples[0] }
    : undefined;
}
