import { isJsonObject, type JsonObject } from '../base/json-value.ts';

/** True where `capabilities` has the member at `path`, and it is not false. */
export function declares(capabilities: JsonObject | undefined, path: readonly string[]): boolean {
  let at: unknown = capabilities;
  for (const name of path) {
    if (!isJsonObject(at)) return false;
    at = at[name];
  }
  return at !== undefined && at !== null && at !== false;
}
