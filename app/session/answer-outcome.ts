import { isJsonObject, type JsonObject, jsonText, stringAt } from '../base/json-value.ts';
import { firstText, preview } from '../frame/preview.ts';
import { taskEnd } from '../frame/task-end.ts';
import type { Where } from '../frame/tier.ts';
import { knowsTasks } from '../protocol/client-capabilities.ts';
import { SUBSCRIPTIONS_LISTEN } from '../protocol/methods.ts';
import { decideEra, type ProbeReply, statelessAfterInitialize } from '../protocol/negotiation.ts';
import { isToolError, resultFault } from '../protocol/result-check.ts';
import { FIRST_STATELESS } from '../protocol/revisions.ts';
import { faultPlace, type ResultFault } from '../protocol/shape-misfit.ts';
import { type Answer, type Envelope, isBrokenAnswer, type WireError } from '../wire/envelope.ts';
import type { Exchange } from './exchange.ts';
import { type SessionFacts, STATELESS_CODES } from './session-facts.ts';

export type AnswerOutcome = Readonly<Pick<Exchange, 'tier' | 'outcome' | 'codeText' | 'message'>> & {
  readonly where?: Where;
  readonly fault?: ResultFault;
};

const OK: AnswerOutcome = { tier: 'ok', outcome: 'ok', codeText: '', message: '' };
const LATER_SERVER = `a ${FIRST_STATELESS} server, which needs no initialize`;
export const EARLIER_SERVER = `not a ${FIRST_STATELESS} server`;

/** The outcome that an answer gives its exchange; undefined for an unmatched answer. `facts` include the answer. */
export function outcomeOf(
  envelope: Answer,
  exchange: Readonly<Exchange> | undefined,
  facts: SessionFacts,
): AnswerOutcome {
  if (envelope.kind === 'error') {
    const { codeText, message } = envelope.error;
    if (refusesProbe(exchange?.method, envelope) && !isModernError(envelope.error))
      return { tier: 'ok', outcome: 'ok', codeText, message: `${EARLIER_SERVER}: ${message}` };
    if (exchange !== undefined && refusesFallback(exchange, envelope.error, facts))
      return { tier: 'ok', outcome: 'ok', codeText, message: `${LATER_SERVER}: ${message}` };
    // Some SDKs end a subscription this way when the client closes the connection.
    if (exchange?.method === SUBSCRIPTIONS_LISTEN && facts.stdinClosed)
      return { tier: 'ok', outcome: 'ok', codeText, message };
    const shown = message === '' && isBrokenAnswer(envelope) ? brokenRules(envelope) : message;
    return { tier: 'protocol', outcome: 'protocol error', codeText, message: shown };
  }
  if (isBrokenAnswer(envelope)) {
    return { tier: 'protocol', outcome: 'protocol error', codeText: '', message: brokenRules(envelope) };
  }
  if (exchange !== undefined && envelope.id !== undefined && envelope.id.key !== exchange.id.key) {
    const message = `the answer has the id ${envelope.id.text}, the request had ${exchange.id.text}`;
    // The HTTP exchange identifies the request, but no client can match this answer to it.
    if (exchange.x > 0) return { tier: 'transport', outcome: 'lost', codeText: '', message, where: 'http' };
    return { tier: 'protocol', outcome: 'protocol error', codeText: '', message };
  }
  const end = taskEnd(exchange?.method ?? '', envelope.result);
  if (end?.kind === 'error') {
    const codeText = end.error.code === undefined ? '' : jsonText(end.error.code);
    const message = preview(stringAt(end.error, 'message') ?? '');
    return { tier: 'protocol', outcome: 'protocol error', codeText, message };
  }
  // An answer that may belong to another request, or was rebuilt from a log, is not validated against this one.
  const isUnsure = exchange?.sharesId === true || facts.misnumbers || exchange?.isRebuilt === true;
  const fault = exchange === undefined || isUnsure ? undefined : faultIn(envelope.result, exchange, facts);
  if (fault !== undefined && fault.client !== 'takes' && exchange?.sender === 'client-to-server') {
    const message = `${faultPlace(fault)} ${fault.problem}`;
    return { tier: 'client', outcome: 'rejected by the client', codeText: '', message, fault };
  }
  const result = end?.result ?? envelope.result;
  if (isToolError(end === undefined ? (exchange?.method ?? '') : 'tools/call', result)) {
    const message = preview(firstText(result) ?? statedMessage(result));
    const failed: AnswerOutcome = { tier: 'tool', outcome: 'tool error', codeText: '', message };
    return fault === undefined ? failed : { ...failed, fault };
  }
  if (fault !== undefined) return { ...OK, fault };
  return refusesProbe(exchange?.method, envelope) ? { ...OK, message: EARLIER_SERVER } : OK;
}

/** True for an answer to a probe after which clients fall back to `initialize`, as with older servers. */
export function refusesProbe(method: string | undefined, envelope: Envelope | undefined): boolean {
  if (method !== 'server/discover') return false;
  if (envelope?.kind !== 'error' && envelope?.kind !== 'result') return false;
  const context = { mode: 'auto', asked: '', last: false } as const;
  return !isBrokenAnswer(envelope) && decideEra(context, probeReply(envelope)).kind === 'initialize';
}

/** True for a rejected `initialize` that also served as a probe: this is how a stateless server identifies itself. */
function refusesFallback(exchange: Readonly<Exchange>, error: WireError, facts: SessionFacts): boolean {
  if (exchange.method !== 'initialize' || !facts.isFallback) return false;
  return facts.serverStateless || statelessAfterInitialize(error) !== undefined;
}

/** True for a code that only 2026-07-28 defines, if the error does not list the revisions that the server supports. */
function isModernError({ code, data }: WireError): boolean {
  const names = isJsonObject(data) && Array.isArray(data.supported);
  return STATELESS_CODES.some((one) => one === code) && !names;
}

/** Converts an answer to a probe into input for the era decision. */
export function probeReply(envelope: Answer): ProbeReply {
  if (envelope.kind === 'result') return { kind: 'result', result: envelope.result };
  const { codeText, code, data } = envelope.error;
  return { kind: 'error', codeText, code, data };
}

function faultIn(
  result: unknown,
  exchange: Readonly<Exchange>,
  facts: SessionFacts,
): ResultFault | undefined {
  const { method, params } = exchange;
  const revision = facts.revisionOf(exchange);
  const taskAsked = isJsonObject(params) && params.task !== undefined;
  return resultFault(result, { method, revision, taskAsked, extended: hasOwnType(result, exchange, facts) });
}

/** An extension may define its own `resultType`, but a server's declaration does not say which. */
function hasOwnType(result: unknown, exchange: Readonly<Exchange>, facts: SessionFacts): boolean {
  const type = stringAt(result, 'resultType');
  if (type === undefined || type === 'complete') return false;
  if (type === 'task') return knowsTasks(facts.capabilitiesFor(exchange) ?? {});
  const extensions = facts.serverCapabilities?.extensions;
  return isJsonObject(extensions) && Object.keys(extensions).length > 0;
}

/** The id of an answer as written on the wire; empty if it has none. */
export function idText({ id, strangeId, faults }: Answer): string {
  return id?.text ?? strangeId ?? (faults.includes('id-null') ? 'null' : '');
}

function brokenRules(envelope: Answer): string {
  return `the answer breaks JSON-RPC: ${envelope.faults.join(', ')}`;
}

/** Some servers put the reason next to `content` instead of inside. */
function statedMessage(result: JsonObject): string {
  const structured = isJsonObject(result.structuredContent) ? result.structuredContent : {};
  for (const place of [result, result.error, structured.error, structured]) {
    if (typeof place === 'string') return place;
    const stated = stringAt(place, 'message') ?? stringAt(place, 'reason');
    if (stated !== undefined) return stated;
  }
  return '';
}
