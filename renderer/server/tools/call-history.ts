import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import type { Row } from '../../../app/frame/row.ts';
import type { Tier } from '../../../app/frame/tier.ts';

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
export type CallSource = {
  readonly length: number;
  row(index: number): Row | undefined;
  rowOf(seq: number): Row | undefined;
  /** The arguments of the request, or undefined where they cannot be read. */
  readArguments(seq: number): Promise<JsonObject | undefined>;
};

/** Requests read at most: a tool called a thousand times with the same arguments must not cost a thousand reads. */
const MOST_READ = 100;

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
    found.set(key, { ...ended(source, request), seq: request.seq, at: request.at, args });
    if (found.size >= most) break;
  }
  return [...found.values()];
}

function lastRequests(source: CallSource, method: string, target: string): Row[] {
  const requests: Row[] = [];
  for (let index = source.length - 1; index >= 0 && requests.length < MOST_READ; index -= 1) {
    const row = source.row(index);
    if (row !== undefined && isRequest(row, method) && row.target === target) requests.push(row);
  }
  return requests;
}

function isRequest(row: Row, method: string): boolean {
  return row.kind === 'frame' && row.shape === 'request' && row.method === method;
}

/** The end of a call stands on its answer, or on what the client did instead. */
function ended(source: CallSource, request: Row): { tier: Tier; outcome: Row['outcome'] } {
  const answer = request.pair > 0 ? source.rowOf(request.pair) : undefined;
  const { tier, outcome } = answer !== undefined && request.tier === 'ok' ? answer : request;
  return { tier, outcome };
}

/** The arguments in the params of a request; none stand for `{}`. */
export function argumentsOf(params: unknown): JsonObject {
  return isJsonObject(params) && isJsonObject(params.arguments) ? params.arguments : {};
}
