import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';
import type { Result } from '../../../app/base/result.ts';
import type { CallEnd } from '../../../app/contract/commands.ts';
import { liveInfo, type ServerRequest } from '../../../app/contract/session-info.ts';
import type { Row } from '../../../app/frame/row.ts';
import { targetOf } from '../../../app/frame/target.ts';
import { host, settled } from '../../state/host/host.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { selectRow, sessionInfo, useScreen } from '../../state/screen/screen-store.ts';
import type { ChosenLimits } from '../../state/server/call-draft.ts';
import { serverActivity } from '../../state/server/server-activity.ts';
import { type DraftKey, setCalling, setFailure } from '../../state/server/sidebar-store.ts';
import { cancelRunning } from '../running/running-calls.tsx';

export type Caller = { readonly session: string; readonly key: DraftKey };

/** A request from a form: any method, or a tool call, which may run as a task. */
export type SentRequest = {
  readonly method: string;
  readonly params: JsonObject | undefined;
  readonly toolCall?: 'plain' | 'task' | undefined;
};

/** Sends a request and selects its row; returns the end if the host executed it. */
export function sendRequest(
  caller: Caller,
  { method, params, toolCall }: SentRequest,
  limits: ChosenLimits = {},
): Promise<CallEnd | undefined> {
  const { session } = caller;
  const args = isJsonObject(params?.arguments) ? params.arguments : {};
  const call = { session, name: stringAt(params, 'name') ?? '', arguments: { ...args }, ...limits };
  const sent =
    toolCall === undefined
      ? host().sendRequest({ session, method, ...(params && { params: { ...params } }), ...limits })
      : host().callTool({ ...call, ...(toolCall === 'task' ? { task: {} } : {}) });
  return runCall(caller, sent, { method, target: targetOf(method, params) });
}

/** Waits for a call, and selects its rows as they appear: first the request, then the settling row. */
export async function runCall(
  { session, key }: Caller,
  call: Promise<Result<CallEnd>>,
  request?: Named,
): Promise<CallEnd | undefined> {
  setCalling(key, true);
  setFailure(key, '');
  const { mirror } = sessionLog(session);
  const before = mirror.table.row(mirror.table.length - 1)?.seq ?? 0;
  const sent: Sent = { before, stopCancel: () => undefined };
  sentBy.set(key, sent);
  const selected = selectedIn(session);
  // A user who has returned to an earlier row stays there.
  const mayMove = () => [selected, 0].includes(selectedIn(session)) || selectedIn(session) > before;
  const select = (seq: number) => mayMove() && selectRow(session, seq);
  const stop = whenShown(
    session,
    () => request && requestAfter(before, request, serverActivity(mirror).open),
    select,
  );
  const end = await settled(call);
  stop();
  sent.stopCancel();
  if (sentBy.get(key) === sent) sentBy.delete(key);
  setCalling(key, false);
  const isLogged = end.ok && end.value.requestSeq > 0;
  setFailure(key, !end.ok ? end.error : isLogged ? '' : end.value.failure);
  if (!end.ok) return undefined;
  if (isLogged) {
    // The host may report the end before the log has its rows.
    const rowOf = (seq: number) => sessionLog(session).mirror.rowOf(seq);
    whenShown(session, () => settlingSeq(end.value, rowOf), select);
  }
  return end.value;
}

function selectedIn(session: string): number {
  return useScreen.getState().views[session]?.selected ?? 0;
}

/** Gives `act` the row that `find` returns, now or when it appears; the returned function stops waiting. */
function whenShown(session: string, find: () => number | undefined, act: (seq: number) => void): () => void {
  const look = () => {
    const seq = find();
    if (seq !== undefined) act(seq);
    return seq !== undefined;
  };
  if (look()) return () => undefined;
  const stop = useScreen.subscribe(({ revisions, sessions }, before) => {
    if (revisions[session] === before.revisions[session] && sessions === before.sessions) return;
    if (!sessions.some((info) => info.session === session) || look()) stop();
  });
  return stop;
}

type Sent = {
  /** The last seq that the log showed when the request was sent. */
  readonly before: number;
  /** Stops waiting for the row of a request that is to be cancelled. */
  stopCancel: () => void;
};

/** The open request of each form. */
const sentBy = new Map<DraftKey, Sent>();

/** Cancels a form's request as soon as the log shows it; without one, another window's latest of this method. */
export function cancelCall({ session, key }: Caller, request: Named): void {
  const sent = sentBy.get(key);
  sent?.stopCancel();
  const before = sent?.before ?? 0;
  const underWay = () => callsUnderWay(session).filter((call) => call.request > before);
  const cancel = (seq: number) => void cancelRunning(session, seq);
  const stop = whenShown(session, () => callToCancel(underWay(), request), cancel);
  if (sent === undefined) stop();
  else sent.stopCancel = stop;
}

/** The seq of the row that settles a call; undefined until the log has it and shows the call as settled. */
export function settlingSeq(
  { requestSeq, answerSeq }: CallEnd,
  rowOf: (seq: number) => Pick<Row, 'kind' | 'outcome' | 'pair'> | undefined,
): number | undefined {
  // In the log an orphan may count as the answer until the real one arrives.
  const end = answerSeq === undefined ? undefined : rowOf(answerSeq);
  if (answerSeq !== undefined && end?.kind !== 'http') return end && answerSeq;
  const request = rowOf(requestSeq);
  if (request === undefined || request.outcome === 'pending') return undefined;
  return request.pair > 0 ? request.pair : requestSeq;
}

type Named = Pick<Row, 'method' | 'target'>;

/** The first open request of this method and target after a seq: other windows send requests too. */
export function requestAfter(
  before: number,
  { method, target }: Named,
  open: Iterable<Pick<Row, 'seq'> & Named>,
): number | undefined {
  return [...open].find((row) => row.seq > before && row.method === method && row.target === target)?.seq;
}

type CallUnderWay = Named & { readonly request: number };

/** The request that a cancellation means: the latest call of this method and, if given, target. */
export function callToCancel(calls: readonly CallUnderWay[], { method, target }: Named): number | undefined {
  const own = calls.filter((call) => call.method === method);
  return (own.findLast((call) => call.target === target) ?? own.at(-1))?.request;
}

/** The calls of a session that are open or waiting for input, including other windows'; waiting ones come first. */
export function callsUnderWay(session: string): readonly CallUnderWay[] {
  const { mirror } = sessionLog(session);
  const { serverRequests = [] } = liveInfo(sessionInfo(session)) ?? {};
  return [
    ...waitingCalls(serverRequests, (seq) => mirror.rowOf(seq)),
    ...serverActivity(mirror).open.map((row) => ({ ...row, request: row.seq })),
  ];
}

/** The calls whose last answer requested input: none of their requests is open. */
export function waitingCalls(
  serverRequests: readonly Pick<ServerRequest, 'seq' | 'via'>[],
  rowOf: (seq: number) => (Pick<Row, 'pair'> & Named) | undefined,
): readonly CallUnderWay[] {
  return serverRequests.flatMap(({ seq, via }) => {
    const row = via === 'input-required' ? rowOf(seq) : undefined;
    return row === undefined ? [] : [{ method: row.method, target: row.target, request: row.pair }];
  });
}
