/** An object as `JSON.parse` gives it: string keys, anything below. */
export type JsonObject = { readonly [key: string]: unknown };

/** True for a JSON object; false for arrays, null and scalars. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The string at `key`, or undefined where `value` is no object or the member is no string. */
export function stringAt(value: unknown, key: string): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const member = value[key];
  return typeof member === 'string' ? member : undefined;
}
