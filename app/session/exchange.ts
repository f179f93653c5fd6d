import type { Outcome } from '../frame/outcome.ts';
import type { Direction } from '../frame/record.ts';
import type { Tier } from '../frame/tier.ts';
import type { RpcId } from '../wire/rpc-id.ts';

/** A request and its answer. Pairs are keyed by (sender, id): both sides may use one number at once. */
export type Exchange = {
  readonly session: string;
  /** The direction of the request. */
  readonly sender: Direction;
  readonly id: RpcId;
  readonly method: string;
  readonly target: string;
  readonly requestSeq: number;
  /** Milliseconds since the recording's `startedAt`. */
  readonly startedAt: number;
  /** True for a request that was written by hand: what comes of it was provoked. */
  readonly deliberate: boolean;
  /** The `seq` of the answer; 0 while there is none. */
  answerSeq: number;
  /** Milliseconds since `startedAt` of the recording; -1 while open. */
  endedAt: number;
  tier: Tier;
  outcome: Outcome;
  /** The code as the wire shows it, empty for none. */
  codeText: string;
  /** The error's message or the first text of an `isError` result, cut to a preview. */
  message: string;
  /** True where an answer without a usable id was taken for this exchange, the only one open. */
  inferred: boolean;
};

/** An event or a frame outside every exchange whose tier is not ok, or a frame that fits none. */
export type StrayError = {
  readonly session: string;
  readonly seq: number;
  readonly at: number;
  readonly direction: Direction | '';
  tier: Tier;
  readonly method: string;
  /** The request that was answered once more, and its target; absent for what belongs to no request. */
  readonly requestSeq?: number;
  readonly target?: string;
  readonly codeText: string;
  readonly message: string;
  /** True for a line that was written by hand, and for the answer to one. */
  readonly deliberate: boolean;
};

/** How much happened in a session; the numbers of the top bar and of `report`. */
export type Counts = {
  frames: number;
  requests: number;
  notifications: number;
  ok: number;
  tool: number;
  protocol: number;
  client: number;
  transport: number;
  /** Errors of every tier that a line written by hand has provoked; they are in no other number. */
  provoked: number;
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
    provoked: 0,
    unanswered: 0,
  };
}

/** Where an exchange or an error is counted: what was provoked on purpose is never held against a side. */
export function countedAs({ tier, deliberate }: Pick<Exchange, 'tier' | 'deliberate'>): Tier | 'provoked' {
  return deliberate && tier !== 'ok' ? 'provoked' : tier;
}
