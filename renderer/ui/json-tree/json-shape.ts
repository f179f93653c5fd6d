import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';

export function jsonShape(value: unknown): 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' {
  if (Array.isArray(value)) return 'array';
  if (isJsonObject(value)) return 'object';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'null';
}

/** The number of members or elements of a value; 0 for a scalar. */
export function childCount(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? keysOf(value).length : 0;
}

/** The keys of larger objects are cached: listing half a million takes a tenth of a second. */
const MANY_KEYS = 1000;
const keptKeys = new WeakMap<JsonObject, readonly string[]>();

/** The keys in text order. The object must not change, which parsed JSON never does. */
export function keysOf(value: JsonObject): readonly string[] {
  const kept = keptKeys.get(value);
  if (kept !== undefined) return kept;
  const keys = Object.keys(value);
  if (keys.length >= MANY_KEYS) keptKeys.set(value, keys);
  return keys;
}

type JsonChild = { readonly key: string; readonly value: unknown };

/** The first `count` members or elements, in text order. */
export function firstChildren(value: unknown, count: number): JsonChild[] {
  if (Array.isArray(value)) {
    return value.slice(0, count).map((element, index) => ({ key: String(index), value: element }));
  }
  if (!isJsonObject(value)) return [];
  return keysOf(value)
    .slice(0, count)
    .map((key) => ({ key, value: value[key] }));
}

/** The summary of a closed branch: `[3 items]`. */
export function branchSummary(value: unknown): string {
  const count = childCount(value);
  if (Array.isArray(value)) return `[${count} ${count === 1 ? 'item' : 'items'}]`;
  return `{${count} ${count === 1 ? 'member' : 'members'}}`;
}

/** One step below the root: the key of a member or the index of an element. */
export type PathStep = string | number;

/** The path in JavaScript notation: `result.content[0].text`; `$` for the root. */
export function pathText(steps: readonly PathStep[]): string {
  if (steps.length === 0) return '$';
  return steps.map((step, index) => stepText(step, index === 0)).join('');
}

/** A key for maps: unlike the path's text it distinguishes `1` from `"1"`, and needs no parsing. */
export function pathKey(steps: readonly PathStep[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Longer names are always quoted, because the expression must not run over megabytes. */
const LONGEST_NAME = 1000;

function stepText(step: PathStep, first: boolean): string {
  if (typeof step === 'number') return `[${step}]`;
  if (step.length <= LONGEST_NAME && /^[A-Za-z_$][\w$]*$/.test(step)) return first ? step : `.${step}`;
  return `[${JSON.stringify(step)}]`;
}
