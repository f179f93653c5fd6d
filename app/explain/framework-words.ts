import { isJsonObject } from '../base/json-value.ts';
import { TextMemo } from '../base/text-memo.ts';
import { classifyError } from '../codes/auto-classify.ts';
import {
  failedReason,
  mirroredText,
  type StructuredError,
  structuredErrorOf,
} from '../codes/structured-error.ts';
import { firstText } from '../frame/preview.ts';
import { MCP_METHODS } from '../protocol/methods.ts';
import { saysCannotAsk } from '../protocol/negotiation.ts';
import { atMost, LAST_INITIALIZE } from '../protocol/revisions.ts';
import { type CauseRow, type Explanation, row, within } from './explanation.ts';
import type { Failed, Failure, UnansweredAsk } from './failure.ts';
import { durationText, phrase, quote, quoted } from './phrases.ts';

const messageOf = ({ error, result, text }: Failed): string =>
  error?.message ?? (isJsonObject(result) ? (firstText(result) ?? '') : text);

/** What frameworks report in their own words, whatever the tier and the code. */
export const FRAMEWORK_WORDS: readonly CauseRow<Failed>[] = [
  row('unanswered-ask', ({ unanswered }) => unanswered?.by === 'user' && ofAsk(unanswered)),
  row('unanswered-ask.client', ({ unanswered }) => unanswered && ofAsk(unanswered)),
  within<Failed>(
    (failed) => saysCannotAsk(messageOf(failed)),
    [
      row(
        'cannot-ask.connection',
        (failed) => atMost(failed.facts.revision, LAST_INITIALIZE) && asksFor(failed),
      ),
      row('cannot-ask', asksFor),
    ],
  ),
  row('undeclared-reason', ({ error, result }) => {
    const said = error === undefined ? result : { structuredContent: { error } };
    const failed = isJsonObject(said) ? failedReason(said) : undefined;
    return failed?.refused === true && { undeclared: quoted(failed.reason) };
  }),
  row('url-elicitation-thrown', (failed) =>
    /^.{0,40}URL elicitation cannot be signal/i.test(messageOf(failed)),
  ),
  row('target-disabled', (failed) => saysDisabled(messageOf(failed), failed.target)),
];

function ofAsk({ seq, method, waitedMs }: UnansweredAsk) {
  return { seq, asks: method, waited: durationText(waitedMs) };
}

/** The request that the server could not send, as named by its SDK. */
function asksFor(failed: Failed) {
  const method = MCP_METHODS.find((one) => messageOf(failed).includes(`'${one}'`));
  return { asks: method ?? 'a request' };
}

/** True if a text says that the target itself is disabled: "Tool add disabled". */
function saysDisabled(text: string, target: string): boolean {
  const at = target === '' ? -1 : text.indexOf(target);
  if (at < 0) return false;
  const [before, after] = [text.slice(0, at), text.slice(at + target.length, at + target.length + 80)];
  return (
    /^["'`”]?\s*(?:(?:is|was|has been) )?(?:currently )?(?:disabled|not enabled|switched off|turned off)\b/i.test(
      after,
    ) || /\bdisabled (?:tool|prompt|resource)s?\b\W*$/i.test(before)
  );
}

/** The explanation with the step of mcp-ts-core's classifier that led to the code (errorHandler.js:38-90). */
export function withStep(
  why: Explanation,
  { error, result }: Pick<Failure, 'error' | 'result'>,
  vocabularies: Failure['vocabularies'],
): Explanation {
  if (why.cause === 'undeclared-reason' || !vocabularies.some(({ id }) => id === 'mcp-ts-core')) return why;
  const structured =
    error === undefined && isJsonObject(result) ? structuredErrorOf(result) : errorOfFramework(error);
  const isOther = error === undefined && structured && mirroredText(structured) !== firstText(result);
  if (structured === undefined || isOther) return why;
  return { ...why, step: ` ${stepOf(structured)}` };
}

function errorOfFramework(error: Failure['error']): StructuredError | undefined {
  const { code, message = '', data } = error ?? {};
  if (typeof code !== 'number' || code < -32099 || code > -32000) return undefined;
  return { code, message, data: isJsonObject(data) ? data : undefined, hint: '' };
}

function stepOf({ code, message, data }: StructuredError): string {
  if (data !== undefined) return phrase('classifier.thrown', { code });
  const { step, order, matched, code: fitting } = classified.of(message).row;
  if (fitting !== code) return phrase('classifier.chosen', { code });
  if (step === 'fallback') return phrase('classifier.last', { code });
  return phrase('classifier.row', {
    code,
    order,
    table: step,
    number: step === 'provider' ? 3 : 4,
    matched: quote(matched),
  });
}

const classified = new TextMemo((message) => classifyError({ name: '', message }));
