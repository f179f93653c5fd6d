import { isJsonObject, type ValuePath, valueAt } from '../../../app/base/json-value.ts';

/**
 * `value` with `next` at `path`; everything beside the path stays as it is and keeps its order.
 * What is missing on the way is made; a value of another type on the way gives place.
 */
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

/** `value` without the part at `path`: a member is left out, the items after a list's item move up. */
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

/** `value` with the item `from` of the list at `path` moved to the place `to`. */
export function withItemMoved(value: unknown, path: ValuePath, from: number, to: number): unknown {
  const list = valueAt(value, path);
  if (!Array.isArray(list) || from < 0 || to < 0 || from >= list.length || to >= list.length) return value;
  const moved: unknown[] = [...list];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return withValueAt(value, path, moved);
}

/** `value` with a member of the object at `path` renamed in its place; unchanged if `to` is taken. */
export function withMemberRenamed(value: unknown, path: ValuePath, from: string, to: string): unknown {
  const object = valueAt(value, path);
  if (!isJsonObject(object) || !Object.hasOwn(object, from) || Object.hasOwn(object, to)) return value;
  const entries = Object.entries(object).map(([key, member]) => [key === from ? to : key, member] as const);
  return withValueAt(value, path, Object.fromEntries(entries));
}

/** True if both are the same JSON, members in the same order. */
export function sameJson(first: unknown, second: unknown): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}

/** Sentences by the place that they are about. */
export type FieldWarnings = ReadonlyMap<string, readonly string[]>;

type Warning = { readonly at: ValuePath; readonly message: string };

/** Sorts warnings by place. */
export function fieldWarnings(warnings: readonly Warning[]): FieldWarnings {
  const sorted = new Map<string, string[]>();
  for (const { at, message } of warnings) {
    const key = JSON.stringify(at);
    sorted.set(key, [...(sorted.get(key) ?? []), message]);
  }
  return sorted;
}

/** The warnings about exactly this place. */
export function warningsAt(warnings: FieldWarnings, path: ValuePath): readonly string[] {
  return warnings.get(JSON.stringify(path)) ?? [];
}
