import type {
  HeaderPairs,
  HttpFailedRecord,
  HttpRecord,
  HttpRequestRecord,
  HttpResponseRecord,
  SseFields,
} from '../../../app/frame/http-record.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { useRecords } from '../../state/log/use-record.ts';
import { selectRow } from '../../state/screen/screen-store.ts';
import { byteSize, counted, formatDuration } from '../../ui/format/quantity-text.ts';
import { Button, Card, Facts, kit } from '../../ui/kit.tsx';
import axis from '../exchange/exchange-page.module.css';

/** A request's headers immediately precede its message; the end of an exchange may come much later. */
export const BEFORE = 40;
const AFTER = 400;
const MAX_EVENTS = 200;
const MAX_TEXT = 200;

type HttpView = {
  readonly x: number;
  request?: HttpRequestRecord;
  response?: HttpResponseRecord;
  failed?: HttpFailedRecord;
  end?: Extract<HttpRecord, { event: 'end' }>;
  readonly parts: StreamPart[];
};

/** A message, an event without one, or a comment. */
type StreamPart = {
  readonly seq: number;
  readonly at: number;
  readonly sse: SseFields | undefined;
  readonly text: string;
  readonly isMessage: boolean;
};

/** The HTTP exchanges with these numbers, in order. */
export function httpViews(records: readonly KnownRecord[], numbers: readonly number[]): readonly HttpView[] {
  const views = new Map(numbers.map((x): [number, HttpView] => [x, { x, parts: [] }]));
  for (const record of records) {
    const view = views.get(exchangeNumber(record));
    if (view !== undefined) take(view, record);
  }
  return [...views.values()].toSorted((one, other) => one.x - other.x);
}

/** The number of a record's HTTP exchange; 0 for none. */
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

/** The HTTP exchange of a message: request and response headers, when each part arrived, and stream events. */
export function HttpPage({ inspected }: { readonly inspected: Inspected }) {
  const { session, row, record, request, answer } = inspected;
  const seqs = [row.seq, request?.row.seq ?? row.seq, answer?.row.seq ?? row.seq];
  const read = useRecords(session, Math.max(0, Math.min(...seqs) - BEFORE), Math.max(...seqs) + AFTER);
  const own = [record, request?.record, answer?.record].map(exchangeNumber).filter((x) => x > 0);
  if (own.length === 0) return <p className={kit.mute}>This row belongs to no HTTP exchange.</p>;
  if (read.kind !== 'here') return null;
  return (
    <div className={kit.stack}>
      {httpViews(read.value, [...new Set(own)]).map((view) => (
        <Exchange key={view.x} view={view} session={session} />
      ))}
    </div>
  );
}

function Exchange({ view, session }: { readonly view: HttpView; readonly session: string }) {
  const { request, response, failed, end, parts } = view;
  const start = request?.at ?? response?.at ?? parts[0]?.at ?? 0;
  const after = (at: number | undefined) => (at === undefined ? '' : `after ${formatDuration(at - start)}`);
  const closing = end ?? failed;
  return (
    <>
      <h3 className={kit.anywhere}>
        {request === undefined ? `Exchange ${view.x}` : `${request.method} ${request.url}`}
      </h3>
      <Card title="Timing">
        <Facts
          facts={[
            ['Head', after(response?.at)],
            ['First part', after(parts[0]?.at)],
            [
              'End',
              closing === undefined
                ? 'open, or further down in the log'
                : `${after(closing.at)}${howText(view)}`,
            ],
          ]}
        />
      </Card>
      {failed !== undefined && <Failed failed={failed} />}
      {request !== undefined && <Head title="Request" aside={request.method} headers={request.headers} />}
      {response !== undefined && (
        <Head
          title="Response"
          aside={`${response.status} ${response.reason ?? ''}`.trim()}
          headers={response.headers}
        />
      )}
      {parts.length > 0 && <Parts parts={parts} start={start} session={session} />}
    </>
  );
}

function howText({ end }: HttpView): string {
  if (end === undefined) return ', by a failure';
  const how = { cut: ', broken off', 'client-closed': ', closed by the client' }[end.how] ?? '';
  return `${how}${end.bytes === undefined ? '' : `, ${byteSize(end.bytes)}`}`;
}

function Failed({ failed }: { readonly failed: HttpFailedRecord }) {
  const { phase, code = '', message, certificate } = failed;
  return (
    <Card title="Failure">
      <Facts
        facts={[
          ['Phase', phase],
          ['Code', code],
          ['Message', message],
          ['Certificate of', certificate?.subject],
          ['Issued by', certificate?.issuer],
          ['For', certificate?.names?.join(', ')],
          ['Valid until', certificate?.validTo],
        ]}
      />
    </Card>
  );
}

type HeadProps = { readonly title: string; readonly aside: string; readonly headers: HeaderPairs };

function Head({ title, aside, headers }: HeadProps) {
  return (
    <Card title={title} aside={aside}>
      <dl className={kit.facts}>
        {headers.map(([name, value], index) => (
          <div key={index} style={{ display: 'contents' }}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd className={kit.anywhere}>
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

type PartsProps = { readonly parts: readonly StreamPart[]; readonly start: number; readonly session: string };

function Parts({ parts, start, session }: PartsProps) {
  return (
    <>
      <ol className={`${kit.card} ${kit.divided} ${axis.axis}`} aria-label="What the response carried">
        {parts.slice(0, MAX_EVENTS).map(({ seq, at, sse, text, isMessage }) => (
          <li key={seq}>
            <Button
              look="bare"
              className={`${kit.option} ${kit.row}`}
              onClick={() => selectRow(session, seq)}
            >
              <span className={kit.fact}>+{formatDuration(at - start)}</span>
              <span className={kit.strong}>
                {isMessage ? 'message' : sse === undefined ? 'text' : 'event'}
              </span>
              <span className={`${kit.truncate} ${kit.grow}`}>
                {sse === undefined ? null : <small>{fieldsText(sse)} </small>}
                {text}
              </span>
            </Button>
          </li>
        ))}
      </ol>
      {parts.length > MAX_EVENTS && (
        <p className={kit.mute}>
          {counted(parts.length - MAX_EVENTS, 'more part')} not drawn; the log has them.
        </p>
      )}
    </>
  );
}

function fieldsText({ id, event, retry }: SseFields): string {
  const said = [
    id === undefined ? '' : `id ${id}`,
    event === undefined ? '' : `event ${event}`,
    retry === undefined ? '' : `retry ${retry} ms`,
  ];
  return said.filter((part) => part !== '').join(', ');
}
