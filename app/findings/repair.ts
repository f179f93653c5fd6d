import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import { withoutCode } from '../codes/code-name.ts';
import { firstText } from '../frame/preview.ts';
import { detailIn } from './error-text.ts';

/** A path in an error or result whose value is set, or removed if there is none. */
export type MemberChange = { readonly path: readonly (string | number)[]; readonly value?: unknown };

/** The correction that a rule requires in an answer, as plain data without the answer's own content. */
export type Repair =
  /** Changes members of its error or result. */
  | { readonly kind: 'members'; readonly changes: readonly MemberChange[] }
  /** A tool error with another text; the rest stays. */
  | { readonly kind: 'text'; readonly text: string }
  /** A result with isError, with the error's message as its text. */
  | { readonly kind: 'tool-error' }
  /** A protocol error; without a message, it gets the result's text. */
  | {
      readonly kind: 'protocol-error';
      readonly code: number;
      readonly message?: string;
      readonly data?: unknown;
    }
  | { readonly kind: 'result'; readonly result: JsonObject }
  /** The same error or result in a complete envelope, with this id text if it differs. */
  | { readonly kind: 'envelope'; readonly id?: string };

/** Replaces members of the answer's error or result; undefined removes one. */
export function changed(members: { readonly [member: string]: unknown }): Repair {
  const changes = Object.entries(members).map(([member, value]) =>
    value === undefined ? { path: [member] } : { path: [member], value },
  );
  return { kind: 'members', changes };
}

/** Turns the error into a tool error with its message as text. */
export const AS_TOOL_ERROR: Repair = { kind: 'tool-error' };

/** Turns the result into a tool error with this text. */
export function withText(text: string): Repair {
  return { kind: 'text', text };
}

/** Replaces the result by a protocol error; without a message, it gets the result's text. */
export function toProtocolError(code: number, message?: string, data?: unknown): Repair {
  return {
    kind: 'protocol-error',
    code,
    ...(message === undefined ? {} : { message }),
    ...(data === undefined ? {} : { data }),
  };
}

/** The same answer with this id; undefined for a tool's protocol error, which other rules must correct. */
export function idRepair(
  { kind }: { readonly kind: string },
  exchange: { readonly method: string } | undefined,
  id: string,
): { readonly repair?: Repair } {
  return kind === 'error' && exchange?.method === 'tools/call' ? {} : { repair: { kind: 'envelope', id } };
}

/** The content of an answer without its envelope. */
export type AnswerBody = { readonly error: JsonObject } | { readonly result: unknown };

/** An error without its envelope; `data` only if it was sent. */
export function errorBody({ code, message, data }: ErrorParts): AnswerBody {
  return { error: data === undefined ? { code, message } : { code, message, data } };
}

type ErrorParts = {
  readonly code: unknown;
  readonly message: string | undefined;
  readonly data?: unknown;
};

/** Applies a repair to an answer; undefined if it needs another kind of answer, or a missing text. */
export function repaired(body: AnswerBody, repair: Repair): AnswerBody | undefined {
  switch (repair.kind) {
    case 'members':
      if ('error' in body) {
        const error = withChanges(body.error, repair.changes);
        return isJsonObject(error) ? { error } : undefined;
      }
      return { result: withChanges(body.result, repair.changes) };
    case 'text':
      return 'error' in body ? undefined : { result: withTextBlock(body.result, repair.text) };
    case 'tool-error': {
      const text = 'error' in body ? wholeText(body.error) : '';
      if (text.trim() === '') return undefined;
      return { result: { content: [{ type: 'text', text }], isError: true } };
    }
    case 'protocol-error': {
      if ('error' in body) return undefined;
      const text = firstText(body.result);
      const { code, message = text === undefined ? undefined : withoutCode(text), data } = repair;
      return errorBody({ code, message, data });
    }
    case 'result':
      return { result: repair.result };
    case 'envelope':
      return body;
  }
}

/** The error's message, plus the detail that only its data has. */
function wholeText(error: JsonObject): string {
  const message = withoutCode(stringAt(error, 'message') ?? '');
  const detail = detailIn(error.data);
  return detail === '' || message.includes(detail) ? message : `${message}: ${detail}`;
}

/** Replaces the first text of a result, drops its other texts and keeps all other blocks. */
function withTextBlock(result: unknown, text: string): JsonObject {
  const whole = isJsonObject(result) ? result : {};
  const content: readonly unknown[] = Array.isArray(whole.content) ? whole.content : [];
  const isText = (block: unknown) => stringAt(block, 'type') === 'text';
  const first = content.find(isText);
  const others = content.filter((block) => !isText(block));
  return {
    ...whole,
    content: [{ ...(isJsonObject(first) ? first : { type: 'text' }), text }, ...others],
    isError: true,
  };
}

/** Applies changes in order; a path that does not exist is left alone. */
export function withChanges(value: unknown, changes: readonly MemberChange[]): unknown {
  let all = value;
  for (const { path, ...rest } of changes) all = changedAt(all, path, rest);
  return all;
}

function changedAt(
  value: unknown,
  [step, ...below]: readonly (string | number)[],
  change: { readonly value?: unknown },
): unknown {
  if (step === undefined) return change.value;
  if (typeof step === 'number') {
    return Array.isArray(value) && step < value.length
      ? value.with(step, changedAt(value[step], below, change))
      : value;
  }
  if (!isJsonObject(value)) return value;
  if (below.length === 0 && !('value' in change)) {
    const { [step]: _gone, ...others } = value;
    return others;
  }
  return { ...value, [step]: changedAt(value[step], below, change) };
}
