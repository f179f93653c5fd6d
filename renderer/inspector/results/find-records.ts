import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import type { PathStep } from '../../ui/json-tree/json-shape.ts';

/** A list of records inside a value, and its path. */
export type RecordList = { readonly steps: readonly PathStep[]; readonly records: readonly JsonObject[] };

const DEEPEST = 3;

/** The lists of at least one object and nothing else, the longest first; a list in a list's record is none. */
export function recordLists(value: unknown, steps: readonly PathStep[] = []): RecordList[] {
  const found: RecordList[] = [];
  collect(found, value, steps);
  return found.sort((a, b) => b.records.length - a.records.length);
}

function collect(found: RecordList[], value: unknown, steps: readonly PathStep[]): void {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isJsonObject)) found.push({ steps, records: value });
    return;
  }
  if (!isJsonObject(value) || steps.length >= DEEPEST) return;
  for (const key of Object.keys(value)) collect(found, value[key], [...steps, key]);
}
