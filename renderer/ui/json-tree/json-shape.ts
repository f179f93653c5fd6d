import { isJsonObject } from '../../../app/base/json-value.ts';

/** What a JSON value is, for its look in the tree. */
export type JsonShape = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

export function jsonShape(value: unknown): JsonShape {
  if (Array.isArray(value)) return 'array';
  if (isJsonObject(value)) return 'object';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'null';
}

/** How many members or elements a value holds; 0 for a scalar. */
export function childCount(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : 0;
}

export type JsonChild = { readonly key: string; readonly value: unknown };

/** The first `count` members or elements, in the order of the text. */
export function firstChildren(value: unknown, count: number): JsonChild[] {
  if (Array.isArray(value)) {
    return value.slice(0, count).map((element, index) => ({ key: String(index), value: element }));
  }
  if (!isJsonObject(value)) return [];
  return Object.keys(value)
    .slice(0, count)
    .map((key) => ({ key, value: value[key] }));
}

/** What a closed branch holds, in two words. */
export function branchSummary(value: unknown): string {
  const count = childCount(value);
  if (Array.isArray(value)) return `[${count} ${count === 1 ? 'item' : 'items'}]`;
  return `{${count} ${count === 1 ? 'member' : 'members'}}`;
}
