/** The outcome of an operation that a caller must handle: a value, or an error as a plain value. */
export type Result<Value, Failure = string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

export function ok<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

export function err<Failure>(error: Failure): { ok: false; error: Failure } {
  return { ok: false, error };
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
