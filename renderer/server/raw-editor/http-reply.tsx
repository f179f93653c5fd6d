import type { Row } from '../../../app/frame/row.ts';
import type { RowTable } from '../../../app/frame/row-table.ts';
import { exchangeNumber, type HttpView, httpViews } from '../../state/log/http-views.ts';
import { useRecords } from '../../state/log/use-record.ts';
import { formatDuration } from '../../ui/format/quantity-text.ts';
import { Button, kit } from '../../ui/kit.tsx';

const READ = 300;
const MAX_PARTS = 20;

/** The HTTP exchange of the raw request whose record has this number; undefined over a pipe, and while it is read. */
export function useHttpReply(session: string, table: RowTable, seq: number): HttpView | undefined {
  const since = table.length - Math.max(0, table.indexOf(seq));
  const read = useRecords(session, Math.max(0, seq - 1), seq + READ, Math.min(since, READ));
  if (read.kind !== 'here') return undefined;
  const x = exchangeNumber(read.value.find((record) => record.seq === seq));
  return x === 0 ? undefined : httpViews(read.value, [x])[0];
}

/** The row of the log that stands for the end of the exchange; undefined for none. */
export function endRow(table: RowTable, view: HttpView | undefined): Row | undefined {
  const seq = (view?.end ?? view?.failed)?.seq;
  const row = seq === undefined ? undefined : table.row(table.indexOf(seq));
  return row?.kind === 'http' ? row : undefined;
}

/** What came back over HTTP: the status, the headers, and the body or the events. */
export function HttpReply({ view, onClose }: { readonly view: HttpView; readonly onClose: () => void }) {
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
