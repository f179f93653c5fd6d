import { sizeText, weightText } from '../../../app/base/byte-size.ts';
import { isJsonObject, stringAt } from '../../../app/base/json-value.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { ClientRecord } from '../../../app/frame/record.ts';
import type { Row } from '../../../app/frame/row.ts';
import { createdTask } from '../../../app/frame/task-end.ts';
import { textChars } from '../../../app/hosts/lens/result-limit.ts';
import { readInputRequired } from '../../../app/protocol/input-required.ts';
import { CLIENT_INFO_KEY, PROTOCOL_VERSION_KEY } from '../../../app/protocol/meta-keys.ts';
import { SUBSCRIPTIONS_LISTEN } from '../../../app/protocol/methods.ts';
import { eraOf, FIRST_STATELESS } from '../../../app/protocol/revisions.ts';
import { refusesProbe } from '../../../app/session/answer-outcome.ts';
import { metaOf } from '../../../app/session/session-facts.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { settlingEnvelope, settlingResult, settlingRow } from '../../state/inspected/settling-envelope.ts';
import { formatDuration } from '../../ui/format/quantity-text.ts';

/** What happened, and who must do what; `act` is empty if nothing must be done. */
export type OutcomeText = { readonly happened: string; readonly act: string };

/** The outcome of an answer; an error with tier `ok` was expected. */
export function outcomeLabel({ outcome, shape, createdTask }: Row): string {
  if (createdTask) return 'a task';
  return outcome === 'ok' && shape === 'error' ? 'expected error' : outcome;
}

/** How a successful exchange went, based on its result if it has one; all others have an explanation. */
export function outcomeText(inspected: Inspected, info: SessionInfo): OutcomeText {
  const { tier, outcome, method, durationMs } = settlingRow(inspected);
  const probe = tier === 'ok' ? probeText(inspected, info) : '';
  if (probe !== '') return outcomeOf(probe);
  const after = durationMs >= 0 ? ` after ${formatDuration(durationMs)}` : '';
  switch (outcome) {
    case 'pending':
      return outcomeOf('The request is on its way. There is no answer yet.');
    case 'listening':
      return outcomeOf(
        'The subscription is open: the server announces changes under the id of this request until one side ends it.',
      );
    case 'ok':
      if (method === SUBSCRIPTIONS_LISTEN) return outcomeOf('The subscription has ended.');
      if (readInputRequired(settlingResult(inspected)) !== undefined)
        return outcomeOf(`The server asked for input${after}.`);
      return outcomeOf(taskText(inspected, after) || `The call succeeded${after}.${weightOf(inspected)}`);
    default:
      return outcomeOf('');
  }
}

/** A call that the server took as a task, which has no result yet; empty for any other. */
function taskText(inspected: Inspected, after: string): string {
  if (settlingRow(inspected).method !== 'tools/call') return '';
  const status = stringAt(createdTask(settlingResult(inspected)), 'status');
  if (status === undefined) return '';
  const state = status === 'working' ? 'still running' : status.replaceAll('_', ' ');
  return `The server took the call as a task${after}. The task was ${state} at that time.`;
}

/** The size of a tool result, and what it may cost a model: its text, without images, sound and files. */
function weightOf(inspected: Inspected): string {
  const { method, sizeBytes } = settlingRow(inspected);
  const result = settlingResult(inspected);
  if (method !== 'tools/call' || sizeBytes <= 0 || !isJsonObject(result)) return '';
  const chars = textChars({ result }, sizeBytes);
  const whole = chars < sizeBytes ? `${sizeText(sizeBytes)}; without images and other media it has ` : '';
  return ` Its result has ${whole}${weightText(chars)}.`;
}

/** The request and answer of an era probe; empty while it is open, and for other exchanges. */
function probeText(inspected: Inspected, info: SessionInfo): string {
  const { request, settling } = inspected;
  const envelope = settlingEnvelope(inspected);
  const speaks = probedRevision(inspected, info);
  if (settling.method === 'initialize')
    return speaks === ''
      ? ''
      : `This server speaks ${speaks} and refuses initialize. Nothing is wrong with that.`;
  if (settling.method !== 'server/discover') return '';
  const meta = request?.envelope.kind === 'request' ? metaOf(request.envelope.params) : undefined;
  const isOwn = stringAt(meta?.[CLIENT_INFO_KEY], 'name') === 'tierscope';
  const revision = stringAt(meta, PROTOCOL_VERSION_KEY) ?? FIRST_STATELESS;
  const asked = `${isOwn ? 'Tierscope' : 'The client'} asked whether this server speaks ${revision}.`;
  if (isRefused(inspected)) {
    if (speaks === '') return `${asked} It does not. Clients then go on with initialize.`;
    return `${asked} It does not: it speaks ${speaks}. Nothing is wrong with that.`;
  }
  if (envelope?.kind === 'error') return `${asked} It names the revisions that it speaks.`;
  if (envelope?.kind === 'result') return `${asked} It does.`;
  if (settling.outcome !== 'timed out') return '';
  return `${asked} No answer came in time, so ${isOwn ? 'Tierscope' : 'the client'} went on with initialize.`;
}

/** True for a refused era probe; over HTTP the status alone may refuse it. */
function isRefused(inspected: Inspected): boolean {
  const { method, outcome, status } = inspected.settling;
  const envelope = settlingEnvelope(inspected);
  return envelope === undefined ? outcome === 'ok' && status >= 400 : refusesProbe(method, envelope);
}

/** The revision suggested by the answer to an era probe; empty if there is no probe, or no answer yet. */
export function probedRevision(inspected: Inspected, { protocolVersion }: SessionInfo): string {
  const { method, tier } = inspected.settling;
  const envelope = settlingEnvelope(inspected);
  const known = protocolVersion ?? '';
  const isProbe = method === 'server/discover';
  const refused = isProbe && isRefused(inspected);
  if (tier !== 'ok' || (envelope === undefined && !refused)) return '';
  if (method === 'initialize') return envelope?.kind === 'error' ? known : '';
  if (!isProbe) return '';
  const era = refused ? 'initialize' : 'modern';
  return known !== '' && eraOf(known) === era ? known : '';
}

export function clientEventText(event: ClientRecord['event']): OutcomeText {
  switch (event) {
    case 'timeout':
      return outcomeOf(
        "No answer came within the client's time limit, so the client gave up. The server did not send this.",
        'See on stderr what the server was doing. Answer faster, send progress, or raise the time-out.',
      );
    case 'cancelled':
      return outcomeOf('The client cancelled this call. The server did not send this.');
    case 'capability-missing':
      return outcomeOf(
        'The client did not send the request: the other side never declared the capability that it needs.',
        'Declare the capability in the answer to initialize, or do not use the method.',
      );
    case 'result-rejected':
      return outcomeOf(
        'An answer came, and the client does not accept it: it does not fit what the protocol defines.',
        'The author of the server must change the shape of the answer. Nothing about this is on the wire.',
      );
    case 'closed':
      return outcomeOf('The client closed the connection.');
  }
}

export function outcomeOf(happened: string, act = ''): OutcomeText {
  return { happened, act };
}
