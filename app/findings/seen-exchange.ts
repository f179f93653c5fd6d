import type { Direction } from '../frame/record.ts';
import type { Revision } from '../protocol/revisions.ts';
import type { RpcId } from '../wire/rpc-id.ts';

/** A request as the rules need it; its params are kept until the answer is judged. */
export type SeenExchange = {
  readonly sender: Direction;
  readonly id: RpcId;
  readonly method: string;
  params: unknown;
  readonly seq: number;
  /** Milliseconds since the recording began. */
  readonly at: number;
  /** True where the user malformed the request on purpose. */
  readonly deliberate: boolean;
  /** The revision that the request itself names (2026-07-28, basic, "_meta"); undefined for none. */
  readonly declared: Revision | undefined;
  /** How often the tool list had changed when the request was sent. */
  readonly toolsGeneration: number;
  answerSeq: number;
  /** True where an answer without a usable id was taken for this exchange, the only one open. */
  inferred: boolean;
  /** True where the client itself stopped waiting: a time-out, a rejected result. */
  givenUp: boolean;
  cancelledSeq: number;
  cancelledAt: number;
};
