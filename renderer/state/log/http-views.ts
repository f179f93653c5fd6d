import type {
  HttpFailedRecord,
  HttpRecord,
  HttpRequestRecord,
  HttpResponseRecord,
  SseFields,
} from '../../../app/frame/http-record.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';

const MAX_TEXT = 200;

export type HttpView = {
  readonly x: number;
  request?: HttpRequestRecord;
  response?: HttpResponseRecord;
  failed?: HttpFailedRecord;
  end?: Extract<HttpRecord, { event: 'end' }>;
  readonly parts: StreamPart[];
};

/** A message, an event without one, or a comment. */
export type StreamPart = {
  readonly seq: number;
  readonly at: number;
  readonly sse: SseFields | undefined;
  readonly text: string;
  readonly isMessage: boolean;
};

/** The HTTP exchanges with these numbers, in their order. */
export function httpViews(records: readonly KnownRecord[], numbers: readonly number[]): readonly HttpView[] {
  const views = new Map(numbers.map((x): [number, HttpView] => [x, { x, parts: [] }]));
  for (const record of records) {
    const view = views.get(exchangeNumber(record));
    if (view !== undefined) take(view, record);
  }
  return [...views.values()].toSorted((one, other) => one.x - other.x);
}

/** The longest time in which nothing came on a stream, and what ended it; undefined before its first part. */
export function longestGap({ response, parts, end }: HttpView): { ms: number; before: string } | undefined {
  let last = response?.at;
  let longest: { ms: number; before: string } | undefined;
  const next = (at: number, before: string) => {
    if (last !== undefined && at - last > (longest?.ms ?? 0)) longest = { ms: at - last, before };
    last = at;
  };
  for (const [index, { at }] of parts.entries()) next(at, `before part ${index + 1}`);
  if (end !== undefined) next(end.at, 'before the end');
  return longest;
}

/** The number of the HTTP exchange that a record belongs to; 0 for none. */
export function exchangeNumber(record: KnownRecord | undefined): number {
  if (record?.type === 'http') return record.x;
  return record?.type === 'frame' ? (record.http?.x ?? 0) : 0;
}

function take(view: HttpView, record: KnownRecord): void {
  if (record.type === 'frame' && record.direction === 'server-to-client') {
    const { seq, at, http, raw = '' } = record;
    view.parts.push({ seq, at, sse: http?.sse, text: raw.slice(0, MAX_TEXT), isMessage: true });
  }
  if (record.type !== 'http') return;
  const { seq, at } = record;
  if (record.event === 'request') view.request = record;
  else if (record.event === 'response') view.response = record;
  else if (record.event === 'failed') view.failed = record;
  else if (record.event === 'end') view.end = record;
  else view.parts.push({ seq, at, sse: record.sse, text: record.text.slice(0, MAX_TEXT), isMessage: false });
}
