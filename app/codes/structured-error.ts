import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';

/** What a tool error says in its own structured form; null for what it leaves out. */
export type StructuredStatement = {
  readonly code: number | null;
  readonly reason: string | null;
  readonly hint: string | null;
  readonly retryable: boolean | null;
};

/**
 * Reads `structuredContent.error` as mcp-ts-core writes it (`code`, `message`, `data.reason`, `data.recovery.hint`,
 * `data.retryable`), and the same members where other servers put them; null if there are none.
 */
export function structuredStatement(result: unknown): StructuredStatement | null {
  const structured = isJsonObject(result) ? result.structuredContent : undefined;
  if (!isJsonObject(structured)) return null;
  const error = isJsonObject(structured.error) ? structured.error : structured;
  const data = isJsonObject(error.data) ? error.data : {};
  const code = typeof error.code === 'number' && Number.isInteger(error.code) ? error.code : null;
  const atom = stringAt(error, 'code') ?? null;
  const statement = {
    code,
    reason: textIn([data, error], 'reason') ?? atom,
    hint: hintIn([data, error, structured]),
    retryable: flagIn([data, error]),
  };
  // A success that happens to have a code or a reason is none: it must be an error that says so.
  const isError = isJsonObject(structured.error) || (isJsonObject(result) && result.isError === true);
  const says = Object.values(statement).some((value) => value !== null);
  return isError && says ? statement : null;
}

function textIn(places: readonly JsonObject[], member: string): string | null {
  for (const place of places) {
    const text = stringAt(place, member);
    if (text !== undefined) return text;
  }
  return null;
}

function hintIn(places: readonly JsonObject[]): string | null {
  for (const place of places) {
    const hint = stringAt(place.recovery, 'hint') ?? stringAt(place, 'hint');
    if (hint !== undefined) return hint;
  }
  return null;
}

function flagIn(places: readonly JsonObject[]): boolean | null {
  for (const { retryable } of places) if (typeof retryable === 'boolean') return retryable;
  return null;
}
