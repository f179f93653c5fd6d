import { memberSpan } from './json-scan.ts';

/** A JSON-RPC id: `key` tells ids apart (5 is not "5"), `text` is the id as the wire shows it. */
export type RpcId = { readonly key: string; readonly text: string };

/**
 * Reads an id that JSON.parse gave. Null is no id.
 * `raw` is the line: a number that JSON.parse rounds, or writes otherwise, is read from the message at `from`.
 */
export function readRpcId(value: unknown, raw: string, from = 0): RpcId | undefined {
  if (typeof value === 'string') return { key: `s:${value}`, text: JSON.stringify(value) };
  if (typeof value !== 'number') return undefined;
  if (Number.isSafeInteger(value)) return numberId(value);
  const text = numberText(raw, ['id'], value, from) ?? String(value);
  // 1.5 and 1.50 are one id; digits beyond 2^53 are not, although JSON.parse makes them so.
  return { key: `n:${isIntegerText(text) ? text : value}`, text };
}

/** The id of a number as the SDK's client counts them. */
function numberId(value: number): RpcId {
  return { key: `n:${value}`, text: String(value) };
}

/** No regular expression: a number may have as many digits as a line has room for, and V8's stack has not. */
function isIntegerText(text: string): boolean {
  for (let at = text.startsWith('-') ? 1 : 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x30 || unit > 0x39) return false;
  }
  return true;
}

/**
 * How the line writes the number that JSON.parse reads as `value`, at this path of members in the object at `from`.
 * Undefined if no such number is there. Linear in the object's size.
 */
export function numberText(
  raw: string,
  path: readonly string[],
  value: number,
  from = 0,
): string | undefined {
  const span = memberSpan(raw, path, from);
  if (span === undefined) return undefined;
  const digits = raw.slice(span.start, span.end);
  return Number(digits) === value ? digits : undefined;
}
