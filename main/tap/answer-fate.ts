import { isJsonObject } from '../../app/base/json-value.ts';
import type { AnswerInstead, HeldEnd } from '../../app/contract/answer-control.ts';
import type { Answer, RpcId } from '../../app/wire/envelope.ts';

/** The id as a JSON value; undefined for a number that JavaScript would round. */
export function idValue({ key, text }: RpcId): string | number | undefined {
  if (key.startsWith('s:')) return key.slice(2);
  return Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
}

/**
 * The line, without line feed, that replaces an answer, under the same id as on the wire. A tool error keeps the
 * `resultType` of the result that it replaces (2026-07-28, basic, "Results").
 */
export function lineInstead(instead: AnswerInstead, answer: Answer): string {
  const id = answer.id?.text ?? 'null';
  return `{"jsonrpc":"2.0","id":${id},${JSON.stringify(bodyOf(instead, answer)).slice(1)}`;
}

function bodyOf(instead: AnswerInstead, answer: Answer): object {
  if (instead.kind === 'protocol-error') {
    const { code, message, data } = instead;
    return { error: { code, message, ...(data === undefined ? {} : { data }) } };
  }
  const { text, structuredContent } = instead;
  return {
    result: {
      ...resultTypeOf(answer),
      content: [{ type: 'text', text }],
      ...(structuredContent === undefined ? {} : { structuredContent }),
      isError: true,
    },
  };
}

function resultTypeOf(answer: Answer): { resultType?: string } {
  const { resultType } = answer.kind === 'result' && isJsonObject(answer.result) ? answer.result : {};
  return typeof resultType === 'string' ? { resultType: 'complete' } : {};
}

type Sentence = {
  /** The request; empty if it was not read. */
  readonly name: string;
  /** As on the wire. */
  readonly id: string;
  /** The time since the answer arrived, in milliseconds; undefined if it was not held. */
  readonly heldMs: number | undefined;
  readonly isDelayed: boolean;
  /** Why it was released unchanged: a clause, or empty. */
  readonly because: string;
};

/** The fate of an answer, as a sentence for the recording. */
export function fateSentence(end: HeldEnd, { name, id, heldMs, isDelayed, because }: Sentence): string {
  const answer = `The answer to ${name === '' ? 'a request from before the order' : name} (id ${id})`;
  const seconds = `${((heldMs ?? 0) / 1000).toFixed(1)} s`;
  const clause = because === '' ? '' : `, because ${because}`;
  const held = heldMs === undefined ? 'was' : `was held for ${seconds} and`;
  switch (end.kind) {
    case 'unchanged':
      return isDelayed
        ? `${answer} was delayed by ${seconds}${clause}.`
        : `${answer} ${held} let go as it came${clause}.`;
    case 'edited':
      return `${answer} ${held} edited before it went to the client.`;
    case 'protocol-error':
      return `${answer} ${held} turned into the protocol error ${end.code}.`;
    case 'tool-error':
      return `${answer} ${held} turned into a tool error.`;
    case 'never-answer':
      return `${answer} ${held} never sent to the client${clause}.`;
  }
}
