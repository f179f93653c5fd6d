import { isJsonObject, type JsonObject, stringAt } from '../../app/base/json-value.ts';
import { howItExited } from '../../app/exchange/process-event.ts';
import { lineText } from '../../app/exchange/rows.ts';
import { stripAnsi } from '../../app/frame/ansi.ts';
import { notificationPreview } from '../../app/frame/preview.ts';
import type { ClientRecord, FrameRecord, KnownRecord } from '../../app/frame/record.ts';
import { type Envelope, readEnvelope } from '../../app/wire/envelope.ts';
import { shownLine } from '../../app/wire/line-text.ts';

export type EventKind =
  | 'request'
  | 'answer'
  | 'progress'
  | 'message'
  | 'cancel'
  | 'stderr'
  | 'client'
  | 'process';

/** Something that happened during an exchange, on its time axis. */
export type ExchangeEvent = {
  readonly seq: number;
  readonly kind: EventKind;
  /** Milliseconds since the request. */
  readonly offsetMs: number;
  readonly text: string;
  /** Why a line counts to this call; empty where it belongs to it by protocol. */
  readonly why: string;
  /** The level of a log message, such as `warning`. */
  readonly level?: string;
};

/** What identifies the exchange in the lines of others. */
export type ExchangeKey = {
  readonly requestSeq: number;
  /** 0 where none came. */
  readonly answerSeq: number;
  /** The id as the wire shows it. */
  readonly id: string;
  readonly target: string;
  readonly startedAt: number;
  /** When it was settled, in milliseconds since the recording began; undefined while it is open. */
  readonly endedAt: number | undefined;
  readonly progressToken: unknown;
};

/** Servers often log a call just after they answered it. */
const AFTERGLOW_MS = 250;

/** Everything of `records` that belongs to the exchange, in order. */
export function exchangeEvents(records: readonly KnownRecord[], key: ExchangeKey): ExchangeEvent[] {
  return records.flatMap((record) => {
    if (record.type === 'mark' || record.type === 'end' || record.type === 'session') return [];
    if (record.seq < key.requestSeq) return [];
    const told = tell(record, key);
    return told === undefined ? [] : [{ seq: record.seq, offsetMs: record.at - key.startedAt, ...told }];
  });
}

type Told = Pick<ExchangeEvent, 'kind' | 'text' | 'why' | 'level'>;

function tell(record: KnownRecord, key: ExchangeKey): Told | undefined {
  switch (record.type) {
    case 'frame':
      return tellFrame(record, key);
    case 'stderr': {
      const why = attribution(stripAnsi(record.text), record.at, key);
      return why === undefined ? undefined : { kind: 'stderr', text: record.text, why };
    }
    case 'client':
      return clientBelongs(record, key) ? { kind: 'client', text: record.message, why: '' } : undefined;
    case 'process': {
      if (!during(record.at, key)) return undefined;
      const how = record.event === 'exited' ? `server exited: ${howItExited(record)}` : record.event;
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

function tellFrame(record: FrameRecord, key: ExchangeKey): Told | undefined {
  if (record.seq === key.requestSeq) return { kind: 'request', text: 'request sent', why: '' };
  if (record.seq === key.answerSeq) return { kind: 'answer', text: 'answer received', why: '' };
  const raw = shownLine(lineText(record));
  // Only notifications can belong to another's exchange; a cheap look saves parsing large answers.
  if (!raw.slice(0, 4096).includes('"notifications/')) return undefined;
  return tellNotification(readEnvelope(raw), record.at, key);
}

function tellNotification(envelope: Envelope, at: number, key: ExchangeKey): Told | undefined {
  if (envelope.kind !== 'notification' || !isJsonObject(envelope.params)) return undefined;
  const { method, params } = envelope;
  const text = notificationPreview(method, params);
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
      return tellMessage(params, text, at, key);
    default:
      return undefined;
  }
}

function tellMessage(params: JsonObject, text: string, at: number, key: ExchangeKey): Told | undefined {
  const logger = stringAt(params, 'logger') ?? '';
  const why = attribution(`${logger} ${JSON.stringify(params.data) ?? ''}`, at, key);
  return why === undefined
    ? undefined
    : { kind: 'message', text, why, level: stringAt(params, 'level') ?? '' };
}

/** How a line of the server's logs was attributed to the call, or undefined where it was not. */
function attribution(line: string, at: number, key: ExchangeKey): string | undefined {
  if (namesId(line, key.id)) return 'names the request id';
  if (key.target !== '' && line.includes(key.target)) return 'names the target';
  if (during(at, key)) return 'written while the call was open';
  const end = key.endedAt;
  if (end !== undefined && at >= end && at - end <= AFTERGLOW_MS) return 'written just after';
  return undefined;
}

function namesId(line: string, id: string): boolean {
  if (id === '') return false;
  const escaped = id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `\\b(?:id|request|requestId|request_id)["'\\\\]*\\s*[=:#]?\\s*${escaped}(?![\\w-])`,
    'i',
  ).test(line);
}

function during(at: number, key: ExchangeKey): boolean {
  return at >= key.startedAt && (key.endedAt === undefined || at <= key.endedAt);
}

function clientBelongs(record: ClientRecord, key: ExchangeKey): boolean {
  return record.id !== undefined && JSON.stringify(record.id) === key.id;
}

/** The progress token that a request asked for, or undefined. */
export function progressTokenOf(params: unknown): unknown {
  if (!isJsonObject(params) || !isJsonObject(params._meta)) return undefined;
  return params._meta.progressToken;
}
