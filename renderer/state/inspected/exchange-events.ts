import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';
import { notificationPreview } from '../../../app/frame/preview.ts';
import {
  type ClientRecord,
  type FrameRecord,
  type KnownRecord,
  type StderrRecord,
  shownFrame,
} from '../../../app/frame/record.ts';
import { foldStderr } from '../../../app/frame/stderr-pick.ts';
import { stripAnsi } from '../../../app/frame/stderr-text.ts';
import { targetOf } from '../../../app/frame/target.ts';
import { SUBSCRIPTION_ID_KEY } from '../../../app/protocol/meta-keys.ts';
import { type AttributedCall, LineAttribution, surest } from '../../../app/session/line-attribution.ts';
import { howItExited, processEventName } from '../../../app/session/process-event.ts';
import { type Envelope, readEnvelope } from '../../../app/wire/envelope.ts';

export type EventKind =
  | 'request'
  | 'answer'
  | 'progress'
  | 'message'
  | 'cancel'
  /** A notification of a subscription (2026-07-28, basic/patterns/subscriptions). */
  | 'news'
  | 'stderr'
  | 'client'
  | 'process';

export type ExchangeEvent = {
  readonly seq: number;
  readonly kind: EventKind;
  /** Milliseconds since the request. */
  readonly offsetMs: number;
  readonly text: string;
  /** Why a line is attributed to this call; empty if it belongs to it by protocol. */
  readonly why: string;
  readonly level?: string;
};

export type ExchangeKey = AttributedCall & {
  /** 0 if none came. */
  readonly answerSeq: number;
  readonly progressToken: unknown;
};

/** The parts of `records` that belong to the exchange, in order. */
export function exchangeEvents(records: readonly KnownRecord[], key: ExchangeKey): ExchangeEvent[] {
  const lines = new LineAttribution(key);
  const stderr: StderrLine[] = [];
  const events: ExchangeEvent[] = [];
  for (const record of records) {
    if (record.type === 'mark' || record.type === 'end' || record.type === 'session') continue;
    if (record.seq < key.requestSeq) continue;
    // The next run of the server reuses ids.
    if (record.type === 'process' && record.event === 'spawned') break;
    lines.see(record);
    if (record.type === 'stderr') {
      stderr.push({ record, why: lines.of(stripAnsi(record.text), record.at) });
      continue;
    }
    const event = eventOf(record, key, lines);
    if (event !== undefined) events.push({ seq: record.seq, offsetMs: record.at - key.startedAt, ...event });
  }
  return [...events, ...stderrEvents(stderr, key.startedAt)].toSorted((left, right) => left.seq - right.seq);
}

type StderrLine = { readonly record: StderrRecord; readonly why: ReturnType<LineAttribution['of']> };

/** A stack trace belongs to the call that one of its lines names, whenever it was written. */
function stderrEvents(lines: readonly StderrLine[], startedAt: number): ExchangeEvent[] {
  const events: ExchangeEvent[] = [];
  let from = 0;
  for (const { lines: texts } of foldStderr(lines.map(({ record }) => record.text))) {
    const group = lines.slice(from, from + texts.length);
    from += group.length;
    const best = surest(group.map(({ why }) => why));
    if (best === undefined) continue;
    for (const { record } of group) {
      const { seq, at, text } = record;
      events.push({ seq, offsetMs: at - startedAt, kind: 'stderr', text, why: best });
    }
  }
  return events;
}

type EventText = Pick<ExchangeEvent, 'kind' | 'text' | 'why' | 'level'>;

function eventOf(record: KnownRecord, key: ExchangeKey, lines: LineAttribution): EventText | undefined {
  switch (record.type) {
    case 'frame':
      return frameEvent(record, key, lines);
    case 'client':
      return clientBelongs(record, key) ? { kind: 'client', text: record.message, why: '' } : undefined;
    case 'process': {
      if (!during(record.at, key)) return undefined;
      const what = processEventName(record.event);
      const how = record.event === 'exited' ? `server exited: ${howItExited(record)}` : what;
      return {
        kind: 'process',
        text: record.message === undefined ? how : `${how}: ${record.message}`,
        why: '',
      };
    }
    default:
      return undefined;
  }
}

function frameEvent(record: FrameRecord, key: ExchangeKey, lines: LineAttribution): EventText | undefined {
  if (record.seq === key.requestSeq) return { kind: 'request', text: 'request sent', why: '' };
  if (record.seq === key.answerSeq) return { kind: 'answer', text: 'answer received', why: '' };
  const raw = shownFrame(record);
  // Only notifications can belong to another exchange; a cheap check saves parsing large answers.
  if (!raw.slice(0, 4096).includes('"notifications/')) return undefined;
  return notificationEvent(readEnvelope(raw), record.at, key, lines);
}

function notificationEvent(
  envelope: Envelope,
  at: number,
  key: ExchangeKey,
  lines: LineAttribution,
): EventText | undefined {
  if (envelope.kind !== 'notification' || !isJsonObject(envelope.params)) return undefined;
  const { method, params } = envelope;
  const text = notificationPreview(method, params);
  if (ofSubscription(params, key)) {
    const about = targetOf(method, params);
    return { kind: 'news', text: [method, about, text].filter(Boolean).join(' '), why: '' };
  }
  switch (method) {
    case 'notifications/progress':
      return params.progressToken === key.progressToken && key.progressToken !== undefined
        ? { kind: 'progress', text, why: '' }
        : undefined;
    case 'notifications/cancelled':
      return JSON.stringify(params.requestId) === key.id
        ? { kind: 'cancel', text: `cancelled${text === '' ? '' : `: ${text}`}`, why: '' }
        : undefined;
    case 'notifications/message':
      return messageEvent(params, text, at, lines);
    default:
      return undefined;
  }
}

function ofSubscription({ _meta: meta }: JsonObject, { id }: ExchangeKey): boolean {
  const subscription = isJsonObject(meta) ? meta[SUBSCRIPTION_ID_KEY] : undefined;
  return subscription !== undefined && JSON.stringify(subscription) === id;
}

function messageEvent(
  params: JsonObject,
  text: string,
  at: number,
  lines: LineAttribution,
): EventText | undefined {
  const logger = stringAt(params, 'logger') ?? '';
  const why = lines.of(`${logger} ${JSON.stringify(params.data) ?? ''}`, at);
  return why === undefined || why === 'other'
    ? undefined
    : { kind: 'message', text, why, level: stringAt(params, 'level') ?? '' };
}

function during(at: number, key: ExchangeKey): boolean {
  return at >= key.startedAt && (key.endedAt === undefined || at <= key.endedAt);
}

function clientBelongs(record: ClientRecord, key: ExchangeKey): boolean {
  return record.id !== undefined && JSON.stringify(record.id) === key.id;
}

export function progressTokenOf(params: unknown): unknown {
  if (!isJsonObject(params) || !isJsonObject(params._meta)) return undefined;
  return params._meta.progressToken;
}
