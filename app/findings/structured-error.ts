import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';

/** The error that mcp-ts-core puts into `structuredContent.error` (since 0.8.3). */
export type StructuredError = {
  readonly code: number;
  readonly message: string;
  readonly data: JsonObject | undefined;
  /** `data.recovery.hint`, or empty. */
  readonly hint: string;
};

/** Reads `structuredContent.error`; undefined unless it has an integer code and a message. */
export function structuredErrorOf(result: JsonObject): StructuredError | undefined {
  const structured = result.structuredContent;
  if (!isJsonObject(structured) || !isJsonObject(structured.error)) return undefined;
  const { code, message, data } = structured.error;
  if (typeof code !== 'number' || !Number.isInteger(code) || typeof message !== 'string') return undefined;
  if (!isJsonObject(data)) return { code, message, data: undefined, hint: '' };
  return { code, message, data, hint: stringAt(data.recovery, 'hint') ?? '' };
}

/** The text that mcp-ts-core writes into `content` for this error. */
export function mirroredText(error: StructuredError): string {
  return `Error: ${error.message}${error.hint === '' ? '' : `\n\nRecovery: ${error.hint}`}`;
}
