import { isJsonObject, type JsonObject } from '../base/json-value.ts';
import { briefJson } from '../base/schema/scalar-checks.ts';
import { isRebuilt } from '../frame/answer-change.ts';
import type { HeaderPairs, HttpFailedRecord } from '../frame/http-record.ts';
import type { Direction, ProcessRecord } from '../frame/record.ts';
import type { Outcome } from '../frame/row.ts';
import type { ErrorTier, Where } from '../frame/tier.ts';
import type { CommandFault } from '../hosts/command-fault.ts';
import type { NextStep } from '../protocol/actor.ts';
import type { Revision } from '../protocol/revisions.ts';
import type { ResultFault } from '../protocol/shape-misfit.ts';
import { type MetadataFault, metadataFault } from '../session/authorization-metadata.ts';
import type { Exchange } from '../session/exchange.ts';
import type { HttpSession } from '../session/http-book.ts';
import {
  acceptsTooLittle,
  asked,
  type HttpExchange,
  isPage,
  isStream,
  kindSent,
  type PostedKind,
  pathIn,
  statusOf,
} from '../session/http-exchange.ts';
import type { EndedBy } from '../session/process-event.ts';
import type { SessionFacts } from '../session/session-facts.ts';
import type { EnvelopeFault, WireError } from '../wire/envelope.ts';

/** A server's list of one kind, by name. */
export type NamedList<Item> = {
  /** True if the whole list was seen before the call. */
  readonly complete: boolean;
  find(name: string): Item | undefined;
  names(): Iterable<string>;
};

export type KnownFacts = {
  /** `missing` if the traffic is known from its start and the server has not answered `initialize`. */
  readonly handshake: 'done' | 'missing' | 'unknown';
  readonly revision: Revision;
  /** True if the client had already closed the connection. */
  readonly clientLeft: boolean;
  /** True if every request must identify its sender in `_meta` (2026-07-28). */
  readonly stateless: boolean;
  /** The revisions that the server lists as supported; empty if it listed none. */
  readonly supported: readonly string[];
  /** The declared capabilities of each side; undefined if no declaration was seen. */
  readonly serverCapabilities: JsonObject | undefined;
  readonly clientCapabilities: JsonObject | undefined;
  readonly tools: NamedList<{ readonly [schema in 'inputSchema' | 'outputSchema']: JsonObject | undefined }>;
  readonly prompts: NamedList<{ readonly requiredArguments: readonly string[] }>;
  readonly resources: NamedList<unknown>;
};

/** How a server's process or its stdout ended. */
export type ProcessEnd = Pick<ProcessRecord, 'event' | 'exitCode' | 'signal' | 'message'> & {
  readonly by: EndedBy;
  /** A fault in the command itself, if the server ended before it answered anything. */
  readonly commandFault?: CommandFault | undefined;
  /** True if it is known only from a host's log, without an exit code. */
  readonly isTold?: true;
};

/** The end in a record; unless someone else caused it, the server ended by itself. */
export function recordedEnd(record: ProcessRecord, by: EndedBy = 'itself'): ProcessEnd {
  const { event, exitCode, signal, message } = record;
  const isTold = isRebuilt(record) && event === 'exited' && exitCode == null && signal == null;
  return {
    ...{ event, exitCode, signal, by },
    ...(message === undefined ? {} : { message }),
    ...(isTold ? { isTold } : {}),
  };
}

/** How a request's envelope is invalid; a batch may be forbidden although its messages are valid. */
export type RequestEnvelopeFault = EnvelopeFault | 'in-refused-batch';

/** A line that is not a message: when it came, and whether it starts like one. */
export type BrokenLine = {
  readonly seq: number;
  readonly afterMs: number;
  readonly likeMessage: boolean;
  /** True if it, or one before it, is a header of the Language Server Protocol. */
  readonly isHeader?: boolean;
};

/** The client's error answer to a server request, with the actor and the action. */
export type ClientRefusal = {
  readonly seq: number;
  readonly requestSeq: number;
  readonly method: string;
  readonly message: string;
  readonly step: NextStep;
};

/** Who left it unanswered: this app's user, or a client that the user observes. */
export type UnansweredAsk = {
  readonly seq: number;
  readonly method: string;
  readonly waitedMs: number;
  readonly by: 'user' | 'client';
};

export type LineFault = 'not-json' | 'not-json-rpc' | 'refused-batch' | 'nested-batch' | 'cut';

/** Since when a server that answered before has answered nothing. */
export type Silence = {
  readonly kind: 'cancel' | 'line' | 'crash' | 'answer';
  readonly seq: number;
  /** That record as the end of a sentence. */
  readonly since: string;
  /** How many requests got no answer, and whether a ping was among them. */
  readonly count: number;
  readonly pinged: boolean;
};

/** What an HTTP exchange shows about its failure. */
export type HttpFailure = {
  readonly x: number;
  readonly status: number;
  readonly where: Where | '';
  readonly method: string;
  readonly url: string;
  readonly asked: HeaderPairs;
  readonly given: HeaderPairs;
  readonly body: string;
  readonly isPage: boolean;
  readonly isStream: boolean;
  /** A JSON-RPC error without a request's id. */
  readonly errorText: string;
  readonly errorCode: string;
  readonly purpose: string;
  readonly metadata: MetadataFault | undefined;
  readonly sent: PostedKind;
  readonly acceptsTooLittle: boolean;
  /** True if its address has answered a message before. */
  readonly isEndpoint: boolean;
  readonly isLegacy: boolean;
  /** True if another request took its id. */
  readonly isReused: boolean;
  /** How its connection failed; undefined if it did not. */
  readonly failed:
    | Pick<HttpFailedRecord, 'phase' | 'code' | 'message' | 'certificate' | 'clientCertificate'>
    | undefined;
  readonly how: string;
  /** How many server messages arrived before. */
  readonly received: number;
  readonly notes: Readonly<HttpExchange['notes']>;
  /** True if it was a request to resume a stream. */
  readonly isResumption: boolean;
  /** The state of the session that its request named. */
  readonly session: 'none' | 'given' | 'deleted' | 'unknown';
};

/** The facts about a closed exchange and its session that explain a failure. */
export function httpFailure(
  http: Readonly<HttpExchange>,
  session: HttpSession,
  where: HttpFailure['where'],
): HttpFailure {
  const id = asked(http, 'mcp-session-id');
  const known = id === session.id ? 'given' : 'unknown';
  return {
    ...{
      x: http.x,
      status: statusOf(http),
      where,
      method: http.request?.method ?? '',
      url: http.request?.url ?? '',
    },
    ...{ asked: http.request?.headers ?? [], given: http.response?.headers ?? [] },
    ...{ body: http.body.slice(0, 1000), isPage: isPage(http), isStream: isStream(http) },
    ...{ errorCode: http.errorCode, purpose: http.request?.purpose ?? 'mcp', isReused: false },
    ...{ metadata: metadataFault(http), sent: kindSent(http), acceptsTooLittle: acceptsTooLittle(http) },
    // A later GET also tells something about the server.
    get isLegacy() {
      return session.isLegacy;
    },
    isEndpoint: session.endpoints.has(pathIn(http)),
    ...{ errorText: http.errorText, failed: http.failed, how: http.how, received: http.received },
    ...{ notes: http.notes, isResumption: http.resumes !== undefined },
    session: id === undefined ? 'none' : session.deleted.has(id) ? 'deleted' : known,
  };
}

export type Failure = {
  readonly tier: ErrorTier;
  readonly outcome: Outcome | '';
  /** The sender of the request; for an event without one, of the line. */
  readonly sender: Direction;
  /** Empty for an event without a request. */
  readonly method: string;
  readonly target: string;
  /** The request's id as on the wire; empty if unknown. */
  readonly requestId: string;
  /** The request's params; undefined if missing or unknown. */
  readonly params: unknown;
  /** The arguments of a tool or prompt, as short JSON; empty for none. */
  readonly arguments: string;
  /** True if `params` is what was on the wire. */
  readonly paramsKnown: boolean;
  readonly requestFaults: readonly RequestEnvelopeFault[];
  readonly answerFaults: readonly EnvelopeFault[];
  readonly error: WireError | undefined;
  readonly result: unknown;
  readonly resultFault: ResultFault | undefined;
  /** The wrong id of its answer, which no client can match; undefined for none. */
  readonly unmatchedId: string | undefined;
  /** The error in that answer, once its request was given up. */
  readonly unmatchedError?: WireError | undefined;
  /** True if the server has sent good results under other ids before: it does so for any answer. */
  readonly misnumbers: boolean;
  /** True if another request with the same id was open, and nothing shows which one was answered. */
  readonly sharesId: boolean;
  /** True if its HTTP head names no session although there is one. */
  readonly lacksSession?: boolean | undefined;
  readonly silence: Silence | undefined;
  /** Milliseconds from the request to its answer; undefined for none. */
  readonly answeredMs: number | undefined;
  /** Milliseconds from the request until the client gave up or the connection ended. */
  readonly endedMs: number | undefined;
  /** What ended the wait: the client's own event, or its notifications/cancelled. */
  readonly givenUpBy: 'event' | 'cancel' | '';
  /** The client's own text, the reason of a cancellation, or why a line is not a message. */
  readonly text: string;
  readonly lineFault?: LineFault | undefined;
  readonly end: ProcessEnd | undefined;
  /** The client's last malformed line, for an error that names no request. */
  readonly badLine: { readonly seq: number; readonly reason: string } | undefined;
  /** The client's malformed line whose id this answer has; undefined for none. */
  readonly answeredLine?: number | undefined;
  /** A malformed line that the server wrote while the call was open. */
  readonly brokenLine: BrokenLine | undefined;
  /** A server request that the client refused during the call; the tool's error repeats the refusal. */
  readonly refusal: ClientRefusal | undefined;
  /** A server request that the client left unanswered until the server gave up and failed the call. */
  readonly unanswered?: UnansweredAsk | undefined;
  /** True for an `initialize` to a process that had already answered another request. */
  readonly answeredBefore: boolean;
  /** True if nothing was answered before stdin was closed, and everything right after. */
  readonly answeredAtEnd?: boolean | undefined;
  /** A fault in the server's command itself, if it has answered nothing. */
  readonly commandFault?: CommandFault | undefined;
  /** The HTTP facts; undefined over stdio. */
  readonly http?: HttpFailure | undefined;
  readonly facts: KnownFacts;
  /** The server's vocabularies, by id, surest first. */
  readonly vocabularies: readonly { readonly id: string; readonly confidence: number }[];
};

type Side = 'client' | 'server';

export type Failed = Failure & {
  /** The request's label: its method and its target. */
  readonly call: string;
  /** The sender of the request, and the side that had to answer. */
  readonly who: Side;
  readonly other: Side;
};

/** A failure that a JSON-RPC error reports. */
export type Refused = Failed & { readonly error: WireError };

const MAX_ARGUMENTS = 300;

export function argumentsIn(params: unknown): string {
  const given = isJsonObject(params) ? params.arguments : undefined;
  return given === undefined ? '' : briefJson(given, MAX_ARGUMENTS);
}

/** A failure without facts that only applied at its time: the server's lists. */
export type LastingFailure = Omit<Failure, 'facts'> & {
  readonly facts: Omit<Failure['facts'], 'tools' | 'prompts' | 'resources'>;
};

/** A record, or one message of a batch by its 0-based index. */
export type Place = { readonly seq: number; readonly part?: number | undefined };

const NOTHING_LISTED = { complete: false, find: () => undefined, names: () => [] };

export const NO_FACTS: KnownFacts = {
  handshake: 'unknown',
  revision: 'unknown',
  clientLeft: false,
  stateless: false,
  supported: [],
  serverCapabilities: undefined,
  clientCapabilities: undefined,
  tools: NOTHING_LISTED,
  prompts: NOTHING_LISTED,
  resources: NOTHING_LISTED,
};

/** A failure of which nothing is known. It has every member, so that copies of it share one hidden class. */
export const NO_FAILURE: Failure & Readonly<Record<keyof Failure, unknown>> = {
  ...{ tier: 'client', outcome: '', sender: 'client-to-server', method: '', target: '', requestId: '' },
  ...{ text: '', lineFault: undefined, givenUpBy: '', badLine: undefined, facts: NO_FACTS, vocabularies: [] },
  ...{ params: undefined, arguments: '', paramsKnown: false, requestFaults: [], answerFaults: [] },
  ...{ error: undefined, result: undefined, resultFault: undefined, unmatchedId: undefined },
  ...{ unmatchedError: undefined, misnumbers: false, sharesId: false, lacksSession: undefined },
  ...{ silence: undefined, answeredMs: undefined, endedMs: undefined, end: undefined, brokenLine: undefined },
  ...{ answeredLine: undefined, refusal: undefined, unanswered: undefined, answeredBefore: false },
  ...{ answeredAtEnd: undefined, commandFault: undefined, http: undefined },
};

export const NO_FAILED: Failed = { ...NO_FAILURE, call: '', who: 'client', other: 'server' };

/** The facts at the time of a request, or of none: those that last. */
export function lastingFacts(
  facts: SessionFacts,
  exchange: Readonly<Exchange> | undefined,
): LastingFailure['facts'] {
  return {
    handshake: handshakeOf(facts),
    revision: facts.revisionOf(exchange),
    clientLeft: facts.stdinClosed,
    stateless: facts.serverStateless && facts.negotiated === 'unknown',
    supported: facts.supportedVersions,
    serverCapabilities: facts.serverCapabilities,
    clientCapabilities: facts.capabilitiesFor(exchange),
  };
}

/** All facts, including the lists at that time. */
export function peerFacts(facts: SessionFacts, exchange: Readonly<Exchange> | undefined): KnownFacts {
  const { tools, prompts, resources } = facts;
  const requestSeq = exchange?.requestSeq ?? 0;
  return {
    tools: listed(tools, tools.wasWhole(requestSeq, exchange?.toolsGeneration)),
    prompts: listed(prompts, prompts.wasWhole(requestSeq)),
    resources: listed(resources, resources.wasWhole(requestSeq)),
    ...lastingFacts(facts, exchange),
  };
}

function handshakeOf(facts: SessionFacts): KnownFacts['handshake'] {
  if (facts.serverStateless || facts.negotiated !== 'unknown' || facts.initialized) return 'done';
  return facts.complete ? 'missing' : 'unknown';
}

type Catalog<Item> = { find(name: string): Item | undefined; names(): Iterable<string> };

function listed<Item>(catalog: Catalog<Item>, complete: boolean) {
  return { complete, find: (name: string) => catalog.find(name), names: () => catalog.names() };
}

/** Drops the lists, which may change; the rest is plain data that stays true. */
export function lasting({ tools: _, prompts: __, resources: ___, ...facts }: KnownFacts) {
  return facts;
}
