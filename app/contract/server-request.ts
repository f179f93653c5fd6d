import type { ServerRequestMethod } from '../protocol/methods.ts';

/** A request of a server that waits for the user's answer. Nothing else waits with it. */
export type ServerRequest = {
  /** Its name in the command `answerAsk`: `a1`, `a2`, … in each session. */
  readonly ask: string;
  readonly method: ServerRequestMethod;
  readonly params: { readonly [key: string]: unknown };
  /** The seq of the record that carries it: the server's request, its `input_required` result, or its task. */
  readonly seq: number;
  /**
   * `request`: a JSON-RPC request; `input-required`: part of a call since 2026-07-28, answered by its retry;
   * `task`: part of a task of the extension, answered by `tasks/update`.
   */
  readonly via: 'request' | 'input-required' | 'task';
  /** The name of the input request; empty for a request. */
  readonly key: string;
  /** The task that needs it; left out for what belongs to none. */
  readonly taskId?: string;
  /**
   * The seqs of the calls that were open when a request came. stdio does not say which of them it belongs to;
   * once all of them are over, no call waits for the answer any more.
   */
  readonly during?: readonly number[];
};

/** A server request that was cancelled before anybody answered it. */
export type CancelledServerRequest = Pick<ServerRequest, 'ask' | 'method' | 'params' | 'seq'> & {
  /** A clause that says why, such as `the session ended`. */
  readonly why: string;
};
