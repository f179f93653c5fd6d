import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import { keysOf, type PathStep } from '../../ui/json-tree/json-shape.ts';

export type RecordList = { readonly steps: readonly PathStep[]; readonly records: readonly JsonObject[] };

const DEEPEST = 3;

/** How many members are looked at in all: an object of half a million is no envelope around a list. */
const MAX_MEMBERS = 20_000;

/** The lists of at least one object and nothing else, the longest first; a list in a list's record is none. */
export function recordLists(value: unknown, steps: readonly PathStep[] = []): RecordList[] {
  const found: RecordList[] = [];
  collect(found, value, steps, { left: MAX_MEMBERS });
  return found.sort((a, b) => b.records.length - a.records.length);
}

function collect(
  found: RecordList[],
  value: unknown,
  steps: readonly PathStep[],
  members: { left: number },
): void {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isJsonObject)) found.push({ steps, records: value });
    return;
  }
  if (!isJsonObject(value) || steps.length >= DEEPEST) return;
  for (const key of keysOf(value)) {
    if (members.left === 0) return;
    members.left -= 1;
    const child = value[key];
    if (typeof child === 'object') collect(found, child, [...steps, key], members);
  }
}
