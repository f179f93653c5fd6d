import { isJsonObject } from '../../base/json-value.ts';
import type { Row } from '../../frame/row.ts';
import type { FoundRequest, LeftOut } from './read-requests.ts';

export type PlannedRequest = FoundRequest & {
  readonly group: string;
};

/** Requests that a user approves together: the calls of one tool, or one method. */
export type SendGroup = {
  /** Includes the risk: a tool with different hints forms another group. */
  readonly key: string;
  readonly method: string;
  /** The tool; empty for a whole method. */
  readonly tool: string;
  readonly risk: SendRisk;
  readonly count: number;
};

export type SendPlan = {
  /** In the original order, which is also the order of sending. */
  readonly requests: readonly PlannedRequest[];
  /** In the order of their first request. */
  readonly groups: readonly SendGroup[];
  readonly leftOut: readonly LeftOut[];
};

/** What re-running these requests on a server with these tools would do. Sends nothing. */
export function sendPlan(
  found: readonly (FoundRequest | LeftOut)[],
  tools: ReadonlyMap<string, AnnotatedTool>,
): SendPlan {
  const requests: PlannedRequest[] = [];
  const leftOut: LeftOut[] = [];
  const groups = new Map<string, SendGroup>();
  for (const one of found) {
    if (one.kind === 'left-out') {
      leftOut.push(one);
      continue;
    }
    const tool = one.method === 'tools/call' ? one.target : '';
    const risk = sendRisk(one.method, one.target, tools);
    const key = [risk, one.method, tool].join(' ').trim();
    const count = (groups.get(key)?.count ?? 0) + 1;
    groups.set(key, { key, method: one.method, tool, risk, count });
    requests.push({ ...one, group: key });
  }
  return { requests, groups: [...groups.values()], leftOut };
}

/** A listed tool, with what its annotations say about a call's effects. */
export type AnnotatedTool = {
  readonly name: string;
  readonly annotations?: { readonly [key: string]: unknown } | undefined;
};

/** The possible effect of re-running a request, according to the protocol and the server. */
export type SendRisk =
  /** A method defined by the protocol that only reads, or affects only this session. */
  | 'reads'
  /** The server marks the tool with `readOnlyHint`. */
  | 'read-only'
  /** The server marks the tool with `destructiveHint`. */
  | 'destructive'
  /** The server declares `destructiveHint: false`: the tool changes something but destroys nothing. */
  | 'additive'
  /** The server does not describe the tool's effects. */
  | 'unmarked'
  /** The server does not list the tool. */
  | 'not-listed'
  /** A method that the protocol does not define. */
  | 'other-method';

/** Methods from 2024-11-05 to 2026-07-28 that change nothing beyond the session. */
const READS = new Set([
  'completion/complete',
  'logging/setLevel',
  'prompts/get',
  'prompts/list',
  'resources/list',
  'resources/read',
  'resources/subscribe',
  'resources/templates/list',
  'resources/unsubscribe',
  'tasks/list',
  'tools/list',
]);

/** The risk of a request; an unmarked tool may change something (2025-11-25, `readOnlyHint` defaults to false). */
export function sendRisk(
  method: string,
  target: string,
  tools: ReadonlyMap<string, AnnotatedTool>,
): SendRisk {
  if (method !== 'tools/call') return READS.has(method) ? 'reads' : 'other-method';
  const tool = tools.get(target);
  if (tool === undefined) return 'not-listed';
  const { annotations } = tool;
  if (!isJsonObject(annotations)) return 'unmarked';
  if (annotations.readOnlyHint === true) return 'read-only';
  if (annotations.destructiveHint === true) return 'destructive';
  return annotations.destructiveHint === false ? 'additive' : 'unmarked';
}

/** True if a user must agree before such a request is re-run. */
export function needsConsent(risk: SendRisk): boolean {
  return risk !== 'reads' && risk !== 'read-only';
}

export type ExchangeEnd = Pick<Row, 'tier' | 'outcome' | 'code' | 'text' | 'durationMs'>;

/** The end of the exchange whose request has this seq: from its answer, or from the request if there is none. */
export function exchangeEnd(rowOf: (seq: number) => Row | undefined, requestSeq: number): ExchangeEnd {
  const request = rowOf(requestSeq);
  if (request === undefined) return { tier: 'ok', outcome: '', code: '', text: '', durationMs: -1 };
  const answer = request.pair > 0 && request.tier === 'ok' ? rowOf(request.pair) : undefined;
  const { tier, outcome, code, text, durationMs } = answer ?? request;
  return { tier, outcome, code, text: answer === undefined ? '' : text, durationMs };
}
