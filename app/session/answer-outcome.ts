import { jsonText } from '../base/json-text.ts';
import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import type { Outcome } from '../frame/outcome.ts';
import { firstText, preview } from '../frame/preview.ts';
import { taskEnd } from '../frame/task-end.ts';
import type { Tier } from '../frame/tier.ts';
import { type Answer, isBrokenAnswer } from '../wire/envelope.ts';
import type { Exchange } from './exchange.ts';

/** At which tier an answer lands, and why. */
export type AnswerOutcome = {
  readonly tier: Tier;
  readonly outcome: Outcome;
  readonly codeText: string;
  readonly message: string;
};

const OK: AnswerOutcome = { tier: 'ok', outcome: 'ok', codeText: '', message: '' };

/** What an answer alone says about its exchange; undefined for an answer without one. */
export function outcomeOf(envelope: Answer, exchange: Exchange | undefined): AnswerOutcome {
  if (envelope.kind === 'error') {
    const { codeText, message } = envelope.error;
    if (exchange?.method === 'server/discover' && !isBrokenAnswer(envelope)) {
      // A refused probe is how an older server negotiates: the client goes on with `initialize`.
      return { tier: 'ok', outcome: 'ok', codeText, message: `probe refused: ${message}` };
    }
    const shown = message === '' && isBrokenAnswer(envelope) ? brokenRules(envelope) : message;
    return { tier: 'protocol', outcome: 'protocol error', codeText, message: shown };
  }
  if (isBrokenAnswer(envelope)) {
    return { tier: 'protocol', outcome: 'protocol error', codeText: '', message: brokenRules(envelope) };
  }
  if (exchange !== undefined && envelope.id !== undefined && envelope.id.key !== exchange.id.key) {
    const message = `the answer has the id ${envelope.id.text}, the request had ${exchange.id.text}`;
    return { tier: 'protocol', outcome: 'protocol error', codeText: '', message };
  }
  const end = taskEnd(exchange?.method ?? '', envelope.result);
  if (end?.kind === 'error') {
    const codeText = end.error.code === undefined ? '' : jsonText(end.error.code);
    const message = preview(stringAt(end.error, 'message') ?? '');
    return { tier: 'protocol', outcome: 'protocol error', codeText, message };
  }
  const result = end?.result ?? envelope.result;
  if (isJsonObject(result) && result.isError === true) {
    const message = firstText(result) ?? statedMessage(result);
    return { tier: 'tool', outcome: 'tool error', codeText: '', message: preview(message) };
  }
  return OK;
}

/** The id of an answer as the wire shows it; empty for none. */
export function idText({ id, strangeId, faults }: Answer): string {
  return id?.text ?? strangeId ?? (faults.includes('id-null') ? 'null' : '');
}

function brokenRules(envelope: Answer): string {
  return `the answer breaks JSON-RPC: ${envelope.faults.join(', ')}`;
}

/** Some servers put the reason beside `content` instead of into it. */
function statedMessage(result: JsonObject): string {
  const structured = isJsonObject(result.structuredContent) ? result.structuredContent : {};
  for (const place of [result, result.error, structured.error, structured]) {
    if (typeof place === 'string') return place;
    const stated = stringAt(place, 'message') ?? stringAt(place, 'reason');
    if (stated !== undefined) return stated;
  }
  return '';
}
