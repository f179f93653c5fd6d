import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { Row } from '../../../app/frame/row.ts';
import type { RowTable } from '../../../app/frame/row-table.ts';
import {
  assessReplies,
  goodReplies,
  type Reply,
  type ReplyAssessment,
  replyOf,
  type Template,
} from '../../../app/requests/raw-editor/template.ts';
import { codeNamer } from '../../state/log/code-namer.ts';
import { exchangeNumber, type HttpView, httpViews } from '../../state/log/http-views.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { useRecords } from '../../state/log/use-record.ts';
import { showDialog } from '../../state/screen/screen-store.ts';
import { type Sent, useRawEditor } from '../../state/server/raw-editor-store.ts';
import { showRow } from '../../state/session/session-commands.ts';
import { useSessionContext } from '../../state/session/use-server-vocabulary.ts';
import { formatDuration } from '../../ui/format/quantity-text.ts';
import { Button, kit, TierMark } from '../../ui/kit.tsx';
import { closeRequest, templateOf } from './raw-editor-actions.ts';

const QUIET_MS = 3000;

export function ReplyView({ info }: { readonly info: SessionInfo }) {
  const sent = useRawEditor((state) => state.sent);
  if (sent === null || sent.session !== info.session) return null;
  return <Replies key={sent.first} sent={sent} info={info} />;
}

function Replies({ sent, info }: { readonly sent: Sent; readonly info: SessionInfo }) {
  const { mirror } = useSessionLog(info.session);
  const quiet = useQuiet();
  const template = templateOf(sent.template);
  const http = useHttpReply(info.session, mirror.table, sent.first);
  const end = endRow(mirror.table, http);
  const found = repliesTo(mirror.table, sent.first, sent.last);
  const rows = end === undefined || found.some(({ seq }) => seq === end.seq) ? found : [...found, end];
  const known = rows.map(replyOf).filter((reply) => reply !== undefined);
  const ended = rows.some((row) => row.kind === 'process');
  const verdict =
    template === undefined ? undefined : verdictOf(template, info.protocolVersion ?? '', known, quiet, ended);
  const part = useRef<HTMLElement>(null);
  useEffect(() => void part.current?.scrollIntoView({ block: 'nearest' }), [rows.length, http?.end]);
  return (
    <section ref={part} className={kit.card} aria-label="What came back">
      <div className={kit.wrap}>
        <h3>What came back</h3>
        {verdict !== undefined && (
          <span className={kit.badge} data-tone={verdict} role="status">
            {verdictText(verdict, ended)}
          </span>
        )}
        <ShowInLog session={info.session} seq={sent.first}>
          Show {http === undefined ? 'the line' : 'it'} in the log
        </ShowInLog>
      </div>
      {template !== undefined && <p className={kit.mute}>Expected: {template.expects}</p>}
      {http !== undefined && (
        <HttpReply view={http} onClose={() => void closeRequest(info.session, sent.first)} />
      )}
      {known.length === 0 && !ended && http === undefined && (
        <p className={kit.mute}>{quiet ? 'No answer within 3 seconds.' : 'No answer yet…'}</p>
      )}
      {rows.length > 0 && (
        <ul className={`${kit.lines} ${kit.above}`}>
          {rows.slice(0, 20).map((row) => (
            <ReplyRow key={row.seq} row={row} info={info} />
          ))}
          {rows.length > 20 && <li>and {rows.length - 20} more in the log.</li>}
        </ul>
      )}
    </section>
  );
}

function ReplyRow({ row, info }: { readonly row: Row; readonly info: SessionInfo }) {
  const name = codeNamer(useSessionContext(info))(row);
  return (
    <li
      className={`${kit.row} ${kit.callout}`}
      data-tier={row.tier}
      data-code={row.code === '' ? undefined : row.code}
    >
      {row.tier === 'ok' ? null : <TierMark tier={row.tier} />}
      <code className={kit.strong}>{row.code === '' ? whatCame(row) : `${row.code} ${name}`.trim()}</code>
      <span className={`${kit.truncate} ${kit.mono} ${kit.grow}`}>{row.text}</span>
      {row.durationMs >= 0 && (
        <span className={`${kit.mono} ${kit.fixed}`}>{formatDuration(row.durationMs)}</span>
      )}
      <ShowInLog session={info.session} seq={row.seq}>
        Show
      </ShowInLog>
    </li>
  );
}

function whatCame(row: Row): string {
  if (row.kind === 'process') return 'the server ended';
  return row.kind === 'stderr' ? 'stderr' : row.outcome;
}

function useQuiet(): boolean {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return quiet;
}

function verdictOf(
  template: Template,
  revision: string,
  replies: readonly Reply[],
  quiet: boolean,
  ended: boolean,
): ReplyAssessment {
  if (ended) return 'something else';
  const { tolerated } = template;
  return assessReplies({ good: goodReplies(template, revision), tolerated }, replies, quiet);
}

function verdictText(verdict: ReplyAssessment, ended: boolean): string {
  switch (verdict) {
    case 'waiting':
      return 'waiting';
    case 'as expected':
      return 'as a good server does';
    case 'tolerated':
      return 'not as it should be, but common and harmless';
    case 'something else':
      return ended ? 'the server did not survive it' : 'not what a good server does';
  }
}

type Props = { readonly session: string; readonly seq: number; readonly children: ReactNode };

function ShowInLog({ session, seq, children }: Props) {
  const show = () => {
    showDialog(null);
    showRow(session, seq);
  };
  return (
    <Button look="quiet" onClick={show}>
      {children}
    </Button>
  );
}

const LOOKED_THROUGH = 5000;

/** The replies to the lines `first` to `last`: answers and, up to the next line, stderr and a server exit. */
export function repliesTo(table: RowTable, first: number, last: number): Row[] {
  const found: Row[] = [];
  const from = table.indexOf(last) + 1;
  if (from === 0) return found;
  let next = false;
  for (let index = from; index < Math.min(table.length, from + LOOKED_THROUGH); index += 1) {
    const row = table.row(index);
    if (row === undefined) break;
    next ||= row.fromRawMessage && row.direction === 'client-to-server';
    const answers = row.direction === 'server-to-client' && row.pair >= first && row.pair <= last;
    const beside = !next && (row.kind === 'stderr' || (row.kind === 'process' && row.tier !== 'ok'));
    if (answers || beside) found.push(row);
  }
  return found;
}

export function rawMessages(table: RowTable, most: number): Row[] {
  const found: Row[] = [];
  for (let index = table.length - 1; index >= 0 && found.length < most; index -= 1) {
    if (table.length - index > 50_000) break;
    if (!table.columns.fromRawMessage.at(index)) continue;
    const row = table.row(index);
    // A request without a body is one row, at its end.
    const isBare = row?.kind === 'http' && !row.method.startsWith('POST ');
    if (row?.direction === 'client-to-server' || isBare) found.push(row);
  }
  return found;
}

const READ = 300;
const MAX_PARTS = 20;

/** The HTTP exchange of the raw request whose record has this number; undefined over a pipe, and while it is read. */
function useHttpReply(session: string, table: RowTable, seq: number): HttpView | undefined {
  const since = table.length - Math.max(0, table.indexOf(seq));
  const read = useRecords(session, Math.max(0, seq - 1), seq + READ, Math.min(since, READ));
  if (read === undefined) return undefined;
  const x = exchangeNumber(read.find((record) => record.seq === seq));
  return x === 0 ? undefined : httpViews(read, [x])[0];
}

/** The row of the log that stands for the end of the exchange; undefined for none. */
function endRow(table: RowTable, view: HttpView | undefined): Row | undefined {
  const seq = (view?.end ?? view?.failed)?.seq;
  const row = seq === undefined ? undefined : table.row(table.indexOf(seq));
  return row?.kind === 'http' ? row : undefined;
}

/** What came back over HTTP: the status, the headers, and the body or the events. */
function HttpReply({ view, onClose }: { readonly view: HttpView; readonly onClose: () => void }) {
  const { request, response, parts } = view;
  const isOpen = view.end === undefined && view.failed === undefined;
  return (
    <div className={`${kit.stack} ${kit.gap2} ${kit.above}`}>
      <p>
        <strong>{statusText(view)}</strong>
        {request !== undefined && response !== undefined
          ? ` after ${formatDuration(response.at - request.at)}`
          : ''}
        {isOpen && ' · still open '}
        {isOpen && <Button onClick={onClose}>Close the request</Button>}
      </p>
      {response !== undefined && (
        <details>
          <summary>{response.headers.length} headers</summary>
          <pre className={`${kit.mono} ${kit.anywhere}`}>
            {response.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
          </pre>
        </details>
      )}
      {parts.slice(0, MAX_PARTS).map(({ seq, text }) => (
        <code key={seq} className={kit.anywhere}>
          {text}
        </code>
      ))}
      {parts.length > MAX_PARTS && <p>and {parts.length - MAX_PARTS} more in the log.</p>}
    </div>
  );
}

function statusText({ response, failed, end }: HttpView): string {
  if (failed !== undefined) return `No answer: ${failed.code ?? failed.phase}, ${failed.message}`;
  if (response === undefined) return end === undefined ? 'No answer yet…' : 'Closed before an answer';
  return `${response.status} ${response.reason ?? ''}`.trim();
}
