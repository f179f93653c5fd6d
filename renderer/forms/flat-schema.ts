import { isJsonObject, type JsonObject } from '../../app/base/json-value.ts';
import { resolvedRef } from '../../app/findings/schema-mismatch.ts';

/** References and parts followed in one schema: a schema that refers to itself must come to an end. */
const MOST_STEPS = 60;

/**
 * A schema with its `$ref` (within `root`) and `allOf` put in place; what stands beside a `$ref` wins.
 * Gives `{}`, which says nothing, where there is no schema to read. Never throws.
 */
export function flatSchema(root: unknown, schema: unknown): JsonObject {
  return flat(isJsonObject(root) ? root : {}, schema, { left: MOST_STEPS });
}

function flat(root: JsonObject, schema: unknown, steps: { left: number }): JsonObject {
  steps.left -= 1;
  if (!isJsonObject(schema) || steps.left < 0) return {};
  const { $ref, allOf, ...own } = schema;
  let merged: JsonObject = {};
  if (typeof $ref === 'string') merged = flat(root, resolvedRef(root, $ref), steps);
  if (Array.isArray(allOf)) for (const part of allOf) merged = joined(merged, flat(root, part, steps));
  return joined(merged, own);
}

/** Both schemas at once; where they disagree, the second. */
export function joined(first: JsonObject, second: JsonObject): JsonObject {
  const both: { [key: string]: unknown } = { ...first, ...second };
  if (isJsonObject(first.properties) && isJsonObject(second.properties)) {
    both.properties = { ...first.properties, ...second.properties };
  }
  if (Array.isArray(first.required) && Array.isArray(second.required)) {
    both.required = [...first.required, ...second.required];
  }
  return both;
}
