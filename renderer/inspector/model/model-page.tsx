import { useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { isOffered, lateFindings, unshownFindings } from '../../../app/explain/fit-advice.ts';
import { hostFindings, hostRuleById } from '../../../app/explain/host-advice.ts';
import { ruleById } from '../../../app/findings/all-rules.ts';
import type { Finding } from '../../../app/findings/finding.ts';
import type { Row } from '../../../app/frame/row.ts';
import { createdTask } from '../../../app/frame/task-end.ts';
import { hostHas } from '../../../app/frame/tier.ts';
import { type Lens, type Seen, seenThrough } from '../../../app/hosts/lens/lens.ts';
import { callTime } from '../../../app/hosts/lens/result-limit.ts';
import { type SentAnswer, sentAnswer } from '../../../app/hosts/lens/sent-answer.ts';
import { readInputRequired } from '../../../app/protocol/input-required.ts';
import type { Envelope } from '../../../app/wire/envelope.ts';
import { host, settled, useLoaded } from '../../state/host/host.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { settlingEnvelope, settlingResult, settlingRow } from '../../state/inspected/settling-envelope.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { useHostLens } from '../../state/session/use-host-lens.ts';
import { Card, kit, Segments } from '../../ui/kit.tsx';
import { useSelectionFindings } from '../explain/selection-findings.tsx';
import { FindingCards } from '../findings/finding-cards.tsx';
import { AllHosts, HostView, TranscriptView } from './host-view.tsx';

/** An exchange's way to the model, as far as it is independent of the host. */
type ModelView =
  /** An answer that a client can read: the host determines what arrives. */
  | { readonly kind: 'answer'; readonly answer: SentAnswer }
  /** The client passes on no answer, so nothing can arrive. */
  | { readonly kind: 'no-answer'; readonly why: string; readonly hostText: string }
  /** Traffic between host and server: `text` says what a host does with it. */
  | { readonly kind: 'not-for-the-model'; readonly text: string };

/** `broken`: the answer violates JSON-RPC. `unmatched`: it does not have the request's id. */
type AnswerTraits = { readonly broken?: boolean; readonly unmatched?: boolean };

/** `row` settles the exchange (the answer, or the request if none came); `envelope` is its message. */
export function modelView(row: Row, envelope: Envelope | undefined, traits: AnswerTraits = {}): ModelView {
  if (row.tier === 'protocol' && row.direction === 'client-to-server' && row.shape === 'error') {
    return { kind: 'not-for-the-model', text: 'This error went to the server, not to the model.' };
  }
  const nothing = noAnswer(row, traits);
  if (nothing !== undefined) return { kind: 'no-answer', ...nothing };
  if (row.outcome === 'pending') return { kind: 'not-for-the-model', text: 'There is no answer yet.' };
  if (row.direction === 'client-to-server' && row.shape !== 'request') {
    return { kind: 'not-for-the-model', text: 'This answer went to the server, not to the model.' };
  }
  const answer = sentAnswer(row, envelope);
  if (row.tier === 'protocol' && answer?.kind === 'protocol-error') return { kind: 'answer', answer };
  if (row.method !== 'tools/call')
    return { kind: 'not-for-the-model', text: HOST_DECIDES[row.method] ?? HOST_ALONE };
  if (answer === undefined) return { kind: 'not-for-the-model', text: 'There is no result to read.' };
  if (answer.kind !== 'protocol-error' && createdTask(answer.result) !== undefined) {
    return { kind: 'not-for-the-model', text: TASK_TEXT };
  }
  if (answer.kind !== 'protocol-error' && readInputRequired(answer.result) !== undefined) {
    return { kind: 'not-for-the-model', text: INPUT_TEXT };
  }
  return { kind: 'answer', answer };
}

const INPUT_TEXT =
  'The server needs answers before it has a result. The host gives them and repeats the call: what that brings can reach the model.';
const TASK_TEXT =
  'The server created a task for this call. Its result can reach the model once the host has requested it.';

type Nothing = { readonly why: string; readonly hostText: string };

/** Why the client passes on no answer; undefined if it does, or one is still pending. */
function noAnswer(row: Row, { broken = false, unmatched = false }: AnswerTraits): Nothing | undefined {
  switch (row.outcome) {
    case 'malformed':
      return {
        why: 'A line that is not a message belongs to no call, so there was nothing to hand on.',
        hostText:
          'Some clients skip such a line without a word, others log a parse error or report a broken connection.',
      };
    case 'duplicate':
      return {
        why: 'The call was answered before, and a client drops a second answer.',
        hostText: 'Often nothing, or a line in the log of the host: the first answer counts.',
      };
    case 'orphan':
      return {
        why: 'No open call waits for this answer, so a client drops it.',
        hostText:
          'A call that this answer was meant for ends as “Request timed out” in a client that is built on the TypeScript SDK (its -32001; no server sent it).',
      };
  }
  if (row.tier === 'protocol' && (broken || (row.shape === 'result' && row.code === ''))) return BROKEN;
  if (row.tier !== 'client' && row.tier !== 'transport') return undefined;
  return { why: whyNothing(row, unmatched), hostText: hostText(row) };
}

const BROKEN: Nothing = {
  why: 'The answer breaks JSON-RPC, so strict clients cannot read it and drop it. A lenient one may hand it on after all.',
  hostText:
    'A client that is built on the TypeScript SDK goes on waiting, until “Request timed out” (its -32001; no server sent it).',
};

function whyNothing(row: Row, unmatched: boolean): string {
  if (row.where !== '') return 'HTTP brought no answer, so there was none to hand on.';
  if (row.tier === 'transport') return 'The pipe failed, so there was no answer to hand on.';
  if (unmatched) {
    return 'The answer on the wire does not carry the id of the request, so the client could not hand it on.';
  }
  return row.outcome === 'late' || row.outcome === 'rejected by the client'
    ? 'An answer was on the wire, but the client did not hand it on.'
    : 'There was no answer to hand on.';
}

function hostText(row: Row): string {
  if (row.where !== '') return hostHas(row.where);
  if (row.tier === 'transport') {
    return 'Clients that are built on the TypeScript SDK raise “Connection closed” (their -32000; no server sent it); some hosts say “Server disconnected”.';
  }
  switch (row.outcome) {
    case 'timed out':
    case 'late':
      return 'Clients that are built on the TypeScript SDK raise “Request timed out” (their -32001; no server sent it).';
    case 'cancelled':
      return 'Some hosts say “Cancelled”, some nothing at all.';
    default:
      return 'The SDK of the client raises an error of its validation, which the host puts into words of its own.';
  }
}

const HOST_DECIDES: Readonly<Record<string, string>> = {
  'tools/list':
    'A host makes of this list the tools that its model may call, with names, descriptions and schemas.',
  'resources/read': 'The host or the user decides whether the contents of a resource go to the model.',
  'prompts/get': 'The messages of a prompt are meant for the model once the user has chosen the prompt.',
  initialize:
    'This is between host and server, except for instructions, which some hosts put into the system prompt.',
};
const HOST_ALONE = 'This is between host and server, and not meant for the model.';

/** The part of the selected exchange that can reach a model, in any host. */
export function viewOf(inspected: Inspected): ModelView {
  const envelope = settlingEnvelope(inspected);
  const isAnswer = envelope?.kind === 'result' || envelope?.kind === 'error';
  return modelView(settlingRow(inspected), envelope, {
    broken: isAnswer && envelope.faults.length > 0,
    unmatched: inspected.unmatched !== undefined,
  });
}

/**
 * What the session's host does not take of the exchange: a result that is too large (without a host, for all whose limit
 * is known), an answer after it gave up, a request that its user never sees.
 */
export function FitCards({ inspected, info }: Props) {
  const lens = useHostLens(info);
  const shown = useSelectionFindings(inspected);
  const found = fitFindings(inspected, lens).filter(({ rule }) => shown.every((one) => one.rule !== rule));
  return found.length === 0 ? null : <FindingCards session={inspected.session} findings={found} />;
}

function fitFindings(inspected: Inspected, lens: Lens): readonly Finding[] {
  const { session, request } = inspected;
  const { seq, method } = settlingRow(inspected);
  if (request?.row.direction === 'server-to-client')
    return unshownFindings(lens, method, { session, seq: request.row.seq });
  const result = settlingResult(inspected);
  const asked = (readInputRequired(result)?.requests ?? []).map((one) => one.method);
  const methods = isOffered(method, result) ? [method, ...asked] : asked;
  const unshown = methods.flatMap((one) => unshownFindings(lens, one, { session, seq }));
  return [...answerFindings(inspected, lens), ...unshown];
}

function answerFindings(inspected: Inspected, lens: Lens): readonly Finding[] {
  const { session, request, events } = inspected;
  const { seq, sizeBytes, method, at, durationMs } = settlingRow(inspected);
  const view = viewOf(inspected);
  if (view.kind !== 'answer') return [];
  const place = { session, seq };
  const line = { chars: sizeBytes, table: lens.table };
  const large = hostFindings(view.answer, seenThrough(lens, view.answer), place, line).filter(
    ({ rule }) => hostRuleById(rule)?.subject === 'too-large',
  );
  if (method !== 'tools/call' || durationMs < 0 || request === undefined) return large;
  const moments = events.filter(({ kind }) => kind === 'progress').map(({ offsetMs }) => offsetMs);
  return [...large, ...lateFindings(lens, callTime([0, ...moments, at - request.row.at]), place)];
}

/** The treatment of the answer by the session's host; undefined if the client passes on none. */
export function useSeen(inspected: Inspected, info: SessionInfo): Seen | undefined {
  const lens = useHostLens(info);
  const view = viewOf(inspected);
  return view.kind === 'answer' ? seenThrough(lens, view.answer) : undefined;
}

type Props = { readonly inspected: Inspected; readonly info: SessionInfo };

/** The model's view of this exchange: in the session's host, in all hosts, or according to the specification. */
export function ModelPage({ inspected, info }: Props) {
  const { row, record } = inspected;
  const envelope = settlingEnvelope(inspected);
  const isAnswer = envelope?.kind === 'result' || envelope?.kind === 'error';
  if (inspected.request === undefined && !isAnswer && row.tier === 'ok') {
    const what = record.type === 'stderr' ? 'A line on stderr' : 'This';
    return <p className={kit.mute}>{what} is no answer: there is nothing for a host to hand on.</p>;
  }
  const view = viewOf(inspected);
  if (view.kind === 'not-for-the-model') return <p className={`${kit.card} ${kit.dashed}`}>{view.text}</p>;
  if (view.kind === 'answer') {
    return <AnswerView answer={view.answer} info={info} inspected={inspected} />;
  }
  return (
    <div className={kit.stack}>
      <div className={`${kit.card} ${kit.dashed}`}>
        <h3>Nothing of an answer.</h3>
        <p>{view.why}</p>
      </div>
      <Card title="What hosts say instead">
        <p>{view.hostText}</p>
        <p className={kit.mute}>What the model learns of it depends on the host.</p>
      </Card>
    </div>
  );
}

/** What the model read of the answer, as in a record; undefined if no open transcript says. */
export function useModelRead({ settling, record, records, session }: Inspected): unknown {
  const own = [record, ...records].find(({ seq, type }) => seq === settling.seq && type === 'frame')?.read;
  const open = useScreen((state) => state.sessions);
  const key = own === undefined ? `${session} ${settling.seq}` : '';
  const read = useLoaded(key, () => settled(host().modelRead({ session, seq: settling.seq })), open.length);
  return (read?.ok && read.value) || own;
}

const VIEWS = [
  ['one', 'This host'],
  ['all', 'All hosts'],
] as const;

function AnswerView({ answer, info, inspected }: Props & { readonly answer: SentAnswer }) {
  const [shown, setShown] = useState<'one' | 'all'>('one');
  const lens = useHostLens(info);
  const seen = seenThrough(lens, answer);
  const { settling } = inspected;
  const place = { session: inspected.session, seq: settling.seq };
  const line = { chars: settling.sizeBytes, table: lens.table };
  const read = useModelRead(inspected);
  const misfit = useSelectionFindings(inspected).find(
    ({ rule }) => ruleById(rule)?.subject === 'output-schema',
  );
  if (read !== undefined) return <TranscriptView read={read} answer={answer} />;
  return (
    <div className={kit.stack}>
      <div>
        <Segments label="Hosts" options={VIEWS} value={shown} onChange={setShown} />
      </div>
      {misfit !== undefined && (
        <Card title="Some clients throw it away">
          <p>
            Clients on the TypeScript SDK 1 check structuredContent against the tool's outputSchema, which
            this one breaks ({misfit.rule}): in a host that is built on them nothing of the answer arrives.
          </p>
        </Card>
      )}
      {shown === 'all' ? (
        <AllHosts answer={answer} lens={lens} />
      ) : (
        <>
          <HostView answer={answer} seen={seen} by={lens.by} />
          <FindingCards session={info.session} findings={hostFindings(answer, seen, place, line)} />
        </>
      )}
    </div>
  );
}
