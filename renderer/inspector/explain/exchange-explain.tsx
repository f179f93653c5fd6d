import { useContext } from 'react';
import { isJsonObject } from '../../../app/base/json-value.ts';
import { integerOf } from '../../../app/codes/lookup.ts';
import type { LookupContext } from '../../../app/codes/meaning-evidence.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { explanationText } from '../../../app/explain/final-stderr.ts';
import { thrownAwayText } from '../../../app/explain/reaches.ts';
import { explainStored } from '../../../app/explain/stored-failure.ts';
import { retryOf } from '../../../app/explain/what-to-do.ts';
import type { RightAnswer } from '../../../app/findings/right-answer.ts';
import { resultPreview } from '../../../app/frame/preview.ts';
import { isOpen } from '../../../app/frame/row.ts';
import { createdTask } from '../../../app/frame/task-end.ts';
import { ATTRIBUTIONS } from '../../../app/session/line-attribution.ts';
import type { WireError } from '../../../app/wire/envelope.ts';
import type { ExchangeEvent } from '../../state/inspected/exchange-events.ts';
import type { Inspected, Neighbor } from '../../state/inspected/inspected.ts';
import {
  settlingEnvelope,
  settlingResult,
  settlingRow,
  wireErrorOf,
} from '../../state/inspected/settling-envelope.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { useTargetTool } from '../../state/server/use-tasks.ts';
import { useSessionContext } from '../../state/session/use-server-vocabulary.ts';
import { RowLink } from '../../ui/controls/links.tsx';
import { drawnText } from '../../ui/format/drawn-text.tsx';
import { counted, formatDuration } from '../../ui/format/quantity-text.ts';
import { Card, kit } from '../../ui/kit.tsx';
import { FindingCards } from '../findings/finding-cards.tsx';
import { InspectorSlotsContext } from '../inspector-slots.ts';
import { FitCards, useModelRead, useSeen } from '../model/model-page.tsx';
import { ResultView } from '../results/result-view.tsx';
import { useRetryAdvice } from '../use-tool-info.ts';
import { ArgumentsCard } from './arguments-card.tsx';
import {
  CauseCard,
  ClientsCard,
  FaultsCard,
  HappenedCard,
  MeaningsCard,
  RightAnswerCard,
  useRightAnswer,
  WhatToChange,
} from './cards.tsx';
import { ErrorDataCard, IssueList, issuesInText } from './error-data-card.tsx';
import { ExchangeHead, readToolError, toolErrorContext } from './exchange-head.tsx';
import { outcomeOf, outcomeText, probedRevision } from './outcome-text.ts';
import { stepFor, useSelectionFindings } from './selection-findings.tsx';
import { AnsiLine, StderrText } from './stderr-text.tsx';
import { WhoBoxes } from './who-boxes.tsx';

/** The levels of RFC 5424 that indicate problems (MCP, server/utilities/logging). */
const SEVERE = ['warning', 'error', 'critical', 'alert', 'emergency'];
const SHOWN = 50;
const NO_ERROR = { code: undefined, codeText: '', data: undefined };

type LogMessagesCardProps = { readonly session: string; readonly events: readonly ExchangeEvent[] };

function LogMessagesCard({ session, events }: LogMessagesCardProps) {
  const messages = events.filter(({ kind, level = '' }) => kind === 'message' && SEVERE.includes(level));
  if (messages.length === 0) return null;
  const ranked = messages.toSorted(
    (one, other) => Number(byTimeAlone(one.why)) - Number(byTimeAlone(other.why)),
  );
  return (
    <Card title="Log messages of this call" aside="warning and above">
      <ul className={kit.quoted}>
        {ranked.slice(0, SHOWN).map(({ seq, text, why }) => (
          <li key={seq}>
            <AnsiLine text={text} />
            <span className={kit.note}>
              <RowLink session={session} seq={seq}>
                #{seq}
              </RowLink>{' '}
              {why}
            </span>
          </li>
        ))}
      </ul>
      {ranked.length > SHOWN && (
        <p className={kit.mute}>{ranked.length - SHOWN} more; the Exchange page has them all.</p>
      )}
    </Card>
  );
}

type OkResultProps = {
  readonly method: string;
  readonly result: unknown;
  readonly session: string;
  readonly target: string;
  readonly callSeq: number;
};

function OkResult({ method, result, session, target, callSeq }: OkResultProps) {
  if (result === undefined) return null;
  return (
    <Card title="Result" aside={asideOf(method, result)}>
      <ResultView method={method} result={result} session={session} tool={target} callSeq={callSeq} />
    </Card>
  );
}

function asideOf(method: string, result: unknown): string {
  const ofTool = method === 'tools/call' || method === 'tasks/result';
  if (!ofTool || !isJsonObject(result)) return resultPreview(method, result);
  if (createdTask(result) !== undefined) return 'a task';
  const blocks = Array.isArray(result.content) ? result.content.length : 0;
  return counted(blocks, 'block');
}

type StructuredMeaningsProps = {
  readonly result: unknown;
  readonly context: LookupContext;
  readonly info: SessionInfo;
};

function StructuredMeanings({ result, context, info }: StructuredMeaningsProps) {
  if (!isJsonObject(result)) return null;
  const { error } = readToolError(result);
  if (error === undefined || integerOf(error.codeText) === undefined) return null;
  return <MeaningsCard code={error.codeText} context={toolErrorContext(context, error)} info={info} />;
}

type Props = { readonly inspected: Inspected; readonly info: SessionInfo };

/** Explains an exchange based on the row that settles it, whichever half is selected. */
export function ExchangeExplain({ inspected, info }: Props) {
  const { session } = inspected;
  const { ExchangeCards, ErrorCards } = useContext(InspectorSlotsContext);
  const settling = settlingRow(inspected);
  const tool = useTargetTool({ ...inspected.settling, session });
  const known = useSessionContext(info);
  const error = wireErrorOf(inspected);
  const context = error === undefined ? known : lookupContext(known, inspected, error);
  const retry = useRetryAdvice(inspected, context);
  const { failure } = inspected;
  const vocabularies = context.vocabularies ?? [];
  const why = failure && explainStored(failure, vocabularies);
  // An expected error needs no lookup.
  const failed = settling.tier === 'ok' ? undefined : error;
  const envelope = settlingEnvelope(inspected);
  const faults = envelope !== undefined && 'faults' in envelope ? envelope.faults : [];
  const result = settlingResult(inspected);
  const happened = why === undefined ? outcomeText(inspected, info) : outcomeOf(explanationText(why));
  const seen = useSeen(inspected, info);
  const isRead = useModelRead(inspected) !== undefined;
  const findings = useSelectionFindings(inspected);
  const right = useRightAnswer(inspected, findings, info);
  const step = stepFor(inspected, findings, { why, advice: failure && retryOf(failure, vocabularies) });
  return (
    <div className={kit.stack}>
      {why !== undefined && failure !== undefined && (
        <CauseCard why={why} message={failure.message} tier={settling.tier} />
      )}
      <ExchangeHead inspected={inspected} context={context} />
      <CallLine inspected={inspected} />
      <WhatToChange step={step} />
      {settling.tier !== 'ok' && ErrorCards !== undefined && (
        <ErrorCards
          info={info}
          inspected={inspected}
          error={error ?? { ...NO_ERROR, message: settling.text }}
        />
      )}
      {right !== undefined && <RightAnswerCard sent={right.sent} right={right.right} />}
      <FindingCards session={session} findings={findings} resolved={resolvedOf(right?.right)} said={step} />
      <HappenedCard text={happened} retry={retry} />
      {!isOpen(settling.outcome) && (
        <WhoBoxes
          row={settling}
          result={result}
          broken={faults.length > 0}
          unmatched={inspected.unmatched !== undefined}
          remedy={retry?.retry === 'changed'}
          speaks={probedRevision(inspected, info)}
          seen={seen}
          isRead={isRead}
          thrownAway={thrownAwayText(findings)}
        />
      )}
      <ClientsCard failure={failure} cause={why?.cause} />
      <FitCards inspected={inspected} info={info} />
      <NeighborsCard inspected={inspected} />
      {ExchangeCards !== undefined && <ExchangeCards inspected={inspected} info={info} />}
      <IssuesCard
        title="What the client does not accept"
        texts={inspected.events.filter(({ kind }) => kind === 'client').map(({ text }) => text)}
      />
      <FaultsCard faults={faults} />
      {settling.shape === 'batch' && <BatchCard />}
      {failed !== undefined && <IssuesCard title="What the message complains of" texts={[failed.message]} />}
      <ArgumentsCard inspected={inspected} />
      {error !== undefined && <ErrorDataCard data={error.data} declared={info.clientCapabilities} />}
      <StderrCard events={inspected.events} telling={failure?.stderr.lines ?? []} />
      <LogMessagesCard session={session} events={inspected.events} />
      {failed !== undefined && <MeaningsCard code={failed.codeText} context={context} info={info} />}
      {settling.tier === 'tool' && <StructuredMeanings result={result} context={context} info={info} />}
      {result !== undefined && settling.tier !== 'tool' && (
        <OkResult
          method={settling.method}
          result={result}
          session={session}
          target={tool}
          callSeq={inspected.request?.row.seq ?? settling.seq}
        />
      )}
    </div>
  );
}

/** What was called, with its arguments: in full for a failure, else as in its row. */
function CallLine({ inspected: { failure, request, settling } }: { readonly inspected: Inspected }) {
  const given = failure?.failure.arguments ?? request?.row.text ?? '';
  if (given === '') return null;
  return (
    <p className={`${kit.fact} ${kit.anywhere}`}>
      {drawnText(`${settling.target} ${given}`)}{' '}
      {request?.row.repeats && (
        <small className={kit.mute}>
          {failure === undefined ? 'repeated,' : `number ${failure.repeats + 1} in a row`} with the same
          arguments
        </small>
      )}
    </p>
  );
}

/** A server that prints to stdout sends hundreds of lines during one call. */
const NEIGHBORS = 5;

/** Other output of the server during the call: invalid lines, and requests that were not answered. */
function NeighborsCard({ inspected }: { readonly inspected: Inspected }) {
  const { session, neighbors, row } = inspected;
  const { findings } = useSessionLog(session);
  const isPending = isOpen(inspected.settling.outcome);
  const others = neighbors.filter(({ seq }) => seq !== row.seq);
  if (others.length === 0) return null;
  return (
    <Card title="While this call was open">
      <ul className={kit.quoted}>
        {others.slice(0, NEIGHBORS).map((neighbor) => (
          <li key={neighbor.seq}>
            {textOf(neighbor, isPending)}:{' '}
            <RowLink session={session} seq={neighbor.seq}>
              #{neighbor.seq}
            </RowLink>
            {findings.at(neighbor.seq).map(({ rule, title }) => (
              <span key={rule} className={kit.note}>
                {' '}
                · <b>{rule}</b> {title}
              </span>
            ))}
            <code className={`${kit.mute} ${kit.block}`}>{neighbor.text}</code>
          </li>
        ))}
      </ul>
      {others.length > NEIGHBORS && (
        <p className={kit.mute}>{others.length - NEIGHBORS} more; the log has them all.</p>
      )}
    </Card>
  );
}

function textOf({ kind, method, offsetMs }: Neighbor, isPending: boolean): string {
  const when = `after ${formatDuration(offsetMs)}`;
  switch (kind) {
    case 'line':
      return `A line that is not a complete message, ${when}`;
    case 'orphan':
      return `An answer that fits no open request, ${when}`;
    case 'answer':
      return `A second answer, ${when}`;
    case 'request':
      return `The server sent ${method}, ${when}, and ${isPending ? 'waits for the answer' : 'had no answer when the call ended'}`;
  }
}

/** Findings that another finding's fix resolves, each with that rule's id. */
function resolvedOf(right: RightAnswer | undefined): ReadonlyMap<string, string> {
  return new Map(right?.resolved.map((rule) => [rule, right.by[0] ?? '']));
}

function IssuesCard({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) {
  const issues = texts.flatMap(issuesInText);
  if (issues.length === 0) return null;
  return (
    <Card title={title}>
      <IssueList issues={issues} />
    </Card>
  );
}

function BatchCard() {
  return (
    <Card title="The answer came in a batch">
      <p>
        Only the revision 2025-03-26 allows JSON-RPC batches. Clients of every other revision refuse the whole
        line; the Message page shows all of it.
      </p>
    </Card>
  );
}

type StderrCardProps = {
  readonly events: readonly ExchangeEvent[];
  /** The most relevant lines for the failure, as in a report. */
  readonly telling: readonly string[];
};

/** The stderr lines of a call, those that name it first; each section says how its lines were attributed. */
function StderrCard({ events, telling }: StderrCardProps) {
  const sections = splitStderr(events);
  const count = sections.reduce((sum, { lines }) => sum + lines.length, 0);
  if (sections.length === 0) return null;
  return (
    <Card title="stderr of this call">
      <div className={kit.stack}>
        {telling.length > 0 && telling.length < count && (
          <section aria-label="Key lines">
            <p className={kit.mute}>Key lines</p>
            <StderrText lines={telling} />
          </section>
        )}
        {sections.map(({ why, lines }) => (
          <section key={why} aria-label={`Lines: ${why}`}>
            <p className={kit.mute}>
              {`${counted(lines.length, 'line')}, ${lines.length === 1 ? why : why.replace(/^names/, 'naming')}`}
              {byTimeAlone(why) && '; another call may have caused it'}
            </p>
            <StderrText lines={lines} />
          </section>
        ))}
      </div>
    </Card>
  );
}

type StderrSection = { readonly why: string; readonly lines: readonly string[] };

/** A call's stderr lines by attribution, most certain first. */
export function splitStderr(events: readonly ExchangeEvent[]): StderrSection[] {
  const lines = events.filter(({ kind }) => kind === 'stderr');
  return ATTRIBUTIONS.map((why) => ({
    why,
    lines: lines.filter((line) => line.why === why).map(({ text }) => text),
  })).filter((section) => section.lines.length > 0);
}

/** True if only timing links the line to the call: another call may have caused it. */
export function byTimeAlone(why: string): boolean {
  return why.startsWith('written');
}

/** The catalog's context for this error besides its code; `session` is common to all errors. */
export function lookupContext(session: LookupContext, inspected: Inspected, error: WireError): LookupContext {
  return {
    ...session,
    message: error.message,
    method: inspected.settling.method,
    tier: 'protocol',
    ...(error.data === undefined ? {} : { data: error.data }),
  };
}
