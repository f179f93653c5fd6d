import { isJsonObject, type JsonObject } from '../../base/json-value.ts';
import { type FrameRecord, shownFrame } from '../../frame/record.ts';
import { targetOf } from '../../frame/target.ts';
import { SUBSCRIPTIONS_LISTEN } from '../../protocol/methods.ts';
import { type Envelope, messagesIn, readEnvelope } from '../../wire/envelope.ts';
import { JsonTokens } from '../../wire/json-tokens.ts';

export type FoundRequest = {
  readonly kind: 'request';
  readonly seq: number;
  readonly method: string;
  readonly target: string;
  readonly params: JsonObject | undefined;
  /** True if it has a number that JSON.parse does not keep exactly. */
  readonly rounded: boolean;
};

/** Why a client's line is not re-run. */
export const LEAVE_REASONS = [
  'handshake',
  'ping',
  'notification',
  'answer',
  'malformed',
  'damaged',
  'continuation',
  'subscription',
  'task',
] as const;
export type LeaveReason = (typeof LEAVE_REASONS)[number];

export type LeftOut = {
  readonly kind: 'left-out';
  readonly seq: number;
  readonly reason: LeaveReason;
  /** The method, or the kind of line. */
  readonly label: string;
};

/** Reads the requests in a client's line; a batch has several. */
export function readRequests(record: FrameRecord): readonly (FoundRequest | LeftOut)[] {
  if (record.direction !== 'client-to-server') return [];
  const raw = shownFrame(record);
  const envelope = readEnvelope(raw);
  const label = labelOf(envelope);
  if (record.deliberate === true) return [{ kind: 'left-out', seq: record.seq, reason: 'malformed', label }];
  // Missing or non-UTF-8 bytes cannot be sent as they were.
  if (record.truncatedBytes !== undefined || record.rawBase64 !== undefined) {
    return [{ kind: 'left-out', seq: record.seq, reason: 'damaged', label }];
  }
  const rounded = hasRoundedNumber(raw);
  return messagesIn(envelope).map((item) => readItem(item, record.seq, rounded));
}

function readItem(envelope: Envelope, seq: number, rounded: boolean): FoundRequest | LeftOut {
  const reason = reasonToLeave(envelope);
  if (reason !== undefined || envelope.kind !== 'request') {
    return { kind: 'left-out', seq, reason: reason ?? 'malformed', label: labelOf(envelope) };
  }
  // What was cut on reading cannot be sent as it was.
  if (envelope.cut !== undefined)
    return { kind: 'left-out', seq, reason: 'damaged', label: labelOf(envelope) };
  const { method, params } = envelope;
  const target = targetOf(method, params);
  return { kind: 'request', seq, method, target, params: isJsonObject(params) ? params : undefined, rounded };
}

function reasonToLeave(envelope: Envelope): LeaveReason | undefined {
  switch (envelope.kind) {
    case 'request':
      return reasonOfRequest(envelope);
    case 'notification':
      return envelope.method === 'notifications/initialized' ? 'handshake' : 'notification';
    case 'result':
    case 'error':
      return 'answer';
    case 'batch':
    case 'not-json':
    case 'not-json-rpc':
      return 'malformed';
  }
}

function reasonOfRequest({ method, params, faults }: Extract<Envelope, { kind: 'request' }>) {
  if (faults.length > 0 || (params !== undefined && !isJsonObject(params))) return 'malformed';
  switch (method) {
    case 'initialize':
    case 'server/discover':
      return 'handshake';
    case 'ping':
      return 'ping';
    case SUBSCRIPTIONS_LISTEN:
      return 'subscription';
    case 'tasks/get':
    case 'tasks/result':
    case 'tasks/cancel':
      return 'task';
    default:
      // The retry of a call after `input_required`: the client sends it again with the new answers.
      return isJsonObject(params) && ('inputResponses' in params || 'requestState' in params)
        ? 'continuation'
        : undefined;
  }
}

function labelOf(envelope: Envelope): string {
  switch (envelope.kind) {
    case 'request':
    case 'notification':
      return envelope.method;
    case 'result':
    case 'error':
      return `the client's answer to ${envelope.id?.text ?? 'a request'}`;
    case 'batch':
      return 'a batch';
    case 'not-json':
    case 'not-json-rpc':
      return 'a line that is not a JSON-RPC message';
  }
}

/** No double has this many digits, so the rest of a longer number changes nothing. */
const LONGEST_NUMBER = 1000;

/** True if the text has an integer outside strings that JSON.parse rounds (RFC 8259 §6). */
function hasRoundedNumber(raw: string): boolean {
  if (!/\d{16}/.test(raw)) return false;
  const tokens = new JsonTokens(raw);
  while (tokens.nextSolid()) {
    if (tokens.kind !== 'scalar' || tokens.end - tokens.start < 16) continue;
    const written = tokens.text.slice(0, LONGEST_NUMBER);
    if ((written.match(/-?\d{16,}/g) ?? []).some((digits) => !Number.isSafeInteger(Number(digits))))
      return true;
  }
  return false;
}
