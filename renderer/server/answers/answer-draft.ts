import { isJsonObject } from '../../../app/base/json-value.ts';
import { err, ok, type Result } from '../../../app/base/result.ts';
import {
  type AnswerInstead,
  type AnswerOrder,
  answerOrderSchema,
  type HeldAnswer,
  type HeldEnd,
  heldEndSchema,
} from '../../../app/contract/answer-control.ts';

export type InsteadDraft = {
  readonly code: string;
  readonly message: string;
  /** JSON of `error.data`; empty for none. */
  readonly data: string;
  readonly text: string;
  /** JSON of `structuredContent`; empty for none. */
  readonly structured: string;
};

export const EMPTY_INSTEAD: InsteadDraft = {
  code: '-32603',
  message: 'Internal error',
  data: '',
  text: 'The call failed. Try again.',
  structured: '',
};

export type OrderDraft = {
  readonly action: AnswerOrder['action']['kind'];
  readonly target: AnswerOrder['target']['kind'];
  readonly name: string;
  readonly when: AnswerOrder['when']['kind'];
  readonly nth: string;
  readonly seconds: string;
  readonly instead: InsteadDraft;
};

/** Parses an order; fails with a sentence that names the invalid field. */
export function readOrder(draft: OrderDraft): Result<AnswerOrder> {
  const action = readAction(draft);
  if (!action.ok) return action;
  const when = draft.when === 'next' ? { kind: 'next' } : { kind: 'every', nth: wholeNumber(draft.nth) };
  if (draft.target !== 'any' && draft.name.trim() === '') {
    return err(draft.target === 'tool' ? 'Name the tool.' : 'Name the method, such as tools/list.');
  }
  const order = answerOrderSchema.safeParse({ target: targetOf(draft), when, action: action.value });
  if (order.success) return ok(order.data);
  return err(BOUNDS[String(order.error.issues[0]?.path.at(-1))] ?? order.error.issues[0]?.message ?? '');
}

const BOUNDS: Readonly<Record<string, string>> = {
  nth: 'Every how many: a whole number from 1 to 10,000.',
  ms: 'The delay: a number of seconds from 0.001 to 600.',
  name: 'The name has more than 500 characters.',
  method: 'The name has more than 500 characters.',
};

function targetOf({ target, name }: OrderDraft): object {
  if (target === 'any') return { kind: target };
  return target === 'tool' ? { kind: target, name: name.trim() } : { kind: target, method: name.trim() };
}

function readAction({ action, seconds, instead }: OrderDraft): Result<object> {
  switch (action) {
    case 'hold':
    case 'never-answer':
      return ok({ kind: action });
    case 'delay':
      return ok({
        kind: action,
        ms: seconds.trim() === '' ? Number.NaN : Math.round(Number(seconds) * 1000),
      });
    case 'protocol-error':
    case 'tool-error':
      return readInstead(action, instead);
  }
}

/** Parses the replacement for an answer; fails with a sentence that names the invalid field. */
export function readInstead(kind: AnswerInstead['kind'], draft: InsteadDraft): Result<AnswerInstead> {
  if (kind === 'tool-error') {
    const { text } = draft;
    if (draft.structured.trim() === '') return ok({ kind, text });
    const structured = readJson(draft.structured);
    if (!structured.ok) return err(`structuredContent is not JSON: ${structured.error}`);
    if (!isJsonObject(structured.value)) return err('structuredContent must be a JSON object, such as {}.');
    return checked({ kind, text, structuredContent: structured.value });
  }
  const code = wholeNumber(draft.code);
  if (!Number.isSafeInteger(code)) return err('The code is a whole number, such as -32603.');
  if (draft.data.trim() === '') return ok({ kind, code, message: draft.message });
  const data = readJson(draft.data);
  if (!data.ok) return err(`data is not JSON: ${data.error}`);
  return checked({ kind, code, message: draft.message, data: data.value });
}

function checked(instead: object): Result<AnswerInstead> {
  const read = heldEndSchema.safeParse(instead);
  return read.success ? ok(read.data as AnswerInstead) : err(read.error.issues[0]?.message ?? '');
}

/** Parses an edited line. JSON on several lines is joined without changing its meaning; other text must be one line. */
export function readEdited(typed: string): Result<HeldEnd> {
  // JSON strings contain no raw line breaks, so removing them changes no value.
  const line = readJson(typed).ok ? typed.replace(/[\r\n]+/g, '') : typed;
  const end = heldEndSchema.safeParse({ kind: 'edited', text: line });
  return end.success ? ok(end.data) : err(end.error.issues[0]?.message ?? '');
}

/** How the client handles an edited text that is not a JSON-RPC message, as a warning; empty if it is one. */
export function editedWarning(typed: string): string {
  const read = readJson(typed);
  if (!read.ok) return 'This is not JSON. The client gets it as it stands.';
  if (isJsonObject(read.value) && read.value.jsonrpc === '2.0') return '';
  return 'This is not a JSON-RPC message. The client gets it as it stands.';
}

function readJson(text: string): Result<unknown> {
  try {
    return ok(JSON.parse(text));
  } catch (reason) {
    return err(reason instanceof Error ? reason.message : String(reason));
  }
}

function wholeNumber(text: string): number {
  return /^\s*-?\d+\s*$/.test(text) ? Number(text) : Number.NaN;
}

/** An order as a sentence without a full stop. */
export function orderText({ target, when, action }: AnswerOrder): string {
  const which = when.kind === 'next' ? 'the next answer' : everyNth(when.nth);
  const whose = target.kind === 'any' ? '' : ` of ${target.kind === 'tool' ? target.name : target.method}`;
  switch (action.kind) {
    case 'hold':
      return `Hold ${which}${whose}`;
    case 'delay':
      return `Delay ${which}${whose} by ${action.ms / 1000} s`;
    case 'never-answer':
      return `Keep ${which}${whose} from the client`;
    case 'protocol-error':
      return `Turn ${which}${whose} into the protocol error ${action.code}`;
    case 'tool-error':
      return `Turn ${which}${whose} into a tool error`;
  }
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

function everyNth(nth: number): string {
  return nth === 1 ? 'every answer' : `every ${nth}${ENDINGS[ORDINALS.select(nth)] ?? 'th'} answer`;
}

/** A held answer, for its user: the tool or method, and the id. */
export function heldName({ target, method, requestId }: HeldAnswer): string {
  return `${target || method || 'a request that was sent before'} (id ${requestId})`;
}
