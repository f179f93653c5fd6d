import type { RequestId } from '@modelcontextprotocol/sdk/types.js';

/** One call of a user while the SDK's client carries it out. */
export type CallContext = {
  /** The id that the client gave its request; undefined while nothing was sent. */
  id: RequestId | undefined;
  requestSeq: number;
  /** What came back for the id so far. */
  answered: 'no' | 'result' | 'error' | 'unreadable';
  /** True once the user has cancelled. */
  cancelled: boolean;
  readonly abort: AbortController;
};

export function newCall(): CallContext {
  return { id: undefined, requestSeq: 0, answered: 'no', cancelled: false, abort: new AbortController() };
}
