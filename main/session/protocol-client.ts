import { isJsonObject } from '../../app/base/json-value.ts';
import type { CallEnd, CommandInput, ListEnd } from '../../app/contract/commands.ts';
import type { Era } from '../../app/protocol/revisions.ts';
import type { WireError } from '../../app/wire/envelope.ts';
import type { CallLimits } from './call-context.ts';
import type { SessionJournal } from './record-body.ts';
import type { TapTransport } from './tap-transport.ts';

export type Params = Readonly<Record<string, unknown>>;

/** The calls that a user can make. Each era has its own way for all but `request`. */
export type ClientCall =
  /** Any method, sent unchanged. */
  | { readonly kind: 'request'; readonly method: string; readonly params?: Params | undefined }
  /** A tool call whose result the client validates; `task` requests a task. */
  | {
      readonly kind: 'tool';
      readonly name: string;
      readonly arguments: Params;
      readonly task?: Params | undefined;
    }
  | { readonly kind: 'log-level'; readonly level: string }
  | { readonly kind: 'subscribe' | 'unsubscribe'; readonly uri: string }
  /** Starts or stops reports of each change of a task (the tasks extension). */
  | { readonly kind: 'follow-task'; readonly taskId: string; readonly on: boolean };

export type Connected = {
  /** One sentence; empty if the client is connected. */
  readonly failure: string;
  /** The server's error; undefined if it sent none. */
  readonly error?: WireError | undefined;
  /** True if the server did not answer the request. */
  readonly isSilent: boolean;
};

/**
 * One connection through an official client of any era. No call rejects: each returns a `CallEnd`, and the client's own
 * actions are in the journal.
 */
export type ProtocolClient = {
  readonly era: Era;
  readonly subscriptions: readonly string[];
  readonly openCalls: readonly number[];
  readonly followedTasks: readonly string[];
  /** The handshake, if the era has one. */
  connect(limits: CallLimits): Promise<Connected>;
  /** One page of a list; `tools/list` also gives the client the output schemas that it checks results against. */
  listPage(method: string, cursor: string | undefined, limits: CallLimits): Promise<CallEnd>;
  call(call: ClientCall, limits: CallLimits): Promise<CallEnd>;
  /** Notifies the server of changed roots, if the era and the declared capabilities allow it. */
  rootsChanged(): Promise<void>;
  /** Cancels the open call whose request has this seq; false if there is none. */
  cancel(requestSeq: number): boolean;
};

export type ClientOptions = {
  readonly version: string;
  readonly capabilities: Params;
  readonly transport: TapTransport;
  readonly journal: SessionJournal;
  readonly onSubscriptions: () => void;
};

export type ListKind = CommandInput<'listAll'>['what'];

/** More pages than this are a loop. */
const MAX_PAGES = 1000;
/** Pagination stops at this many items, because the screen gets the list in one piece. */
const MAX_ITEMS = 100_000;

/** The request for each list; the member of its result has the same name. */
const LIST_METHODS: Readonly<Record<ListKind, string>> = {
  tools: 'tools/list',
  resources: 'resources/list',
  resourceTemplates: 'resources/templates/list',
  prompts: 'prompts/list',
  tasks: 'tasks/list',
};

/** Reads every page of a list; ends at the first page that fails or repeats a cursor. */
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
    // Pushed one by one: a page may exceed the argument limit of a call.
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

/** The log level last set on a session's server. A restarted server does not know it. */
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

  /** A new process: the level is not set again automatically, since nobody asked for that message. */
  restarted(): void {
    if (this.#now !== '') this.#before = this.#now;
    this.#now = '';
  }
}

/** The level that a call sets; empty if none. */
export function levelIn(call: ClientCall): string {
  if (call.kind === 'log-level') return call.level;
  if (call.kind !== 'request' || call.method !== 'logging/setLevel') return '';
  const level = call.params?.level;
  return typeof level === 'string' ? level : '';
}
