import { isJsonObject } from '../../app/base/json-value.ts';
import type { CallEnd, CommandInput, ListEnd } from '../../app/contract/commands.ts';
import type { Era } from '../../app/protocol/revisions.ts';
import type { WireError } from '../../app/wire/envelope.ts';
import type { CallLimits } from './call-context.ts';
import type { SessionJournal } from './record-body.ts';
import type { TapTransport } from './tap-transport.ts';

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

/** What came of the handshake of a client. */
export type Connected = {
  /** One sentence; empty if the client is connected. */
  readonly failure: string;
  /** The error that the server answered; undefined if it answered none. */
  readonly error?: WireError | undefined;
  /** True if the server was asked and did not answer. */
  readonly isSilent: boolean;
};

/**
 * One connection through an official client, whatever its era. No call rejects: each gives a `CallEnd`,
 * and what the client did by itself stands in the journal.
 */
export type ProtocolClient = {
  readonly era: Era;
  readonly subscriptions: readonly string[];
  readonly openCalls: readonly number[];
  /** The tasks whose changes the server is asked to report. */
  readonly followedTasks: readonly string[];
  /** The handshake, if the era has one. */
  connect(limits: CallLimits): Promise<Connected>;
  /** One page of a list; `tools/list` teaches the client the output schemas that it checks results against. */
  listPage(method: string, cursor: string | undefined, limits: CallLimits): Promise<CallEnd>;
  call(call: ClientCall, limits: CallLimits): Promise<CallEnd>;
  /** Notifies the server that the roots are others, if the era and the declared capabilities allow it. */
  rootsChanged(): Promise<void>;
  /** Cancels the open call whose request has this seq; false if there is none. */
  cancel(requestSeq: number): boolean;
};

export type ClientOptions = {
  readonly version: string;
  readonly capabilities: Params;
  readonly transport: TapTransport;
  readonly journal: SessionJournal;
  /** Hears that the subscribed resources are others. */
  readonly onSubscriptions: () => void;
};

export type ListKind = CommandInput<'listAll'>['what'];

/** More pages than this are a loop. */
const MAX_PAGES = 1000;
/** A list of that many items is not followed to further pages: it goes to the page in one piece. */
const MAX_ITEMS = 100_000;

/** Which request lists what; the member of its result has the same name. */
const LIST_METHODS: Readonly<Record<ListKind, string>> = {
  tools: 'tools/list',
  resources: 'resources/list',
  resourceTemplates: 'resources/templates/list',
  prompts: 'prompts/list',
  tasks: 'tasks/list',
};

/** Every page of one list; ends at the first page that fails, or that repeats a cursor. */
export async function listAll(
  client: Pick<ProtocolClient, 'listPage'>,
  what: ListKind,
  limits: CallLimits,
): Promise<ListEnd> {
  const method = LIST_METHODS[what];
  const items: unknown[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 1; pages <= MAX_PAGES; pages += 1) {
    const { result, failure } = await client.listPage(method, cursor, limits);
    if (failure !== '') return { items, pages, failure };
    const page = isJsonObject(result) ? result[what] : undefined;
    if (!isJsonObject(result) || !Array.isArray(page)) {
      return { items, pages, failure: `The result of ${method} has no list named "${what}".` };
    }
    // One by one: a page may have more items than a call takes arguments.
    for (const item of page) items.push(item);
    const { nextCursor } = result;
    if (typeof nextCursor !== 'string') return { items, pages, failure: '' };
    if (items.length >= MAX_ITEMS) {
      const most = MAX_ITEMS.toLocaleString('en');
      return {
        items,
        pages,
        failure: `The server has ${most} items or more; the pages after these were not listed.`,
      };
    }
    if (cursors.has(nextCursor)) {
      return { items, pages, failure: 'The server gave the same cursor twice; the rest was not listed.' };
    }
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
  const failure = `The server has more than ${MAX_PAGES} pages; the rest was not listed.`;
  return { items, pages: MAX_PAGES, failure };
}

/** The log level that a session's server was last set to. A server that starts again knows nothing of it. */
export class LogLevelMemory {
  #now = '';
  #before = '';

  get reported(): { readonly logLevel: string; readonly logLevelBefore: string } {
    return { logLevel: this.#now, logLevelBefore: this.#before };
  }

  set(level: string): void {
    this.#now = level;
    this.#before = '';
  }

  /** Another process: the level is not repeated by itself, since nobody asked for that message. */
  restarted(): void {
    if (this.#now !== '') this.#before = this.#now;
    this.#now = '';
  }
}

/** The level that a call sets; empty if it sets none. */
export function levelIn(call: ClientCall): string {
  if (call.kind === 'log-level') return call.level;
  if (call.kind !== 'request' || call.method !== 'logging/setLevel') return '';
  const level = call.params?.level;
  return typeof level === 'string' ? level : '';
}
