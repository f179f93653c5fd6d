import type { CallEnd } from '../../app/contract/commands.ts';
import type { Era } from '../../app/protocol/revisions.ts';
import type { CallLimits } from './call-context.ts';

export type Params = Readonly<Record<string, unknown>>;

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
  /** The tasks of whose changes the server is asked to tell. */
  readonly followedTasks: readonly string[];
  /** The handshake, where the era has one. */
  connect(limits: CallLimits): Promise<CallEnd>;
  /** One page of a list; `tools/list` teaches the client the output schemas that it checks results against. */
  listPage(method: string, cursor: string | undefined, limits: CallLimits): Promise<CallEnd>;
  /** Any method. */
  request(method: string, params: Params | undefined, limits: CallLimits): Promise<CallEnd>;
  callTool(name: string, args: Params, limits: CallLimits, task?: Params): Promise<CallEnd>;
  setLogLevel(level: string, limits: CallLimits): Promise<CallEnd>;
  subscribe(uri: string, limits: CallLimits): Promise<CallEnd>;
  unsubscribe(uri: string, limits: CallLimits): Promise<CallEnd>;
  /** Asks the server to tell of each change of a task, or not to any more (the tasks extension). */
  followTask(taskId: string, on: boolean, limits: CallLimits): Promise<CallEnd>;
  /** Tells the server that the roots are others, where the era and the declared capabilities allow it. */
  rootsChanged(): Promise<void>;
  /** Cancels the open call whose request has this seq; false where there is none. */
  cancel(requestSeq: number): boolean;
};
