import { isJsonObject } from '../../app/base/json-value.ts';
import { perKey } from '../../app/base/per-key.ts';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { ANSWER_COMMANDS } from '../../app/contract/answer-control.ts';
import type { Handlers } from '../../app/contract/command.ts';
import type { CallEnd, CommandInput, ListEnd, SESSION_COMMANDS } from '../../app/contract/commands.ts';
import type { LiveInfo } from '../../app/contract/session-info.ts';
import type { CallLimitsGiven } from '../session/call-context.ts';
import type { LiveSession } from '../session/live-session.ts';
import type { ClientCall, ListKind } from '../session/protocol-client.ts';
import type { ControlFunctions } from '../tap/control-link.ts';
import type { Tabs } from './tabs.ts';

export function sessionCommands(tabs: Pick<Tabs, 'live'>): Handlers<typeof SESSION_COMMANDS> {
  const call = async (
    session: string,
    what: ClientCall,
    limits: CallLimitsGiven = {},
  ): Promise<Result<CallEnd>> => {
    const source = tabs.live(session);
    return source.ok ? ok(trimmedEnd(await source.value.live.call(what, limits))) : source;
  };
  const withSession = async <Value>(
    session: string,
    act: (live: LiveSession) => Result<Value> | Promise<Result<Value>>,
  ): Promise<Result<Value>> => {
    const source = tabs.live(session);
    return source.ok ? act(source.value.live) : source;
  };
  const act = (session: string, done: (live: LiveSession) => Promise<void> | void): Promise<Result<null>> =>
    withSession(session, async (live) => {
      await done(live);
      return ok(null);
    });
  const pollsOf = perKey((_live: LiveSession) => new SharedPolls(() => performance.now()));
  const listsOf = perKey((live: LiveSession) => new SharedLists(() => listedSession(live)));
  return {
    disconnect: ({ session }) => act(session, (live) => live.disconnect('disconnected by the user')),
    restart: ({ session, ...change }) => act(session, (live) => live.restart(change)),
    configure: ({ session, settings }) => act(session, (live) => live.configure(settings)),
    listAll: ({ session, what, again = false }) =>
      withSession(session, async (live) => ok(await listsOf(live).list(what, again))),
    callTool: ({ session, name, arguments: args, task, ...limits }) =>
      call(session, { kind: 'tool', name, arguments: args, task }, limits),
    sendRequest: ({ session, method, params, ...limits }) =>
      call(session, { kind: 'request', method, params }, limits),
    setLogLevel: ({ session, level }) => call(session, { kind: 'log-level', level }),
    subscribe: ({ session, uri }) => call(session, { kind: 'subscribe', uri }),
    unsubscribe: ({ session, uri }) => call(session, { kind: 'unsubscribe', uri }),
    followTask: ({ session, taskId, on }) => call(session, { kind: 'follow-task', taskId, on }),
    pollTask: ({ session, taskId, withinMs }) =>
      withSession(session, async (live) => {
        const ask = () => live.call({ kind: 'request', method: 'tasks/get', params: { taskId } });
        return ok(await pollsOf(live).poll(taskId, withinMs, ask));
      }),
    answerServerRequest: ({ session, requestId, answer }) =>
      withSession(session, (live) => done(live.answer(requestId, answer), NO_LONGER_AWAITED)),
    sendRaw: (input) => withSession(input.session, (live) => sendRaw(live, input)),
    readHead: ({ session, method, text }) =>
      withSession(session, (live) => {
        const head = live.link?.headOf?.(method, text);
        return head === undefined ? err('The session is not connected over HTTP.') : ok(head);
      }),
    cancel: ({ session, requestSeq }) =>
      withSession(session, (live) => done(live.cancel(requestSeq), NOT_OPEN)),
  };
}

export function answerCommands(tabs: Pick<Tabs, 'get'>): Handlers<typeof ANSWER_COMMANDS> {
  const call = async <Name extends keyof ControlFunctions>(
    session: string,
    name: Name,
    ...args: Parameters<ControlFunctions[Name]>
  ): Promise<ReturnType<ControlFunctions[Name]> | Result<never>> => {
    const tab = tabs.get(session);
    if (!tab.ok) return tab;
    const { source } = tab.value;
    if (source.kind !== 'tapped') return err('Only the answers of a tapped session can be held.');
    return source.answers.call(name, ...args);
  };
  return {
    armAnswers: ({ session, order }) => call(session, 'arm', order),
    disarmAnswers: ({ session, orderId }) => call(session, 'disarm', orderId),
    readHeldAnswer: ({ session, heldId }) => call(session, 'textOf', heldId),
    endHeldAnswer: ({ session, heldId, end }) => call(session, 'end', heldId, end),
    letAnswersGo: ({ session }) => call(session, 'letAllGo'),
  };
}

const NO_LONGER_AWAITED = 'The server does not wait for this answer any more.';
const NOT_OPEN = 'This request is not open any more.';

function done(isDone: boolean, otherwise: string): Result<null> {
  return isDone ? ok(null) : err(otherwise);
}

function listedSession(live: LiveSession): ListedSession {
  const { pid } = live.status;
  return { pid, changes: live.details.changes, listAll: (what) => live.listAll(what) };
}

function sendRaw(live: LiveSession, input: CommandInput<'sendRaw'>): Result<{ seq: number }> {
  const { text, base64, fill, http } = input;
  if ((text === undefined) === (base64 === undefined))
    return err('Give either text or base64, and not both.');
  if (fill !== undefined && text === undefined) return err('Only a text can be filled up.');
  const filled = fill === undefined ? '' : 'x'.repeat(fill.bytes) + fill.after;
  const bytes = text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text + filled, 'utf8');
  const sent = live.sendRaw(bytes, http);
  return sent.ok ? ok({ seq: sent.value }) : sent;
}

type Poll = { readonly end: Promise<CallEnd>; endedAt: number; withinMs: number };

/** Shares a poll that is in flight or was just answered among windows. */
export class SharedPolls {
  readonly #now: () => number;
  readonly #polls = new Map<string, Poll>();

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The end of the last poll with the same key if it is younger than `withinMs`; else sends a new one. */
  poll(about: string, withinMs: number, send: () => Promise<CallEnd>): Promise<CallEnd> {
    for (const [key, poll] of this.#polls) {
      const limit = key === about ? withinMs : poll.withinMs;
      if (this.#now() - poll.endedAt >= limit) this.#polls.delete(key);
    }
    const known = this.#polls.get(about);
    if (known !== undefined) return known.end;
    const poll: Poll = { end: send(), endedAt: Number.POSITIVE_INFINITY, withinMs };
    const ended = () => {
      poll.endedAt = this.#now();
    };
    poll.end.then(ended, ended);
    this.#polls.set(about, poll);
    return poll.end;
  }
}

/** How much of a result a screen gets with the end of its call, in characters of JSON. */
const MAX_CHARS = 100_000;
/** The estimated cost of a name, number or bracket besides its text. */
const CHARS_OF_VALUE = 8;

/** The end of a call for a screen: only the first members of a large result that fit. The full text is in the log. */
export function trimmedEnd(end: CallEnd): CallEnd {
  const { result } = end;
  if (!isJsonObject(result) || sizeWithin(result, MAX_CHARS) !== undefined) return end;
  const kept: { [name: string]: unknown } = {};
  let left = MAX_CHARS;
  for (const name in result) {
    const size = sizeWithin(result[name], left - name.length);
    if (size !== undefined) kept[name] = result[name];
    // An oversized member was read until the limit, so only a few are tried.
    left -= size ?? left / 2;
    if (left < CHARS_OF_VALUE) break;
  }
  return { ...end, result: kept };
}

/** The approximate length of a value as JSON; undefined for more than `most`, without reading the rest. */
function sizeWithin(value: unknown, most: number): number | undefined {
  const open: unknown[] = [value];
  let size = 0;
  while (open.length > 0 && size <= most) {
    const one = open.pop();
    size += CHARS_OF_VALUE;
    if (typeof one === 'string') size += one.length;
    else if (typeof one === 'object' && one !== null) {
      for (const name in one) {
        size += CHARS_OF_VALUE + name.length;
        if (size > most) break;
        open.push(Reflect.get(one, name));
      }
    }
  }
  return size <= most ? size : undefined;
}

type ListedSession = {
  /** The running process; null for none. */
  readonly pid: number | null;
  readonly changes: LiveInfo['changes'];
  readonly listAll: (what: ListKind) => Promise<ListEnd>;
};

type Shared = { readonly end: Promise<ListEnd>; readonly version: string; isOver: boolean };

/** A longer list is not cached: it is in the log, and is requested again when needed. */
const MAX_KEPT = 20_000;

/** The lists of a session's server, requested once for all windows until the server reports a change. */
export class SharedLists {
  readonly #session: () => ListedSession;
  readonly #lists = new Map<ListKind, Shared>();

  constructor(session: () => ListedSession) {
    this.#session = session;
  }

  /** The list; `again` requests it even if it has not changed. */
  list(what: ListKind, again: boolean): Promise<ListEnd> {
    const session = this.#session();
    const version = versionOf(session, what);
    const known = this.#lists.get(what);
    // Servers do not report changes of their tasks.
    const isKept = known?.version === version && !(known.isOver && (again || what === 'tasks'));
    if (known !== undefined && isKept) return known.end;
    const shared: Shared = { end: session.listAll(what), version, isOver: false };
    this.#lists.set(what, shared);
    const over = (isWorthKeeping: boolean) => {
      shared.isOver = true;
      if (!isWorthKeeping && this.#lists.get(what) === shared) this.#lists.delete(what);
    };
    shared.end.then(
      ({ items }) => over(items.length <= MAX_KEPT),
      () => over(false),
    );
    return shared.end;
  }
}

/** A key that changes whenever a list may have changed. */
function versionOf({ pid, changes }: ListedSession, what: ListKind): string {
  return `${pid} ${what === 'tasks' ? '' : changes[what === 'resourceTemplates' ? 'resources' : what]}`;
}
