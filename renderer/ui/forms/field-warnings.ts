import type { ValuePath } from './form-value.ts';

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
