import { isJsonObject, type JsonObject, type ValuePath, valueAt } from '../../../app/base/json-value.ts';
import { flatSchema } from './schema-fields.ts';
import { formPart, type Member } from './schema-form.ts';

/** `value` with `next` at `path`; missing parents are created, everything else is kept. */
export function withValueAt(value: unknown, path: ValuePath, next: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return next;
  if (typeof step === 'number') {
    const list: unknown[] = Array.isArray(value) ? [...value] : [];
    const at = Math.min(step, list.length);
    list[at] = withValueAt(list[at], rest, next);
    return list;
  }
  const object = isJsonObject(value) ? value : {};
  const inner = Object.hasOwn(object, step) ? object[step] : undefined;
  return { ...object, [step]: withValueAt(inner, rest, next) };
}

/** `value` without the part at `path`: a member is removed, later items of a list move up. */
export function withoutValueAt(value: unknown, path: ValuePath): unknown {
  const last = path.at(-1);
  const parent = valueAt(value, path.slice(0, -1));
  if (last === undefined || valueAt(value, path) === undefined) return value;
  if (Array.isArray(parent) && typeof last === 'number') {
    return withValueAt(value, path.slice(0, -1), parent.toSpliced(last, 1));
  }
  if (!isJsonObject(parent)) return value;
  const { [last]: _gone, ...others } = parent;
  return withValueAt(value, path.slice(0, -1), others);
}

/** `value` with the item `from` of the list at `path` moved to index `to`. */
export function withItemMoved(value: unknown, path: ValuePath, from: number, to: number): unknown {
  const list = valueAt(value, path);
  if (!Array.isArray(list) || from < 0 || to < 0 || from >= list.length || to >= list.length) return value;
  const moved: unknown[] = [...list];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return withValueAt(value, path, moved);
}

/** `value` with a member of the object at `path` renamed in place; unchanged if `to` is taken. */
export function withMemberRenamed(value: unknown, path: ValuePath, from: string, to: string): unknown {
  const object = valueAt(value, path);
  if (!isJsonObject(object) || !Object.hasOwn(object, from) || Object.hasOwn(object, to)) return value;
  const entries = Object.entries(object).map(([key, member]) => [key === from ? to : key, member] as const);
  return withValueAt(value, path, Object.fromEntries(entries));
}

/** True if both are the same JSON, with members in the same order. */
export function sameJson(first: unknown, second: unknown): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}

/** Sentences by the place that they concern. */
export type FieldWarnings = ReadonlyMap<string, readonly string[]>;

type Warning = { readonly at: ValuePath; readonly message: string };

export function fieldWarnings(warnings: readonly Warning[]): FieldWarnings {
  const sorted = new Map<string, string[]>();
  for (const { at, message } of warnings) {
    const key = JSON.stringify(at);
    sorted.set(key, [...(sorted.get(key) ?? []), message]);
  }
  return sorted;
}

export function warningsAt(warnings: FieldWarnings, path: ValuePath): readonly string[] {
  return warnings.get(JSON.stringify(path)) ?? [];
}

const DEEPEST = 4;
/** Required members of required members multiply: beyond this limit, nested values stay empty. */
const MAX_VALUES = 5000;

type Left = { values: number };

/**
 * Initial arguments: each property that is required, or that has a default or an example. A number stays open: nobody
 * sees that one was made up.
 */
export function startArguments(schema: unknown): JsonObject {
  const part = formPart(schema, schema);
  return part.kind === 'group' ? startMembers(schema, part.members, 0, { values: MAX_VALUES }) : {};
}

/** An initial value for one part of the schema `root`. */
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
    ({ required, schema }) =>
      suggested(flatSchema(root, schema)) !== undefined ||
      (required && formPart(root, schema).kind !== 'number'),
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
