import { Fragment } from 'react';
import {
  type HeaderPairs,
  type HttpConnection,
  type HttpFailedRecord,
  mediaType,
  type SseFields,
} from '../../../app/frame/http-record.ts';
import { isOpen } from '../../../app/frame/row.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { exchangeNumber, type HttpView, httpViews, longestGap } from '../../state/log/http-views.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { useRecords } from '../../state/log/use-record.ts';
import { selectRow } from '../../state/screen/screen-store.ts';
import { byteSize, counted, formatDuration } from '../../ui/format/quantity-text.ts';
import { Button, Card, Facts, kit } from '../../ui/kit.tsx';
import axis from '../exchange/exchange-page.module.css';

/** A request's headers immediately precede its message; the end of an exchange may come much later. */
export const BEFORE = 40;
const AFTER = 400;
const MAX_EVENTS = 200;
/** A shorter time without anything on a stream is not worth a line, in milliseconds. */
const SHOWN_GAP_MS = 1000;

/** The HTTP exchange of a message: request and response headers, when each part arrived, and stream events. */
export function HttpPage({ inspected }: { readonly inspected: Inspected }) {
  const { session, row, record, request, answer } = inspected;
  const seqs = [row.seq, request?.row.seq ?? row.seq, answer?.row.seq ?? row.seq];
  const { mirror } = useSessionLog(session);
  // What is open grows while it is looked at.
  const grown = isOpen((request ?? inspected).row.outcome) ? mirror.table.length : 0;
  const first = Math.max(0, Math.min(...seqs) - BEFORE);
  const read = useRecords(session, first, Math.max(...seqs) + AFTER, grown);
  const own = [record, request?.record, answer?.record].map(exchangeNumber).filter((x) => x > 0);
  if (own.length === 0) return <p className={kit.mute}>This row belongs to no HTTP exchange.</p>;
  if (read === undefined) return null;
  return (
    <div className={kit.stack}>
      {httpViews(read, [...new Set(own)]).map((view) => (
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
  const isEvents = mediaType(response?.headers) === 'text/event-stream';
  const gap = isEvents ? longestGap(view) : undefined;
  return (
    <>
      <h3 className={kit.anywhere}>
        {request === undefined ? `Exchange ${view.x}` : `${request.method} ${request.url}`}
      </h3>
      <Card title="Timing">
        <Facts
          facts={[
            ...connectionFacts((response ?? failed)?.connection),
            ['First byte', after(response?.at)],
            ['First part', after(parts[0]?.at)],
            [
              'Longest gap',
              gap === undefined || gap.ms < SHOWN_GAP_MS ? '' : `${formatDuration(gap.ms)}, ${gap.before}`,
            ],
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
      {parts.length > 0 && <Parts view={view} start={start} session={session} isEvents={isEvents} />}
    </>
  );
}

function connectionFacts(connection: HttpConnection | undefined): [string, string][] {
  if (connection?.reused === true) return [['Connection', 'stood already']];
  const { nameMs, connectMs, tlsMs } = connection ?? {};
  const took = (ms: number | undefined) => (ms === undefined ? '' : formatDuration(ms));
  return [
    ['Name', took(nameMs)],
    ['Connect', took(connectMs)],
    ['TLS', took(tlsMs)],
  ];
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

type PartsProps = {
  readonly view: HttpView;
  readonly start: number;
  readonly session: string;
  readonly isEvents: boolean;
};

function Parts({ view, start, session, isEvents }: PartsProps) {
  const { parts } = view;
  return (
    <>
      <ol className={`${kit.card} ${kit.divided} ${axis.axis}`} aria-label="What the response carried">
        {parts.slice(0, MAX_EVENTS).map(({ seq, at, sse, text, isMessage }, index) => (
          <Fragment key={seq}>
            {isEvents && <Gap ms={at - (parts[index - 1]?.at ?? view.response?.at ?? at)} />}
            <li>
              <Button
                look="bare"
                className={`${kit.option} ${axis.part}`}
                onClick={() => selectRow(session, seq)}
              >
                <span className={kit.fact}>+{formatDuration(at - start)}</span>
                <span className={kit.strong}>
                  {isMessage ? 'message' : sse !== undefined ? 'event' : isEvents ? 'comment' : 'text'}
                </span>
                <span className={kit.truncate}>
                  {sse === undefined ? null : <small>{fieldsText(sse)} </small>}
                  {text}
                </span>
              </Button>
            </li>
          </Fragment>
        ))}
        {isEvents && parts.length <= MAX_EVENTS && <Gap ms={(view.end?.at ?? 0) - (parts.at(-1)?.at ?? 0)} />}
      </ol>
      {parts.length > MAX_EVENTS && (
        <p className={kit.mute}>
          {counted(parts.length - MAX_EVENTS, 'more part')} not drawn; the log has them.
        </p>
      )}
    </>
  );
}

/** A time without anything on the stream, if it is long enough to be seen. */
function Gap({ ms }: { readonly ms: number }) {
  return ms < SHOWN_GAP_MS ? null : (
    <li className={`${kit.note} ${kit.pad}`}>nothing for {formatDuration(ms)}</li>
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
