import { isJsonObject } from '../../base/json-value.ts';
import { shortened } from '../../base/wrapped-text.ts';
import type { LostAnswer } from '../../explain/lost-answer.ts';
import type { Tier } from '../../frame/tier.ts';
import type { HttpSentEnd } from '../../requests/raw-editor/http-edit.ts';
import { type EndShape, endOfAnswer } from '../../requests/suite/pin.ts';
import type { Answer } from '../../wire/envelope.ts';
import type { CaseAnswer, PlannedCase } from './probe-case.ts';

export type CaseReply = {
  readonly seq: number;
  /** False for an answer whose id is null or missing. */
  readonly isNamed: boolean;
  readonly reply: CaseAnswer;
  readonly tier: Tier;
  readonly code: number | null;
  /** The message of an error, the first text of a tool error; empty for a result. */
  readonly text: string;
  /** The parts that can be pinned, and how long after the first line it came, in milliseconds. */
  readonly shape?: EndShape;
  readonly afterMs?: number;
};

/** How a case ended. `times` counts the tries that ended this way: at most two. Times in milliseconds. */
export type CaseEnd =
  | { readonly kind: 'answered' }
  /** A due answer did not come, but the server answers other requests. */
  | { readonly kind: 'silent'; readonly afterMs: number; readonly times: number }
  /** The server no longer answers anything. */
  | { readonly kind: 'hung'; readonly afterMs: number; readonly times: number }
  /** The process ended; `how` as text: `exit code 1`. */
  | { readonly kind: 'ended'; readonly how: string; readonly stderr: string; readonly times: number }
  | { readonly kind: 'not-run'; readonly why: string };

export type CaseRun = {
  readonly case: PlannedCase;
  readonly end: CaseEnd;
  readonly replies: readonly CaseReply[];
  /** The record of its first line; 0 if none was sent. */
  readonly requestSeq: number;
  /** Its records: lines, answers, the exit of the process. */
  readonly seqs: readonly number[];
};

const MAX_TEXT = 300;

export function replyOfAnswer(answer: Answer, seq: number): CaseReply {
  return { ...readAnswer(answer, seq), shape: endOfAnswer(answer, '') };
}

/** The reply to an unanswered line over HTTP: the error without an id, or the status alone. */
export function replyOfLost({ seq, code, text, cause }: LostAnswer): CaseReply {
  const number = code === '' ? Number.NaN : Number(code);
  const isCode = Number.isInteger(number);
  return {
    ...{ seq, isNamed: false, reply: number, code: isCode ? number : null },
    ...{ tier: isCode ? 'protocol' : 'transport', text: shortened(cause || text, MAX_TEXT) },
  };
}

/** The reply to such a request: only its status counts. */
export function replyOfHttp({ seq, status, isLeft, text }: HttpSentEnd): CaseReply {
  const isFine = (status >= 200 && status < 300) || isLeft;
  const reply = status > 0 ? (`HTTP ${status}` as const) : isLeft ? 'left' : 'silence';
  const tier = isFine ? 'ok' : 'transport';
  return { seq, isNamed: true, reply, tier, code: null, text: shortened(text, MAX_TEXT) };
}

function readAnswer(answer: Answer, seq: number): CaseReply {
  const isNamed = answer.id !== undefined;
  if (answer.kind === 'error') {
    const { code, message } = answer.error;
    const isCode = typeof code === 'number' && Number.isInteger(code);
    const text = shortened(message, MAX_TEXT);
    const reply = isCode ? code : Number.NaN;
    return { seq, isNamed, reply, tier: 'protocol', code: isCode ? code : null, text };
  }
  const { result } = answer;
  if (!isJsonObject(result) || result.isError !== true) {
    return { seq, isNamed, reply: 'result', tier: 'ok', code: null, text: '' };
  }
  const content = Array.isArray(result.content) ? result.content : [];
  const texts = content.flatMap((block) =>
    isJsonObject(block) && typeof block.text === 'string' ? [block.text] : [],
  );
  const text = shortened(texts.join(' '), MAX_TEXT);
  return { seq, isNamed, reply: 'tool error', tier: 'tool', code: null, text };
}
