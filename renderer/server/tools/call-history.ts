import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import type { Row } from '../../../app/frame/row.ts';
import type { Tier } from '../../../app/frame/tier.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { readFrame } from '../../state/log/read-frame.ts';
import { records } from '../../state/log/use-record.ts';
import { callOutcome } from '../../state/server/call-end.ts';

/** A call that the log holds. */
export type PastCall = {
  /** The request's place in the log. */
  readonly seq: number;
  readonly at: number;
  readonly tier: Tier;
  readonly outcome: Row['outcome'];
  readonly args: JsonObject;
};

/** Where past calls are read from: the rows of a log, and the arguments of a request by its `seq`. */
type CallSource = {
  readonly length: number;
  row(index: number): Row | undefined;
  rowOf(seq: number): Row | undefined;
  /** The arguments of the request, or undefined if they cannot be read. */
  readArguments(seq: number): Promise<JsonObject | undefined>;
};

/** Requests read at most: a tool called a thousand times with the same arguments must not cost a thousand reads. */
const MAX_READ = 100;

/** The last calls of one target with different arguments, newest first, at most `most`. */
export async function pastCalls(
  source: CallSource,
  method: string,
  target: string,
  most: number,
): Promise<PastCall[]> {
  const found = new Map<string, PastCall>();
  for (const request of lastRequests(source, method, target)) {
    const args = await source.readArguments(request.seq);
    const key = JSON.stringify(args);
    if (args === undefined || found.has(key)) continue;
    const { tier, outcome } = callOutcome(request, (seq) => source.rowOf(seq));
    found.set(key, { tier, outcome, seq: request.seq, at: request.at, args });
    if (found.size >= most) break;
  }
  return [...found.values()];
}

/** The last requests of one target, newest first, as many as are read at most. */
export function lastRequests(source: CallSource, method: string, target: string): Row[] {
  const requests: Row[] = [];
  for (let index = source.length - 1; index >= 0 && requests.length < MAX_READ; index -= 1) {
    const row = source.row(index);
    if (row !== undefined && isRequest(row, method) && row.target === target) requests.push(row);
  }
  return requests;
}

function isRequest(row: Row, method: string): boolean {
  return row.kind === 'frame' && row.shape === 'request' && row.method === method;
}

/** The arguments in the params of a request; none stand for `{}`. */
export function argumentsOf(params: unknown): JsonObject {
  return isJsonObject(params) && isJsonObject(params.arguments) ? params.arguments : {};
}

/** A request as the wire had it. */
export type LoggedRequest = { readonly method: string; readonly params: unknown };

/** The log of a session as a source of past calls. */
export function logCalls(session: string): CallSource {
  const { mirror } = sessionLog(session);
  return {
    length: mirror.length,
    row: (index) => (mirror.table.kindAt(index) === 'frame' ? mirror.row(index) : undefined),
    rowOf: (seq) => mirror.rowOf(seq),
    readArguments: (seq) => loggedArguments(session, seq),
  };
}

async function loggedArguments(session: string, seq: number): Promise<JsonObject | undefined> {
  const request = await loggedRequest(session, seq);
  return request === undefined ? undefined : argumentsOf(request.params);
}

/** A logged request; undefined if the record is not there or cannot be read. */
export async function loggedRequest(session: string, seq: number): Promise<LoggedRequest | undefined> {
  const fetched = await records.fetch(session, seq);
  const frame = fetched.ok ? readFrame(fetched.value, sessionLog(session).mirror.rowOf(seq)) : undefined;
  if (frame?.envelope.kind !== 'request') return undefined;
  return { method: frame.envelope.method, params: frame.envelope.params };
}
