import { useMemo } from 'react';
import { isJsonObject } from '../../../app/base/json-value.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { endName, errorHeadline, processName } from '../../../app/explain/error-name.ts';
import type { ProcessEnd } from '../../../app/explain/failure.ts';
import { endIn, explanationText } from '../../../app/explain/final-stderr.ts';
import { explainEnd } from '../../../app/explain/process-causes.ts';
import { explainStored } from '../../../app/explain/stored-failure.ts';
import { notificationPreview } from '../../../app/frame/preview.ts';
import type { Direction } from '../../../app/frame/record.ts';
import type { Row } from '../../../app/frame/row.ts';
import { RowTable } from '../../../app/frame/row-table.ts';
import { isErrorTier } from '../../../app/frame/tier.ts';
import { NO_STEP } from '../../../app/protocol/actor.ts';
import { howItExited, processEventName } from '../../../app/session/process-event.ts';
import { host, settled, useLoaded } from '../../state/host/host.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { openRawEditor } from '../../state/server/raw-editor-store.ts';
import { sendRefusal } from '../../state/session/session-text.ts';
import {
  type ContentSource,
  ContentSourceContext,
  type ResourceReading,
} from '../../ui/content/content-blocks.tsx';
import { RowLink } from '../../ui/controls/links.tsx';
import { counted } from '../../ui/format/quantity-text.ts';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { Button, Card, kit } from '../../ui/kit.tsx';
import { Paged } from '../../ui/list/paged.tsx';
import { FindingCards } from '../findings/finding-cards.tsx';
import { CauseCard, FaultsCard, HappenedCard, Headline, WhatToChange } from './cards.tsx';
import { ExchangeExplain } from './exchange-explain.tsx';
import { HttpExplain } from './http-explain.tsx';
import { clientEventText, outcomeOf } from './outcome-text.ts';
import { SelectionFindings, stepFor, useSelectionFindings } from './selection-findings.tsx';
import { StderrText } from './stderr-text.tsx';
import { WhoBoxes } from './who-boxes.tsx';

type Props = { readonly inspected: Inspected; readonly info: SessionInfo };

export function ExplainPage({ inspected, info }: Props) {
  return (
    <ContentSourceContext value={useContentSource(info)}>
      <RawMessageNote inspected={inspected} />
      <ChangedNote inspected={inspected} />
      <Explained inspected={inspected} info={info} />
    </ContentSourceContext>
  );
}

function Explained({ inspected, info }: Props) {
  const { record, row, request, frame } = inspected;
  switch (record.type) {
    case 'frame':
      if (row.shape === 'invalid' || frame === undefined || row.shape === 'notification') {
        return <LineExplain inspected={inspected} />;
      }
      return <ExchangeExplain inspected={inspected} info={info} />;
    case 'client':
      if (request !== undefined) return <ExchangeExplain inspected={inspected} info={info} />;
      return <LineExplain inspected={inspected} />;
    case 'stderr':
      return <StderrExplain inspected={inspected} />;
    case 'process':
      return <ProcessExplain inspected={inspected} how={howItExited(record)} />;
    case 'mark':
      return <Headline tier="ok" title="A bookmark" label="bookmark" message={record.label} />;
    case 'dropped':
      return (
        <Headline
          tier="ok"
          title={`${counted(record.count, 'record was', 'records were')} dropped`}
          label="limit"
          message={record.reason}
        />
      );
    case 'http':
      if (request !== undefined) return <ExchangeExplain inspected={inspected} info={info} />;
      return <HttpExplain inspected={inspected} />;
    case 'session':
    case 'end':
      return null;
  }
}

function StderrExplain({ inspected }: { readonly inspected: Inspected }) {
  const { record } = inspected;
  if (record.type !== 'stderr') return null;
  return (
    <div className={kit.stack}>
      <SelectionFindings inspected={inspected} />
      <Card title="A line on stderr">
        <StderrText lines={[record.text]} />
        <p className={kit.above}>
          stderr is the place for the logs of a stdio server. It is not part of the protocol, no answer to
          anything, and no error by itself; many hosts keep it in a log.
        </p>
        <p className={kit.mute}>Select a call to see the lines that were written while it was open.</p>
      </Card>
    </div>
  );
}

/** Lets a result's content request the resources that it names from the session's server. */
function useContentSource(info: SessionInfo): ContentSource {
  const { session } = info;
  const refusal = sendRefusal(info);
  return useMemo(
    () => ({ session, refusal, read: (uri: string) => readResource(session, uri) }),
    [session, refusal],
  );
}

async function readResource(session: string, uri: string): Promise<ResourceReading> {
  const answer = await settled(host().sendRequest({ session, method: 'resources/read', params: { uri } }));
  if (!answer.ok) return { kind: 'failed', why: answer.error, seq: 0 };
  const { result, failure, requestSeq: seq } = answer.value;
  if (failure !== '') return { kind: 'failed', why: failure, seq };
  return { kind: 'read', contents: isJsonObject(result) ? result.contents : [], seq };
}

function RawMessageNote({ inspected }: { readonly inspected: Inspected }) {
  const { row, session } = inspected;
  if (!row.fromRawMessage) return null;
  const own = row.direction === 'client-to-server';
  return (
    <section className={`${kit.card} ${kit.dashed}`} aria-label="Raw message">
      <strong>{own ? 'You wrote this raw message.' : 'This answers a raw message that you wrote.'}</strong>{' '}
      {own
        ? 'Its mistakes are intentional: no rule checks it, and an error that it causes counts at no tier.'
        : 'It is shown at its tier, but counts at none. A rule reports it only if the answer itself breaks the protocol.'}{' '}
      {row.pair > 0 && (
        <RowLink session={session} seq={row.pair}>
          {own ? 'Select what came back' : 'Select the line'}
        </RowLink>
      )}{' '}
      <Button look="link" onClick={openRawEditor}>
        Open the raw editor
      </Button>
    </section>
  );
}

function ChangedNote({ inspected }: { readonly inspected: Inspected }) {
  const { change } = (inspected.answer ?? inspected).row;
  if (change === '') return null;
  return (
    <section className={`${kit.card} ${kit.dashed}`} aria-label="Changed on its way">
      <strong>
        {change === 'changed'
          ? 'A user changed this answer on its way to the client.'
          : 'A user held this answer on its way to the client.'}
      </strong>{' '}
      {change === 'changed'
        ? 'It is held against nobody: no rule checks it, and an error in it counts at no tier. The Message page has the server’s own text beside it.'
        : 'Its text is the server’s own. The time that it was held is not counted as the server’s.'}
    </section>
  );
}

type LineExplainProps = { readonly inspected: Inspected };

function LineExplain({ inspected }: LineExplainProps) {
  const { row, record, frame, session } = inspected;
  if (record.type === 'client') {
    const text = clientEventText(record.event);
    return (
      <div className={kit.stack}>
        <Headline
          tier={row.tier}
          title={row.method || 'The client'}
          label={row.outcome || 'client'}
          message={record.message}
        />
        <SelectionFindings inspected={inspected} />
        <HappenedCard text={text} />
      </div>
    );
  }
  if (frame?.envelope.kind === 'notification') {
    const { method, params, faults } = frame.envelope;
    return (
      <div className={kit.stack}>
        <Headline
          tier={row.tier}
          title={method}
          label="notification"
          message={notificationPreview(method, params)}
        />
        <Card title="What it says">
          <p>{notificationText(method, row.direction)}</p>
          {row.pair > 0 && (
            <p>
              It is about{' '}
              <RowLink session={session} seq={row.pair}>
                this request
              </RowLink>
              .
            </p>
          )}
        </Card>
        <SelectionFindings inspected={inspected} />
        <FaultsCard faults={faults} />
        {params !== undefined && (
          <Card title="params">
            <JsonTree value={params} label="params" />
          </Card>
        )}
      </div>
    );
  }
  return (
    <div className={kit.stack}>
      <LineTop inspected={inspected} />
      <SelectionFindings inspected={inspected} />
    </div>
  );
}

function LineTop({ inspected }: LineExplainProps) {
  const { row, frame } = inspected;
  const findings = useSelectionFindings(inspected);
  const why = inspected.failure && explainStored(inspected.failure, []);
  const { tier, outcome, direction } = row;
  const sender = direction || 'server-to-client';
  const name = isErrorTier(tier) ? endName({ tier, outcome, sender }) : row.method;
  return (
    <>
      <Headline
        tier={tier}
        title={errorHeadline(name)}
        label={`${tier} · ${outcome}`}
        message={frame?.raw ?? row.text}
      />
      <WhatToChange step={stepFor(inspected, findings, { why, advice: undefined })} />
      <WhoBoxes row={row} />
      {why !== undefined && <HappenedCard text={outcomeOf(explanationText(why))} />}
    </>
  );
}

function notificationText(method: string, direction: Direction | ''): string {
  const sender = direction === 'client-to-server' ? 'The client' : 'The server';
  switch (method) {
    case 'notifications/initialized':
      return 'The client has read the answer to initialize: from now on requests may come.';
    case 'notifications/progress':
      return `${sender} reports the progress of a request. Many clients restart their time-out with each one.`;
    case 'notifications/cancelled':
      return `${sender} no longer wants the answer to a request. The other side should stop and stay silent.`;
    case 'notifications/message':
      return 'A log message of the server, meant for the host, which may show it.';
    case 'notifications/tools/list_changed':
    case 'notifications/resources/list_changed':
    case 'notifications/prompts/list_changed':
      return 'A list of the server changed. The host should ask for it again.';
    case 'notifications/roots/list_changed':
      return 'The roots of the client changed. The server should ask for them again.';
    case 'notifications/resources/updated':
      return 'A resource that the client watches has changed. The host should read it again.';
    case 'notifications/elicitation/complete':
      return 'The user has done what an elicitation asked for outside the client. The request can be tried again.';
    default:
      return `${sender} sent a notification: it has no answer, and is not meant for the model.`;
  }
}

const LAST_LINES = 30;

/** Explains a process event; for an exit shows the exit code, the last stderr lines and the unanswered calls. */
export function ProcessExplain({ inspected, how }: { readonly inspected: Inspected; readonly how: string }) {
  const { record, row, session, failure } = inspected;
  // Expensive: reads every line around the end.
  const found = useMemo(
    () => (record.type === 'process' ? endIn(inspected.records, record) : undefined),
    [inspected.records, record],
  );
  const findings = useSelectionFindings(inspected);
  if (record.type !== 'process' || found === undefined) return null;
  const ended =
    record.event === 'exited' || record.event === 'stdout-closed' || record.event === 'spawn-failed';
  const { end, stderr } = found;
  const lines = stderr.slice(-LAST_LINES);
  const why = failure && explainStored(failure, []);
  const step = why === undefined ? NO_STEP : stepFor(inspected, findings, { why, advice: undefined });
  const calls = useLostCalls(session, ended ? row.seq : 0);
  return (
    <div className={kit.stack}>
      {why !== undefined && <CauseCard why={why} message="" tier={row.tier} />}
      <Headline
        tier={row.tier}
        code={why === undefined && record.event === 'exited' ? how : ''}
        title={
          why === undefined ? `Server ${processEventName(record.event)}` : errorHeadline(processName(record))
        }
        label={row.tier === 'ok' ? 'process' : row.tier}
        message={record.message ?? ''}
      />
      <WhatToChange step={step} />
      <FindingCards session={session} findings={findings} said={step} />
      <Card title="What happened">
        <p>{why === undefined ? calmText(end) : explanationText(why)}</p>
      </Card>
      {calls.length > 0 && (
        <Card title="Calls left unanswered" aside={String(calls.length)}>
          <Paged items={calls} noun="call">
            {(shown) => (
              <ul className={kit.quoted}>
                {shown.map((call) => (
                  <li key={call.seq}>
                    <RowLink session={session} seq={call.seq}>
                      <code>
                        {call.method} {call.target}
                      </code>{' '}
                      id {call.id}
                    </RowLink>
                  </li>
                ))}
              </ul>
            )}
          </Paged>
        </Card>
      )}
      {ended && (
        <Card title="Last lines on stderr">
          {lines.length > 0 ? <StderrText lines={lines} /> : <p>No line on stderr belongs to this end.</p>}
        </Card>
      )}
    </div>
  );
}

function calmText(end: ProcessEnd): string {
  switch (end.event) {
    case 'spawned':
      return 'The server process was started.';
    case 'stdin-closed':
      return 'The client closed the server’s stdin, which asks it to end.';
    case 'stdout-closed':
      return 'The server closed its stdout, as it should at the end.';
    case 'exited':
      // The request to end may precede the records that were read.
      return explainEnd(end.by === 'outside' ? end : { ...end, by: 'client' }).happened;
    case 'spawn-failed':
      return 'The server could not be started.';
  }
}

const MAX_LOST = 50;

/** The calls that the end of a process left unanswered; `seq` is the end's, 0 for none. */
function useLostCalls(session: string, seq: number): readonly Row[] {
  const found = useLoaded(seq === 0 ? '' : `${session} ${seq}`, async () => {
    const [lost, starts] = await Promise.all(
      ['outcome:lost', 'kind:process spawned'].map(async (filter) => {
        const read = await settled(host().findRows({ session, filter, before: seq, limit: MAX_LOST }));
        const table = new RowTable();
        if (read.ok) table.append(read.value.rows);
        return Array.from({ length: table.length }, (_, at) => table.row(at) as Row);
      }),
    );
    return callsLostSince(lost ?? [], starts ?? []);
  });
  return found ?? NO_CALLS;
}

const NO_CALLS: readonly Row[] = [];

/** The lost calls of the process that was started last. */
export function callsLostSince(lost: readonly Row[], starts: readonly Row[]): readonly Row[] {
  const start = starts.findLast(({ method }) => method === 'spawned')?.seq ?? 0;
  return lost.filter(({ seq, kind }) => seq > start && kind === 'frame');
}
