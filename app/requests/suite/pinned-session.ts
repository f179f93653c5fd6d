import { isJsonObject, type JsonObject, parseJson } from '../../base/json-value.ts';
import { likeness } from '../../base/likeness.ts';
import { partitionPoint } from '../../base/partition-point.ts';
import { type KnownRecord, type SessionRecord, shownFrame } from '../../frame/record.ts';
import { isOpen } from '../../frame/row.ts';
import { freshParams } from '../../protocol/fresh-params.ts';
import { readInputRequired } from '../../protocol/input-required.ts';
import { methodFacts, SUBSCRIPTIONS_LISTEN } from '../../protocol/methods.ts';
import { eraOf, FIRST_STATELESS, isStateless, readRevision } from '../../protocol/revisions.ts';
import { LogModel } from '../../session/log-model.ts';
import type { Peers } from '../../session/session-facts.ts';
import { isBrokenAnswer } from '../../wire/envelope.ts';
import { type EndShape, endOfAnswer, endWithout, type Pin, pinOf } from './pin.ts';
import { type SessionCall, SessionCalls, visibleLine } from './session-calls.ts';

/** Similar calls that ended the same way: the first one, and how many it represents. */
export type PinnedCall = {
  readonly method: string;
  readonly target: string;
  readonly params: JsonObject | undefined;
  /** The line with every byte visible, if no official client can send it; null if one can. */
  readonly line: string | null;
  /** False for a handshake that failed. */
  readonly afterHandshake: boolean;
  readonly pin: Pin;
  /** The records of the similar calls, its own first. */
  readonly seqs: readonly number[];
};

/** Calls that no test can repeat, with the reason. */
export type UnpinnedCalls = {
  readonly title: string;
  readonly why: string;
  readonly seqs: readonly number[];
};

export type PinnedSession = {
  readonly label: string;
  readonly record: SessionRecord | undefined;
  readonly peers: Peers;
  /** The revision of its tests; empty if unknown. */
  readonly revision: string;
  /** True since 2026-07-28. */
  readonly isModern: boolean;
  /** True if the server was started more than once. */
  readonly isRestarted: boolean;
  readonly calls: readonly PinnedCall[];
  readonly unpinned: readonly UnpinnedCalls[];
};

/** Reads what each session of a recording requested, merging similar calls. */
export function pinnedSessions(records: Iterable<KnownRecord>): readonly PinnedSession[] {
  const readers = new Map<string, SessionCalls>();
  const log = new LogModel({
    each: (_model, name) => {
      const reader = new SessionCalls();
      readers.set(name, reader);
      return [reader];
    },
  });
  for (const record of records) log.take(record);
  log.finish();
  return [...readers].map(([name, reader]) => {
    const record = log.sessionRecord(name);
    const { peers } = log.model(name).facts;
    const named = peers.protocolVersion ?? '';
    const isModern = eraOf(named) === 'modern';
    // A request may have named an unknown revision to see the server's reaction.
    const revision = isModern && readRevision(named) === 'unknown' ? FIRST_STATELESS : named;
    const runs = new Set(reader.calls.filter((call) => !isHandshake(call)).map(({ run }) => run));
    return {
      label: record?.label ?? name,
      record,
      peers,
      revision,
      isModern,
      isRestarted: runs.size > 1,
      ...pinned(reader, isModern),
    };
  });
}

function pinned(reader: SessionCalls, isModern: boolean): Pick<PinnedSession, 'calls' | 'unpinned'> {
  const calls = new Map<string, PinnedCall & { readonly seqs: number[] }>();
  const unpinned = new Map<string, UnpinnedCalls & { readonly seqs: number[] }>();
  for (const call of reader.calls) {
    const { seq } = call.record;
    const title = titleOf(call);
    const end = endOf(call, reader);
    if (end === 'handshake') continue;
    if (typeof end === 'string') {
      const key = `${title}\n${end}`;
      const before = unpinned.get(key);
      if (before === undefined) unpinned.set(key, { title, why: end, seqs: [seq] });
      else before.seqs.push(seq);
      continue;
    }
    const made = pinnedCall(call, end, isModern);
    const key = likenessKey(made);
    const before = calls.get(key);
    if (before === undefined) calls.set(key, { ...made, seqs: [seq] });
    else before.seqs.push(seq);
  }
  return { calls: [...calls.values()], unpinned: [...unpinned.values()] };
}

function titleOf({ method, exchange, record }: SessionCall): string {
  if (method === '') return `the line ${JSON.stringify(shownFrame(record).slice(0, MAX_TITLE))}`;
  return `${method} ${exchange?.target ?? ''}`.trim();
}

const MAX_TITLE = 60;

function isHandshake({ method, exchange }: SessionCall): boolean {
  return exchange?.fromRawMessage !== true && (method === 'initialize' || method === 'server/discover');
}

/** A longer line would only clutter a test. */
const MAX_CHARS = 20_000;

/** How a call ended, or a clause that says why that cannot be pinned. */
function endOf(call: SessionCall, reader: SessionCalls): EndShape | string {
  const { exchange, record, answer } = call;
  const { length } = record.raw ?? record.rawBase64 ?? '';
  if (call.isCut) return 'the recording does not hold the whole line';
  if (call.isInBatch) return 'it was sent in a batch';
  if (length > MAX_CHARS) return `its line has ${length.toLocaleString('en')} characters`;
  const isRaw = record.deliberate === true;
  if (isHandshake(call) && (call.method === 'server/discover' || exchange?.tier === 'ok')) return 'handshake';
  const why = isRaw ? '' : whyNotAgain(call, reader);
  if (why !== '') return why;
  if (exchange?.isChanged === true) return 'its answer was changed on its way';
  if (answer !== undefined) return endOfAnswered(call, isRaw);
  if (call.endedProcess) return endWithout('transport');
  if (exchange !== undefined && !isOpen(exchange.outcome))
    return WHY_NO_ANSWER[exchange.outcome] ?? NO_ANSWER;
  const isPassed = record.seq < reader.lastAnswered(call.run);
  return isRaw && isPassed ? endWithout('silence') : NO_ANSWER;
}

const NO_ANSWER = 'it had no answer when the recording ended';
const WHY_NO_ANSWER: Readonly<Record<string, string>> = {
  cancelled: 'it was cancelled',
  'timed out': 'the client gave up before an answer came',
  lost: 'the server ended while it waited',
  'rejected by the client': 'the client refused its answer',
};

/** Why a client's call cannot be repeated as it was; empty if it can. */
function whyNotAgain({ exchange, method, params, answer }: SessionCall, reader: SessionCalls): string {
  if (exchange === undefined) return 'it is not a request';
  const { outcome, requestSeq, answerSeq, sharesId } = exchange;
  const given = isJsonObject(params) ? params : {};
  if (method === SUBSCRIPTIONS_LISTEN) return 'it is a subscription, which stays open';
  if (method.startsWith('tasks/') || given.task !== undefined) return 'it is about a task of that session';
  if (given.inputResponses !== undefined || given.requestState !== undefined)
    return 'it continues a call that waited for the user';
  if (outcome === 'cancelled' || outcome === 'timed out' || outcome === 'late')
    return WHY_NO_ANSWER[outcome] ?? 'its answer came too late';
  const { userRequests } = reader;
  const next = partitionPoint(userRequests.length, (at) => (userRequests[at]?.requestSeq ?? 0) <= requestSeq);
  const asked = userRequests[next];
  if (asked !== undefined && asked.requestSeq < (answerSeq || Number.POSITIVE_INFINITY))
    return `it may have waited for the user: the server sent ${asked.method} meanwhile`;
  if (answer?.kind === 'result' && readInputRequired(answer.result) !== undefined)
    return 'it waits for the user: the server requires input';
  if (sharesId) return 'another request waited under its id, so its answer is a guess';
  if (given.cursor !== undefined && exchange.tier === 'ok') return 'its cursor is of that session';
  return '';
}

function endOfAnswered({ exchange, method, answer }: SessionCall, isRaw: boolean): EndShape | string {
  if (answer === undefined) return NO_ANSWER;
  if (isBrokenAnswer(answer) && !isRaw) return 'its answer breaks JSON-RPC, so no official client reads it';
  const end = endOfAnswer(answer, method);
  if (isRaw || exchange === undefined || exchange.tier === end.tier) return end;
  if (exchange.tier === 'client') return 'the client refused its answer';
  return 'what came back is not an answer that an official client reads';
}

function pinnedCall(call: SessionCall, end: EndShape, isModern: boolean): PinnedCall {
  const { method, params, record, exchange } = call;
  const own = isJsonObject(params) ? freshParams(params, undefined) : undefined;
  const byClient = end.tier !== 'transport' && isOfficial(call, isModern);
  return {
    method,
    target: exchange?.target ?? '',
    params: own === undefined || Object.keys(own).length === 0 ? undefined : own,
    line: byClient ? null : visibleLine(record),
    afterHandshake: !isHandshake(call),
    pin: pinOf(end),
    seqs: [record.seq],
  };
}

function isOfficial(call: SessionCall, isModern: boolean): boolean {
  const { record, params, method, exchange } = call;
  if (record.deliberate === true || exchange === undefined || isHandshake(call) || method === '')
    return false;
  if (params !== undefined && !isJsonObject(params)) return false;
  // Each era's client writes its own revision or none, and does not know removed methods.
  const declared = exchange.declared ?? 'unknown';
  if (isModern ? !isStateless(declared) : declared !== 'unknown') return false;
  return !(isModern && methodFacts(method)?.until !== undefined) && keepsNumbers(shownFrame(record));
}

/** False if a number has more digits than JSON.parse reliably keeps. */
function keepsNumbers(raw: string): boolean {
  return !/\d{16}/.test(raw);
}

function likenessKey({ method, target, params, line, pin }: PinnedCall): string {
  const sent = line === null ? valueShape(params) : lineShape(line);
  return JSON.stringify([method, target, sent, pin]);
}

function lineShape(line: string): string {
  const value = parseJson(line);
  return isJsonObject(value) ? `${valueShape(value)} ${String(value.jsonrpc)}` : likeness(line);
}

/** The shape of a JSON value as text: members and types without values; equal list items count once. */
export function valueShape(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(valueShape))].sort().join('|')}]`;
  if (!isJsonObject(value)) return value === null ? 'null' : typeof value;
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${valueShape(value[key])}`);
  return `{${members.join(',')}}`;
}
