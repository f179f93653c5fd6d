import type { JsonObject } from '../../../app/base/json-value.ts';
import type { Result } from '../../../app/base/result.ts';
import type { CallEnd } from '../../../app/contract/commands.ts';
import { liveInfo, type ServerRequest } from '../../../app/contract/session-info.ts';
import type { Row } from '../../../app/frame/row.ts';
import { targetOf } from '../../../app/frame/target.ts';
import { host, settled } from '../../state/host/host.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { selectRow } from '../../state/screen/screen-actions.ts';
import { sessionInfo, useScreen } from '../../state/screen/screen-store.ts';
import type { ChosenLimits } from '../../state/server/call-draft.ts';
import { serverActivity } from '../../state/server/server-activity.ts';
import { type DraftKey, setCalling, setFailure, setSent } from '../../state/server/sidebar-store.ts';
import { cancelRunning } from '../running/running-store.ts';

export type Caller = { readonly session: string; readonly key: DraftKey };

/** Calls a tool, with `task` as a task; gives the end if the host carried it out. */
export function callTool(
  caller: Caller,
  name: string,
  args: JsonObject,
  limits: ChosenLimits,
  task = false,
): Promise<CallEnd | undefined> {
  const { session } = caller;
  const call = { session, name, arguments: { ...args }, ...limits, ...(task ? { task: {} } : {}) };
  return runCall(caller, host().callTool(call), {
    method: 'tools/call',
    target: targetOf('tools/call', call),
  });
}

/** Sends any request. */
export function sendRequest(
  caller: Caller,
  method: string,
  params: JsonObject | undefined,
  limits: ChosenLimits = {},
): Promise<CallEnd | undefined> {
  const { session } = caller;
  const given = params === undefined ? {} : { params: { ...params } };
  const sent = host().sendRequest({ session, method, ...given, ...limits });
  return runCall(caller, sent, { method, target: targetOf(method, params) });
}

/**
 * Waits for a call, and selects its row once the log shows it: then what settles it, and before, if `request` says how
 * to know it, the request while it is open.
 */
export async function runCall(
  { session, key }: Caller,
  call: Promise<Result<CallEnd>>,
  request?: Named,
): Promise<CallEnd | undefined> {
  setCalling(key, true);
  setFailure(key, '');
  const stop = request === undefined ? () => undefined : selectWhenOpen(session, request);
  const end = await settled(call);
  stop();
  setCalling(key, false);
  if (!end.ok) {
    setFailure(key, end.error);
    return undefined;
  }
  setFailure(key, end.value.failure);
  if (end.value.requestSeq > 0) {
    setSent(key, end.value.requestSeq);
    selectWhenShown(session, end.value);
  }
  return end.value;
}

/** Cancels the newest call of this method, of this target if there is one; else says that there is none. */
export async function cancelCall(caller: Caller, method: string, target: string): Promise<void> {
  const { session, key } = caller;
  const { mirror } = sessionLog(session);
  const info = liveInfo(sessionInfo(session));
  const open = serverActivity(mirror).open.values();
  const seq = callToCancel({ method, target }, open, info?.serverRequests ?? [], (seq) => mirror.rowOf(seq));
  if (seq === undefined) return setFailure(key, 'There is no open call of this in the log.');
  await cancelRunning(session, seq);
}

/** Selects the next request of this kind that the log shows as open; gives the end of waiting for it. */
function selectWhenOpen(session: string, request: Named): () => void {
  const { mirror } = sessionLog(session);
  const before = mirror.table.row(mirror.length - 1)?.seq ?? 0;
  const stop = useScreen.subscribe((state, earlier) => {
    if (state.revisions[session] === earlier.revisions[session]) return;
    const own = requestAfter(before, request, serverActivity(mirror).open.values());
    if (own === undefined) return;
    stop();
    selectRow(session, own);
  });
  return stop;
}

/** The host may report the end of a call before the log has its rows: wait for them. */
function selectWhenShown(session: string, end: CallEnd): void {
  if (selectSettled(session, end)) return;
  const stop = useScreen.subscribe((state, before) => {
    if (!state.sessions.some((info) => info.session === session)) stop();
    else if (state.revisions[session] !== before.revisions[session] && selectSettled(session, end)) stop();
  });
}

function selectSettled(session: string, end: CallEnd): boolean {
  const settling = settlingSeq(end, (seq) => sessionLog(session).mirror.rowOf(seq));
  if (settling !== undefined) selectRow(session, settling);
  return settling !== undefined;
}

/** The seq of the row that settles a call; undefined while the log has not got it, or shows the call as open. */
export function settlingSeq(
  { requestSeq, answerSeq }: CallEnd,
  rowOf: (seq: number) => Pick<Row, 'outcome' | 'pair'> | undefined,
): number | undefined {
  // A stray answer may stand for the answer in the log until that comes.
  if (answerSeq !== undefined) return rowOf(answerSeq) && answerSeq;
  const request = rowOf(requestSeq);
  if (request === undefined || request.outcome === 'pending') return undefined;
  return request.pair > 0 ? request.pair : requestSeq;
}

type Named = Pick<Row, 'method' | 'target'>;

/** The seq of the first open request of this method and target after a seq: other windows send requests as well. */
export function requestAfter(
  before: number,
  { method, target }: Named,
  open: Iterable<Pick<Row, 'seq'> & Named>,
): number | undefined {
  return [...open].find((row) => row.seq > before && row.method === method && row.target === target)?.seq;
}

/** What is open in a log, the open server requests, and the rows of the log. */
type UnderWay = readonly [
  open: Iterable<Pick<Row, 'seq'> & Named>,
  serverRequests: readonly Pick<ServerRequest, 'seq' | 'via'>[],
  rowOf: (seq: number) => (Pick<Row, 'pair'> & Named) | undefined,
];

/**
 * The seq of the request that a cancel means: the newest open one of this method, of this target if there is
 * one. A call that waits for input has none that is open: it is the request that was answered with the server requests.
 * Undefined if there is neither.
 */
export function callToCancel(
  { method, target }: Named,
  ...[open, serverRequests, rowOf]: UnderWay
): number | undefined {
  const calls = callsUnderWay(open, serverRequests, rowOf).filter((call) => call.method === method);
  return (calls.findLast((call) => call.target === target) ?? calls.at(-1))?.request;
}

/** True while a call of this method and target is open, or waits for input; whoever started it. */
export function isUnderWay({ method, target }: Named, ...[open, serverRequests, rowOf]: UnderWay): boolean {
  return callsUnderWay(open, serverRequests, rowOf).some(
    (call) => call.method === method && call.target === target,
  );
}

function callsUnderWay(
  ...[open, serverRequests, rowOf]: UnderWay
): readonly (Named & { readonly request: number })[] {
  const running = [...open].map((row) => ({ ...named(row), request: row.seq }));
  const waiting = serverRequests.flatMap(({ seq, via }) => {
    const row = via === 'input-required' ? rowOf(seq) : undefined;
    return row === undefined ? [] : [{ ...named(row), request: row.pair }];
  });
  // The last one counts, and what runs counts before what waits.
  return [...waiting, ...running];
}

function named({ method, target }: Named): Named {
  return { method, target };
}
