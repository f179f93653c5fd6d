import type { JsonObject } from '../../../app/base/json-value.ts';
import { flatSchema } from './flat-schema.ts';
import { formPart, type Member } from './schema-form.ts';

const DEEPEST = 4;
/** Required members of required members multiply: beyond this, what is inside is left empty. */
const MAX_VALUES = 5000;

/** How many values may still be made. */
type Left = { values: number };

/**
 * Arguments to begin with: every required property, and every other one that has a default or an example.
 * Values come from `default`, `examples`, `const`, `enum`, or else are the empty value of their type.
 */
export function startArguments(schema: unknown): JsonObject {
  const part = formPart(schema, schema);
  return part.kind === 'group' ? startMembers(schema, part.members, 0, { values: MAX_VALUES }) : {};
}

/** A value to begin with for one part of the schema `root`. */
export function startValue(root: unknown, schema: unknown): unknown {
  return valueFor(root, schema, 0, { values: MAX_VALUES });
}

function valueFor(root: unknown, schema: unknown, depth: number, left: Left): unknown {
  left.values -= 1;
  const given = suggested(flatSchema(root, schema));
  if (given !== undefined) return given.value;
  const part = formPart(root, schema);
  switch (part.kind) {
    case 'text':
      return '';
    case 'number':
      return typeof part.schema.minimum === 'number' ? part.schema.minimum : 0;
    case 'boolean':
      return false;
    case 'choice':
      return part.choices[0]?.value ?? null;
    case 'list':
      if (depth > DEEPEST || left.values < 0) return [];
      return part.places.slice(0, left.values).map((place) => valueFor(root, place, depth + 1, left));
    case 'group':
      return depth > DEEPEST ? {} : startMembers(root, part.members, depth, left);
    case 'branches':
      return depth > DEEPEST ? null : valueFor(root, part.branches[0]?.schema, depth + 1, left);
    case 'json':
      return null;
  }
}

function startMembers(root: unknown, members: readonly Member[], depth: number, left: Left): JsonObject {
  if (left.values < 0) return {};
  const wanted = members.filter(
    ({ required, schema }) => required || suggested(flatSchema(root, schema)) !== undefined,
  );
  return Object.fromEntries(
    wanted.map(({ name, schema }) => [name, valueFor(root, schema, depth + 1, left)]),
  );
}

function suggested(schema: JsonObject): { value: unknown } | undefined {
  if ('default' in schema) return { value: schema.default };
  return Array.isArray(schema.examples) && schema.examples.length > 0
    ? { value: schema.examples[0] }
    : undefined;
}
