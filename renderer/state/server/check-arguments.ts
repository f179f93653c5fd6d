import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import { checkSchema } from '../../../app/schema/check-schema.ts';
import type { SchemaWarning } from '../../../app/schema/schema-walk.ts';
import { jsonFault } from '../../ui/forms/json-fault.ts';

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
export function checkArguments(text: string, schema: JsonObject): ArgumentCheck {
  const written = text.trim() === '' ? '{}' : text;
  const fault = jsonFault(written);
  if (fault !== undefined) {
    return { kind: 'fault', message: `Line ${fault.line}, column ${fault.column}: ${fault.message}.` };
  }
  const value: unknown = JSON.parse(written);
  if (!isJsonObject(value)) return { kind: 'fault', message: 'Arguments must be a JSON object: { … }.' };
  const { warnings, unread } = checkSchema(schema, value);
  return { kind: 'ready', value, warnings, note: unreadWords(unread) };
}

/** One sentence on what of a schema could not be read; empty where there is nothing to say. */
export function unreadWords(unread: string): string {
  return unread === '' ? '' : `The schema cannot be checked in full: ${unread}.`;
}
