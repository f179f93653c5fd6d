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

/** What a server listed of one kind, by name. */
export type NamedList<Item> = {
  /** True if the whole list was seen before the call. */
  readonly complete: boolean;
  find(name: string): Item | undefined;
  names(): Iterable<string>;
};

export type KnownFacts = {
  /** `missing` if the traffic is known from its start and the server has answered no `initialize`. */
  readonly handshake: 'done' | 'missing' | 'unknown';
  readonly revision: Revision;
  /** True if the client had closed the connection before. */
  readonly clientLeft: boolean;
  /** True if every request must say in its `_meta` who speaks (2026-07-28). */
  readonly stateless: boolean;
  /** The revisions that the server lists as its own; empty if it listed none. */
  readonly supported: readonly string[];
  /** What each side declared; undefined if no declaration was seen. */
  readonly serverCapabilities: JsonObject | undefined;
  readonly clientCapabilities: JsonObject | undefined;
  readonly tools: NamedList<{ readonly [schema in 'inputSchema' | 'outputSchema']: JsonObject | undefined }>;
  readonly prompts: NamedList<{ readonly requiredArguments: readonly string[] }>;
  readonly resources: NamedList<unknown>;
};

/** How a server's process or its stdout came to an end. */
export type ProcessEnd = Pick<ProcessRecord, 'event' | 'exitCode' | 'signal' | 'message'> & {
  readonly by: EndedBy;
  /** What is wrong with the command by itself, if the server ended before it answered anything. */
  readonly commandFault?: CommandFault | undefined;
  /** True if only the log of a host tells of it, without an exit code. */
  readonly isTold?: true;
};

/** The end that a record tells of; a server whose end nobody else brought about ended by itself. */
export function recordedEnd(record: ProcessRecord, by: EndedBy = 'itself'): ProcessEnd {
  const { event, exitCode, signal, message } = record;
  const isTold = isRebuilt(record) && event === 'exited' && exitCode == null && signal == null;
  return {
    ...{ event, exitCode, signal, by },
    ...(message === undefined ? {} : { message }),
    ...(isTold ? { isTold } : {}),
  };
}

/** What the envelope of a request breaks; a batch may be forbidden although each of its messages is whole. */
export type RequestEnvelopeFault = EnvelopeFault | 'in-refused-batch';

/** A line that is not a message: when it came, and whether it begins like one. */
export type BrokenLine = {
  readonly seq: number;
  readonly afterMs: number;
  readonly likeMessage: boolean;
  /** True if it, or one before it, is a header of the Language Server Protocol. */
  readonly isHeader?: boolean;
};

/** An error by which the client answered a request of the server, and who has to do what about it. */
export type ClientRefusal = {
  readonly seq: number;
  readonly requestSeq: number;
  readonly method: string;
  readonly message: string;
  readonly step: NextStep;
};

/** Who let it wait: the user of this app, or a client that the user of this app looks at. */
export type UnansweredAsk = {
  readonly seq: number;
  readonly method: string;
  readonly waitedMs: number;
  readonly by: 'user' | 'client';
};

export type LineFault = 'not-json' | 'not-json-rpc' | 'refused-batch' | 'nested-batch' | 'cut';

/** Since when a server that had answered before answers nothing any more. */
export type Silence = {
  readonly kind: 'cancel' | 'line' | 'crash' | 'answer';
  readonly seq: number;
  /** That record as the end of a sentence. */
  readonly since: string;
  /** How many requests waited in vain, and whether a ping was among them. */
  readonly count: number;
  readonly pinged: boolean;
};

/** What an HTTP exchange shows of why it failed. */
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
  /** The JSON-RPC error under no id of a request. */
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
  readonly failed: Pick<HttpFailedRecord, 'phase' | 'code' | 'message' | 'certificate'> | undefined;
  readonly how: string;
  /** How many messages of the server came before. */
  readonly received: number;
  readonly notes: Readonly<HttpExchange['notes']>;
  /** True if a stream was asked to go on, and did not. */
  readonly isResumption: boolean;
  /** What became of the session that its request named. */
  readonly session: 'none' | 'given' | 'deleted' | 'unknown';
};

/** What of a closed exchange, and of its session, explains a failure. */
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
    // What a later GET shows of the server explains this too.
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
  /** Who sent the request; for an event without one, who sent the line. */
  readonly sender: Direction;
  /** Empty for an event of no request. */
  readonly method: string;
  readonly target: string;
  /** The id of the request as the wire shows it; empty if it is not known. */
  readonly requestId: string;
  /** The params of the request; undefined if it had none, or if they are not known. */
  readonly params: unknown;
  /** The arguments of a tool or a prompt, as short JSON; empty for none. */
  readonly arguments: string;
  /** True if `params` stands for what was on the wire. */
  readonly paramsKnown: boolean;
  readonly requestFaults: readonly RequestEnvelopeFault[];
  readonly answerFaults: readonly EnvelopeFault[];
  readonly error: WireError | undefined;
  readonly result: unknown;
  readonly resultFault: ResultFault | undefined;
  /** The id of an answer that has another one, which no client can match; undefined for none. */
  readonly unmatchedId: string | undefined;
  /** The error in that answer, once its request was given up. */
  readonly unmatchedError?: WireError | undefined;
  /** True if the server has answered with good results under other ids before: it does so whatever it answers. */
  readonly misnumbers: boolean;
  /** True if another request waited under the same id, and nothing shows which one was answered. */
  readonly sharesId: boolean;
  /** True if its HTTP head names no session, although there is one. */
  readonly lacksSession?: boolean | undefined;
  readonly silence: Silence | undefined;
  /** Milliseconds from the request to its answer; undefined for none. */
  readonly answeredMs: number | undefined;
  /** Milliseconds from the request to the moment when the client gave up, or the connection ended. */
  readonly endedMs: number | undefined;
  /** What ended the wait: the client's own event, or its notifications/cancelled. */
  readonly givenUpBy: 'event' | 'cancel' | '';
  /** The client's own text, the reason of a cancel, or why a line is not a message. */
  readonly text: string;
  /** Of a line that is not a message. */
  readonly lineFault?: LineFault | undefined;
  readonly end: ProcessEnd | undefined;
  /** The last line of the client that was no message, for an error that names no request. */
  readonly badLine: { readonly seq: number; readonly reason: string } | undefined;
  /** The line of the client, no message, whose id this answer has; undefined for none. */
  readonly answeredLine?: number | undefined;
  /** A line that the server wrote while the call was open, and that is not a message. */
  readonly brokenLine: BrokenLine | undefined;
  /** A request of the server that the client refused during the call, in words that the tool's error repeats. */
  readonly refusal: ClientRefusal | undefined;
  /** A request of the server that its client let wait until the server gave up, and failed the call for it. */
  readonly unanswered?: UnansweredAsk | undefined;
  /** True for an initialize of a process that had answered another request before. */
  readonly answeredBefore: boolean;
  /** True if nothing was answered before stdin was closed, and all right after. */
  readonly answeredAtEnd?: boolean | undefined;
  /** What is wrong with the server's command by itself, if it has answered nothing. */
  readonly commandFault?: CommandFault | undefined;
  /** What HTTP says of it; undefined for what came over a pipe. */
  readonly http?: HttpFailure | undefined;
  readonly facts: KnownFacts;
  /** The server's vocabularies, by id, surest first. */
  readonly vocabularies: readonly { readonly id: string; readonly confidence: number }[];
};

type Side = 'client' | 'server';

export type Failed = Failure & {
  /** What the request is called: its method, and what it is about. */
  readonly call: string;
  /** Who sent the request, and who had to answer it. */
  readonly who: Side;
  readonly other: Side;
};

/** A failure that a JSON-RPC error reports. */
export type Refused = Failed & { readonly error: WireError };

const MAX_ARGUMENTS = 300;

/** The arguments in the params of a request, as a card shows them. */
export function argumentsIn(params: unknown): string {
  const given = isJsonObject(params) ? params.arguments : undefined;
  return given === undefined ? '' : briefJson(given, MAX_ARGUMENTS);
}

/** A failure of which nothing is known but its tier and what was known of the session. */
export const NO_FAILURE: Omit<Failure, 'tier' | 'badLine' | 'facts' | 'vocabularies'> = {
  ...{
    outcome: '',
    sender: 'client-to-server',
    method: '',
    target: '',
    requestId: '',
    text: '',
    givenUpBy: '',
  },
  ...{ params: undefined, arguments: '', paramsKnown: false, requestFaults: [], answerFaults: [] },
  ...{ error: undefined, result: undefined, resultFault: undefined, unmatchedId: undefined },
  ...{ misnumbers: false, sharesId: false, silence: undefined },
  ...{ answeredMs: undefined, endedMs: undefined, end: undefined, brokenLine: undefined },
  refusal: undefined,
  answeredBefore: false,
};

/** A failure without what only its moment knew: the lists of the server. */
export type LastingFailure = Omit<Failure, 'facts'> & {
  readonly facts: Omit<Failure['facts'], 'tools' | 'prompts' | 'resources'>;
};

/** A record, or one message of a batch, counted from 0. */
export type Place = { readonly seq: number; readonly part?: number | undefined };

const NOTHING_LISTED = { complete: false, find: () => undefined, names: () => [] };

/** What a server listed, if it listed nothing. */
export const NO_LISTS = { tools: NOTHING_LISTED, prompts: NOTHING_LISTED, resources: NOTHING_LISTED };

export const NO_FACTS: KnownFacts = {
  handshake: 'unknown',
  revision: 'unknown',
  clientLeft: false,
  stateless: false,
  supported: [],
  serverCapabilities: undefined,
  clientCapabilities: undefined,
  ...NO_LISTS,
};

/** The facts of a session as the explanation asks for them. */
export function peerFacts(facts: SessionFacts, exchange: Readonly<Exchange> | undefined): KnownFacts {
  const { tools, prompts, resources } = facts;
  const requestSeq = exchange?.requestSeq ?? 0;
  return {
    handshake: handshakeOf(facts),
    revision: facts.revisionOf(exchange),
    clientLeft: facts.stdinClosed,
    stateless: facts.serverStateless && facts.negotiated === 'unknown',
    supported: facts.supportedVersions,
    serverCapabilities: facts.serverCapabilities,
    clientCapabilities: facts.capabilitiesFor(exchange),
    tools: listed(tools, tools.wasWhole(requestSeq, exchange?.toolsGeneration)),
    prompts: listed(prompts, prompts.wasWhole(requestSeq)),
    resources: listed(resources, resources.wasWhole(requestSeq)),
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

/** What stays true, and is plain data: lists may change. */
export function lasting({ tools: _, prompts: __, resources: ___, ...facts }: KnownFacts) {
  return facts;
}
