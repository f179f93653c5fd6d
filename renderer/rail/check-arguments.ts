import { isJsonObject, type JsonObject } from '../../app/base/json-value.ts';
import { jsonFault } from './json-fault.ts';
import type { SchemaChecker, SchemaWarning } from './schema-warnings.ts';

/** What the typed arguments are. Only `fault` forbids the call: sending what does not fit is a test. */
export type ArgumentCheck =
  | { readonly kind: 'fault'; readonly message: string }
  | {
      readonly kind: 'ready';
      readonly value: JsonObject;
      readonly warnings: readonly SchemaWarning[];
      /** One sentence where the schema cannot be read; else empty. */
      readonly note: string;
    };

/** Reads the arguments as typed; empty text stands for no arguments. */
export function checkArguments(text: string, check: SchemaChecker): ArgumentCheck {
  const written = text.trim() === '' ? '{}' : text;
  const fault = jsonFault(written);
  if (fault !== undefined) {
    return { kind: 'fault', message: `Line ${fault.line}, column ${fault.column}: ${fault.message}.` };
  }
  const value: unknown = JSON.parse(written);
  if (!isJsonObject(value)) return { kind: 'fault', message: 'Arguments must be a JSON object: { … }.' };
  const checked = check(value);
  if (checked.kind === 'checked') return { kind: 'ready', value, warnings: checked.warnings, note: '' };
  return {
    kind: 'ready',
    value,
    warnings: [],
    note: `The input schema cannot be checked here: ${checked.reason}`,
  };
}
