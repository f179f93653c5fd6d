import { endName, errorHeadline } from '../../../app/explain/error-name.ts';
import { explanationText } from '../../../app/explain/final-stderr.ts';
import { explainStored } from '../../../app/explain/stored-failure.ts';
import { type HttpRequestRecord, headerOf } from '../../../app/frame/http-record.ts';
import type { Row } from '../../../app/frame/row.ts';
import { NO_STEP } from '../../../app/protocol/actor.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { exchangeNumber, httpViews } from '../../state/log/http-views.ts';
import { useRecords } from '../../state/log/use-record.ts';
import { Card, kit } from '../../ui/kit.tsx';
import { FindingCards } from '../findings/finding-cards.tsx';
import { BEFORE } from '../http/http-page.tsx';
import { CauseCard, ClientsCard, Headline, WhatToChange } from './cards.tsx';
import { stepFor, useSelectionFindings } from './selection-findings.tsx';

/** Explains a standalone HTTP exchange: one that carried no request, or failed before it could. */
export function HttpExplain({ inspected }: { readonly inspected: Inspected }) {
  const { row, session, failure, record } = inspected;
  const read = useRecords(session, Math.max(0, row.seq - BEFORE), row.seq);
  const findings = useSelectionFindings(inspected);
  const why = failure && explainStored(failure, []);
  const step = why === undefined ? NO_STEP : stepFor(inspected, findings, { why, advice: undefined });
  const x = exchangeNumber(record);
  const asked = read && httpViews(read, [x])[0]?.request;
  return (
    <div className={kit.stack}>
      {why !== undefined && <CauseCard why={why} message={row.text} tier={row.tier} />}
      <Headline
        tier={row.tier}
        code={failure === undefined && row.status > 0 ? String(row.status) : ''}
        title={failure === undefined ? row.method : errorHeadline(endName(failure.failure), row.method)}
        label={row.tier === 'ok' ? 'HTTP' : row.tier}
        message={row.text}
      />
      <WhatToChange step={step} />
      <FindingCards session={session} findings={findings} said={step} />
      <Card title="What happened">
        <p>{why === undefined ? calmText(row, asked) : explanationText(why)}</p>
      </Card>
      <ClientsCard failure={failure} cause={why?.cause} />
    </div>
  );
}

/** The purpose of an exchange that is not an error (2025-11-25, basic/transports, "Streamable HTTP"). */
export function calmText(
  { method, status }: Pick<Row, 'method' | 'status'>,
  asked?: HttpRequestRecord,
): string {
  const [verb = ''] = method.split(' ', 1);
  if (status === 401) return 'Authorization was asked for, and given.';
  if (status === 405) return verb === 'DELETE' ? NO_DELETE : NO_STREAM;
  if (status >= 400) return 'The client looked here for something that is elsewhere, and went on.';
  if (verb === 'DELETE') return 'The client ended the session.';
  if (verb !== 'GET') return 'What was sent needs no message as its answer.';
  return headerOf(asked?.headers, 'last-event-id') === undefined ? STREAM : RESUMED;
}

const NO_STREAM = 'The server offers no listening stream, which is allowed.';
const NO_DELETE = 'The server ends sessions by itself, which is allowed.';
const STREAM = 'The server may speak unasked on what a GET opens. It needs to say nothing.';
const RESUMED = 'The client asked for the rest of a stream that had ended. Answers that came here are right.';
