import type { Direction } from '../frame/record.ts';
import type { Outcome } from '../frame/row.ts';
import type { Tier, Where } from '../frame/tier.ts';
import type { Revision } from '../protocol/revisions.ts';
import type { RpcId } from '../wire/envelope.ts';

/**
 * By id; by the same id in another type ("5" for 5); by content, with a missing or wrong id; as the answer to a raw
 * message; or only by the HTTP exchange, whose error status has no id.
 */
export type AnswerMatch = 'id' | 'other-type' | 'without-id' | 'own-id' | 'raw-message' | 'http';

/** A request and its answer. Keyed by (sender, id): both sides may use the same number at once. */
export type Exchange = {
  readonly session: string;
  readonly sender: Direction;
  readonly id: RpcId;
  readonly method: string;
  readonly target: string;
  readonly requestSeq: number;
  /** Milliseconds since the recording's `startedAt`. */
  readonly startedAt: number;
  /** True for a raw message of the user: nothing that follows from it is held against either side. */
  readonly fromRawMessage: boolean;
  /** True if its messages were rebuilt from a log: their form is nobody's fault. */
  readonly isRebuilt: boolean;
  /** True if the user rewrote or withheld the answer, so it is not the server's. */
  isChanged: boolean;
  /** True for the handshake of a server that never started: only its end counts as an error. */
  isConsequence: boolean;
  heldMs: number;
  /** The revision declared in the request (2026-07-28, basic, "_meta"); undefined for none. */
  readonly declared: Revision | undefined;
  readonly toolsGeneration: number;
  /** How many equal calls came directly before it. */
  readonly repeats: number;
  /** The HTTP exchange that carried the request, and its status; 0 for none. */
  readonly x: number;
  /** True if its HTTP head names no session although there is one. */
  readonly lacksSession: boolean;
  status: number;
  /** Where it failed over HTTP; empty for nowhere. */
  where: Where | '';
  /** True if another request from its sender was open under the same id, so matching their answers is a guess. */
  sharesId: boolean;
  /** The request's params, until its answer has been read. */
  params: unknown;
  /** The `seq` of the answer; 0 while there is none. */
  answerSeq: number;
  /** How the answer was matched; undefined while there is none. */
  match: AnswerMatch | undefined;
  /** The inferred answer that is probably its own, although the client gave up without it; 0 for none. */
  likelyAnswerSeq: number;
  /** Milliseconds since the recording's `startedAt`; -1 while open. */
  endedAt: number;
  tier: Tier;
  outcome: Outcome;
  /** The code as written on the wire; empty for none. */
  codeText: string;
  /** The error's message or the first text of an `isError` result, cut to a preview. */
  message: string;
  /** The `notifications/cancelled` for it that came before an answer; 0 for none. */
  cancelledSeq: number;
  cancelledAt: number;
  /** The first record of the client giving up: a time-out or a rejected result; 0 for none. */
  givenUpSeq: number;
};

type Opening = Pick<
  Exchange,
  | 'sender'
  | 'id'
  | 'method'
  | 'target'
  | 'requestSeq'
  | 'startedAt'
  | 'fromRawMessage'
  | 'isRebuilt'
  | 'declared'
  | 'toolsGeneration'
  | 'repeats'
  | 'params'
  | 'x'
  | 'lacksSession'
>;

export function newExchange(session: string, opening: Opening): Exchange {
  // Field by field: V8 turns a spread with this many members into a slow object, which doubles the load time.
  const { sender, id, method, target, requestSeq, startedAt, fromRawMessage, isRebuilt } = opening;
  return {
    session,
    sender,
    id,
    method,
    target,
    requestSeq,
    startedAt,
    fromRawMessage,
    isRebuilt,
    isChanged: false,
    isConsequence: false,
    heldMs: 0,
    declared: opening.declared,
    toolsGeneration: opening.toolsGeneration,
    repeats: opening.repeats,
    x: opening.x,
    lacksSession: opening.lacksSession,
    status: 0,
    where: '',
    sharesId: false,
    params: opening.params,
    answerSeq: 0,
    match: undefined,
    likelyAnswerSeq: 0,
    endedAt: -1,
    tier: 'ok',
    outcome: 'pending',
    codeText: '',
    message: '',
    cancelledSeq: 0,
    cancelledAt: 0,
    givenUpSeq: 0,
  };
}

/** True if the answer was matched without its id, so no client can match it. */
export function isInferred({
  match,
}: {
  readonly match: AnswerMatch | 'duplicate' | 'orphan' | undefined;
}): boolean {
  return match === 'without-id' || match === 'own-id';
}

/** A place in HTTP traffic: the exchange, its status (0 for none), and where it failed. */
export type HttpPlace = { readonly x: number; readonly status: number; readonly where: Where | '' };

/** An event or unmatched frame in an error tier, or a frame that fits no exchange. */
export type OrphanError = {
  readonly session: string;
  readonly seq: number;
  readonly at: number;
  readonly direction: Direction | '';
  readonly tier: Tier;
  readonly method: string;
  /** The request that got this duplicate or probable answer, and its target; absent if it belongs to none. */
  readonly requestSeq?: number;
  readonly target?: string;
  readonly codeText: string;
  readonly message: string;
  /** True for a raw message, for its answer, and for a server line that the user rewrote. */
  readonly fromRawMessage: boolean;
  /** True if it belongs to a failed start, whose end is the only counted error. */
  isConsequence?: boolean;
  /** The consequences of the end of a server that never started, unless an answer came after all. */
  readonly caused?: (Exchange | OrphanError)[];
  /** Present if an HTTP exchange without a request failed: its number, its status and where. */
  readonly http?: HttpPlace;
  /** Present if the line is not a message, or is a batch that its revision does not allow. */
  readonly malformed?: true;
};

export function causedSeqs({ caused = [] }: Readonly<OrphanError>): number[] {
  return caused
    .filter(({ isConsequence }) => isConsequence === true)
    .map((one) => ('answerSeq' in one ? one.requestSeq : one.seq));
}

/** Totals of a session, as shown in the session header and in `report`. */
export type Counts = {
  frames: number;
  requests: number;
  notifications: number;
  ok: number;
  tool: number;
  protocol: number;
  client: number;
  transport: number;
  /** Errors of every tier caused by a raw message or a changed answer; counted nowhere else. */
  expected: number;
  /** Consequences of a start error, which is itself counted; counted nowhere else. */
  consequences: number;
  /** Requests without an answer frame: open, timed out, cancelled or lost. */
  unanswered: number;
};

export function noCounts(): Counts {
  return {
    frames: 0,
    requests: 0,
    notifications: 0,
    ok: 0,
    tool: 0,
    protocol: 0,
    client: 0,
    transport: 0,
    expected: 0,
    consequences: 0,
    unanswered: 0,
  };
}

type MaybeUserMade = Pick<Exchange, 'fromRawMessage'> & Partial<Pick<Exchange, 'isChanged'>>;
type Counted = MaybeUserMade & Pick<Exchange, 'tier'> & Partial<Pick<Exchange, 'isConsequence'>>;

/** True if the user caused it, with a raw message or by changing the answer. */
export function isUserCaused({ fromRawMessage, isChanged = false }: Readonly<MaybeUserMade>): boolean {
  return fromRawMessage || isChanged;
}

/** Where an exchange or error is counted: user-caused ones count against no side, and a start fails only once. */
export function countedAs(counted: Readonly<Counted>): Tier | 'expected' | 'consequences' {
  if (counted.tier === 'ok') return 'ok';
  if (isUserCaused(counted)) return 'expected';
  return counted.isConsequence === true ? 'consequences' : counted.tier;
}
