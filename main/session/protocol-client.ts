import type { CallEnd } from '../../app/contract/commands.ts';
import type { Era } from '../../app/protocol/revisions.ts';
import type { CallLimits } from './call-context.ts';

export type Params = Readonly<Record<string, unknown>>;

/** What a user can have a client do. Each era has a way of its own for all but `request`. */
export type ClientCall =
  /** Any method, sent as it is. */
  | { readonly kind: 'request'; readonly method: string; readonly params?: Params | undefined }
  /** A tool call whose result the client checks; `task` asks for a task. */
  | {
      readonly kind: 'tool';
      readonly name: string;
      readonly arguments: Params;
      readonly task?: Params | undefined;
    }
  | { readonly kind: 'log-level'; readonly level: string }
  | { readonly kind: 'subscribe' | 'unsubscribe'; readonly uri: string }
  /** Asks the server to report each change of a task, or not to any more (the tasks extension). */
  | { readonly kind: 'follow-task'; readonly taskId: string; readonly on: boolean };

/**
 * One connection through an official client, whatever its era. No call rejects: each gives a `CallEnd`,
 * and what the client did by itself stands in the journal.
 */
export type ProtocolClient = {
  readonly era: Era;
  /** The URIs that are subscribed to. */
  readonly subscriptions: readonly string[];
  /** The seqs of the requests that their callers still wait for. */
  readonly openCalls: readonly number[];
  /** The tasks whose changes the server is asked to report. */
  readonly followedTasks: readonly string[];
  /** The handshake, if the era has one. */
  connect(limits: CallLimits): Promise<CallEnd>;
  /** One page of a list; `tools/list` teaches the client the output schemas that it checks results against. */
  listPage(method: string, cursor: string | undefined, limits: CallLimits): Promise<CallEnd>;
  call(call: ClientCall, limits: CallLimits): Promise<CallEnd>;
  /** Tells the server that the roots are others, if the era and the declared capabilities allow it. */
  rootsChanged(): Promise<void>;
  /** Cancels the open call whose request has this seq; false if there is none. */
  cancel(requestSeq: number): boolean;
};
