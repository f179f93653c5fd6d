import { isJsonObject, type JsonObject } from '../base/json-value.ts';
import { TOOL_FAILURE_KEY } from '../protocol/meta-keys.ts';

/** What an error itself states about a retry, in members that are made for it. */
export type RetryStatement = {
  readonly retryable: boolean | undefined;
  /** When the same call may be sent: a time, or a pause, in the answer's own terms. */
  readonly notBefore: string | undefined;
  /** The members that say it, as paths in the answer. */
  readonly where: string;
};

/** The failure that a server describes by the proposal `toolFailure`. */
export type ToolFailure = RetryStatement & { readonly failureClass: string };

type Place = { readonly path: string; readonly value: JsonObject };

const UNITS: readonly (readonly [member: string, unit: string])[] = [
  ['retryAfter', 's'],
  ['retry_after', 's'],
  ['retryAfterSeconds', 's'],
  ['retry_after_seconds', 's'],
  ['retryAfterMs', 'ms'],
  ['retry_after_ms', 'ms'],
  ['retryNotBefore', 's'],
];

/** The statement of a protocol error's `data`; undefined if it makes none. */
export function statedInError(error: { readonly data?: unknown }): RetryStatement | undefined {
  return statedAt(placed('data', error.data));
}

/** The statement of a tool error: in `structuredContent.error`, its `data`, or beside them. */
export function statedInResult({ structuredContent, data }: JsonObject): RetryStatement | undefined {
  const structured = isJsonObject(structuredContent) ? structuredContent : {};
  const error = isJsonObject(structured.error) ? structured.error : {};
  return statedAt([
    ...placed('structuredContent.error.data', error.data),
    ...placed('structuredContent.error', error),
    ...placed('structuredContent', structured),
    ...placed('data', data),
  ]);
}

/**
 * The proposal `toolFailure`, which no revision has adopted (modelcontextprotocol/modelcontextprotocol#3312, #3313):
 * a class of capability, reliability or governance, and whether and from when on a retry makes sense.
 */
export function toolFailureIn(meta: unknown): ToolFailure | undefined {
  const failure = isJsonObject(meta) ? meta[TOOL_FAILURE_KEY] : undefined;
  if (!isJsonObject(failure)) return undefined;
  const stated = statedAt([{ path: 'toolFailure', value: failure }]);
  return {
    retryable: stated?.retryable,
    notBefore: stated?.notBefore,
    where: stated?.where ?? 'toolFailure.class',
    failureClass: typeof failure.class === 'string' ? failure.class : '',
  };
}

function placed(path: string, value: unknown): Place[] {
  return isJsonObject(value) ? [{ path, value }] : [];
}

function statedAt(places: readonly Place[]): RetryStatement | undefined {
  for (const { path, value } of places) {
    const retryable = typeof value.retryable === 'boolean' ? value.retryable : undefined;
    const pause = pauseIn(value);
    if (retryable === undefined && pause === undefined) continue;
    const member = retryable === undefined && pause !== undefined ? pause.member : 'retryable';
    return { retryable, notBefore: pause?.text, where: `${path}.${member}` };
  }
  return undefined;
}

function pauseIn(value: JsonObject): { readonly member: string; readonly text: string } | undefined {
  for (const [member, unit] of UNITS) {
    const given = value[member];
    if (typeof given === 'string' && given.trim() !== '') return { member, text: withUnit(given, unit) };
    if (typeof given === 'number' && given >= 0) {
      return { member, text: isTime(member, given) ? String(given) : `${given} ${unit}` };
    }
  }
  return undefined;
}

/** `Retry-After` as HTTP has it is a date, or a number of seconds as a text. */
function withUnit(text: string, unit: string): string {
  return /^\d+(\.\d+)?$/.test(text) ? `${text} ${unit}` : text;
}

/** A large number is a moment since 1970 and no pause. */
function isTime(member: string, given: number): boolean {
  return member === 'retryNotBefore' || given > 1e9;
}
