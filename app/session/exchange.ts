import type { Direction } from '../frame/record.ts';
import type { Outcome } from '../frame/row.ts';
import type { Tier, Where } from '../frame/tier.ts';
import type { Revision } from '../protocol/revisions.ts';
import type { RpcId } from '../wire/envelope.ts';

/**
 * By the id; by the id in another type ("5" for 5); by its content, with no or another id; as a raw message's; or by the
 * HTTP exchange alone, whose error status speaks of no id.
 */
export type AnswerMatch = 'id' | 'other-type' | 'without-id' | 'own-id' | 'raw-message' | 'http';

/** A request and its answer. Pairs are keyed by (sender, id): both sides may use one number at once. */
export type Exchange = {
  readonly session: string;
  readonly sender: Direction;
  readonly id: RpcId;
  readonly method: string;
  readonly target: string;
  readonly requestSeq: number;
  /** Milliseconds since the recording's `startedAt`. */
  readonly startedAt: number;
  /** True for a raw message of the user: nothing that follows from it is held against a side. */
  readonly fromRawMessage: boolean;
  /** True if its messages were put together from what a log tells: how they are written is nobody's fault. */
  readonly isRebuilt: boolean;
  /** True if the user rewrote the answer on its way or kept it from the client: the server did not give it. */
  isChanged: boolean;
  /** True for the handshake of a server that never started: its end is the one error. */
  isConsequence: boolean;
  heldMs: number;
  /** The revision that the request itself names (2026-07-28, basic, "_meta"); undefined for none. */
  readonly declared: Revision | undefined;
  readonly toolsGeneration: number;
  /** How many equal calls came right before it. */
  readonly repeats: number;
  /** The HTTP exchange that carried the request, and its status; 0 for none. */
  readonly x: number;
  /** True if its HTTP head names no session, although there is one. */
  readonly lacksSession: boolean;
  status: number;
  /** Where over HTTP it failed; empty for nowhere. */
  where: Where | '';
  /** True if another request of its sender waited under the same id: which answer is whose is then a guess. */
  sharesId: boolean;
  /** The request's params, until its answer has been read. */
  params: unknown;
  /** The `seq` of the answer; 0 while there is none. */
  answerSeq: number;
  /** How the answer was matched; undefined while there is none. */
  match: AnswerMatch | undefined;
  /** An answer that was only inferred, if the client gave up without it: it is likely meant for this; 0 for none. */
  likelyAnswerSeq: number;
  /** Milliseconds since `startedAt` of the recording; -1 while open. */
  endedAt: number;
  tier: Tier;
  outcome: Outcome;
  /** The code as the wire shows it, empty for none. */
  codeText: string;
  /** The error's message or the first text of an `isError` result, cut to a preview. */
  message: string;
  /** The `notifications/cancelled` that named it before an answer came; 0 for none. */
  cancelledSeq: number;
  cancelledAt: number;
  /** The first record by which the client itself stopped waiting: a time-out, a rejected result; 0 for none. */
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

/** An exchange whose request was sent just now. */
export function newExchange(session: string, opening: Opening): Exchange {
  // Named one by one: V8 turns a spread with this many members into a slow object, twice the time of a load.
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

/** True if the answer was matched without its id, so that no client can match it. */
export function isInferred({
  match,
}: {
  readonly match: AnswerMatch | 'duplicate' | 'orphan' | undefined;
}): boolean {
  return match === 'without-id' || match === 'own-id';
}

/** Where over HTTP something stands: the exchange, its status (0 for none), and where it failed. */
export type HttpPlace = { readonly x: number; readonly status: number; readonly where: Where | '' };

/** An event or a frame outside every exchange whose tier is not ok, or a frame that fits none. */
export type OrphanError = {
  readonly session: string;
  readonly seq: number;
  readonly at: number;
  readonly direction: Direction | '';
  readonly tier: Tier;
  readonly method: string;
  /** The request that was answered again, or likely so, and its target; absent for what belongs to none. */
  readonly requestSeq?: number;
  readonly target?: string;
  readonly codeText: string;
  readonly message: string;
  /** True for a raw message, for the answer to one, and for a line of the server that the user rewrote. */
  readonly fromRawMessage: boolean;
  /** True if it belongs to a start that failed, whose end is the one error. */
  isConsequence?: boolean;
  /** What the end of a server that never started has brought with it, unless an answer came all the same. */
  readonly caused?: (Exchange | OrphanError)[];
  /** Present if an HTTP exchange without a request failed: its number, its status and where. */
  readonly http?: HttpPlace;
  /** Present if the line is not a message, or a batch that its revision does not know. */
  readonly malformed?: true;
};

/** The records of what belongs to an error. */
export function causedSeqs({ caused = [] }: Readonly<OrphanError>): number[] {
  return caused
    .filter(({ isConsequence }) => isConsequence === true)
    .map((one) => ('answerSeq' in one ? one.requestSeq : one.seq));
}

/** How much happened in a session; the numbers of the session header and of `report`. */
export type Counts = {
  frames: number;
  requests: number;
  notifications: number;
  ok: number;
  tool: number;
  protocol: number;
  client: number;
  transport: number;
  /** Errors of every tier that a raw message or a changed answer has caused; they are in no other number. */
  expected: number;
  /** What an error of a start, which is counted, has brought with it; in no other number. */
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

/** True if the user has caused what an exchange or an error shows, by a raw message or by changing the answer. */
export function isUserCaused({ fromRawMessage, isChanged = false }: Readonly<MaybeUserMade>): boolean {
  return fromRawMessage || isChanged;
}

/** Where an exchange or an error is counted: one that the user has caused is held against no side, a start fails once. */
export function countedAs(counted: Readonly<Counted>): Tier | 'expected' | 'consequences' {
  if (counted.tier === 'ok') return 'ok';
  if (isUserCaused(counted)) return 'expected';
  return counted.isConsequence === true ? 'consequences' : counted.tier;
}
