import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';
import { checkPart, dependentIn, requiredIn } from '../../../app/base/schema/check-schema.ts';
import { briefJson } from '../../../app/base/schema/scalar-checks.ts';
import { resolvedRef } from '../../../app/base/schema/schema-walk.ts';

type SchemaField = {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
};

export function schemaFields(schema: unknown): SchemaField[] {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties)
    .map(([name, property]) => ({
      name,
      type: schemaTypeText(property),
      required: required.includes(name),
      description: stringAt(property, 'description') ?? '',
    }))
    .toSorted((left, right) => Number(right.required) - Number(left.required));
}

const MAX_CHOICES = 6;

const MAX_NESTED = 4;
const LONGEST_CHOICE = 200;

/** A schema's type in brief: `string`, `integer ≥ 1`, `"a" | "b"`, `string[]`. */
export function schemaTypeText(schema: unknown, nested = 0): string {
  if (nested > MAX_NESTED) return '…';
  if (!isJsonObject(schema)) return 'any';
  if ('const' in schema) return briefJson(schema.const, LONGEST_CHOICE);
  if (Array.isArray(schema.enum)) return choices(schema.enum);
  const textOf = (part: unknown) => schemaTypeText(part, nested + 1);
  const variants = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(variants)) return variants.slice(0, MAX_CHOICES).map(textOf).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.filter((type) => typeof type === 'string').join(' | ');
  if (Array.isArray(schema.prefixItems)) return `[${schema.prefixItems.map(textOf).join(', ')}]`;
  if (schema.type === 'array') return `${textOf(schema.items)}[]`;
  if (typeof schema.type !== 'string') return stringAt(schema, '$ref')?.replace(/^.*\//, '') ?? 'any';
  return schema.type + bounds(schema.minimum, schema.maximum);
}

function choices(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_CHOICES).map((value) => briefJson(value, LONGEST_CHOICE));
  return values.length > MAX_CHOICES ? `${shown.join(' | ')} | …` : shown.join(' | ');
}

function bounds(minimum: unknown, maximum: unknown): string {
  const low = typeof minimum === 'number';
  const high = typeof maximum === 'number';
  if (low && high) return ` ${minimum}–${maximum}`;
  if (low) return ` ≥ ${minimum}`;
  return high ? ` ≤ ${maximum}` : '';
}

/** The limit of references and parts followed in one schema, which may refer to itself. */
const MAX_STEPS = 60;

/** A form renders on each key press, so a condition must be evaluated quickly. */
const TRIAL = { warnings: 1, steps: 3000 };

/** The value for which the schema is read. */
export type Given = { readonly value: unknown };

/**
 * A schema with its `$ref` (within `root`) and `allOf` resolved; members next to a `$ref` win. With a value, `if` and
 * the requirements of existing members too. Returns `{}`, which accepts anything, if there is no schema. Never throws.
 */
export function flatSchema(root: unknown, schema: unknown, given?: Given): JsonObject {
  return flat(isJsonObject(root) ? root : {}, schema, { left: MAX_STEPS }, given);
}

type Steps = { left: number };

function flat(root: JsonObject, schema: unknown, steps: Steps, given: Given | undefined): JsonObject {
  steps.left -= 1;
  if (!isJsonObject(schema) || steps.left < 0) return {};
  const { $ref, allOf, if: _if, then: _then, else: _else, ...own } = schema;
  let merged: JsonObject = {};
  if (typeof $ref === 'string') merged = flat(root, resolvedRef(root, $ref), steps, given);
  if (Array.isArray(allOf)) for (const part of allOf) merged = joined(merged, flat(root, part, steps, given));
  merged = joined(merged, own);
  if (given === undefined) return merged;
  for (const part of conditionalParts(root, schema, given.value)) {
    merged = joined(merged, flat(root, part, steps, given));
  }
  const { required: _own, ...dependent } = schema;
  const required = isJsonObject(given.value) ? requiredIn(dependent, given.value) : [];
  return required.length === 0 ? merged : joined(merged, { required });
}

/** Additional requirements of a schema that depend on the value. */
function conditionalParts(root: JsonObject, schema: JsonObject, value: unknown): unknown[] {
  const parts: unknown[] = [];
  if (schema.if !== undefined) {
    const fits = checkPart(root, schema.if, value, TRIAL).warnings.length === 0;
    parts.push(fits ? schema.then : schema.else);
  }
  return isJsonObject(value) ? [...parts, ...dependentIn(schema, value)] : parts;
}

/** Both schemas combined; if they disagree, the second one wins. */
export function joined(first: JsonObject, second: JsonObject): JsonObject {
  const both: { [key: string]: unknown } = { ...first, ...second };
  if (isJsonObject(first.properties) && isJsonObject(second.properties)) {
    both.properties = joinedProperties(first.properties, second.properties);
  }
  if (Array.isArray(first.required) && Array.isArray(second.required)) {
    both.required = [...new Set([...first.required, ...second.required])];
  }
  return both;
}

/** A member declared by both must match both. */
function joinedProperties(first: JsonObject, second: JsonObject): JsonObject {
  const shared = Object.entries(second).map(([name, one]) => {
    const other = Object.hasOwn(first, name) ? first[name] : undefined;
    const both = isJsonObject(other) && isJsonObject(one);
    return [name, both ? { allOf: [other, one] } : one] as const;
  });
  return { ...first, ...Object.fromEntries(shared) };
}
