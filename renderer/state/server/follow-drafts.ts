import { z } from 'zod';
import type { LiveInfo } from '../../../app/contract/session-info.ts';
import { activateSession, useScreen } from '../screen/screen-store.ts';
import { readRemembered, remember } from '../screen/stored-entries.ts';
import {
  placeKey,
  requestPlace,
  type ServerRequestsState,
  useServerRequests,
} from './server-requests-store.ts';
import { type SidebarState, useSidebar } from './sidebar-store.ts';

const KEY = 'drafts';
const PAUSE_MS = 400;
const storage = () => sessionStorage;

/** Keeps typed input across a reload, but not on disk, because it may be sensitive. */
export function followDrafts(): void {
  const stop = useScreen.subscribe(({ hello, sessions }) => {
    if (hello === null) return;
    stop();
    const drafts = readStoredDrafts(readRemembered(KEY, storage), sessions);
    if (drafts !== undefined) {
      useSidebar.setState(drafts.sidebar);
      useServerRequests.setState({ drafts: drafts.serverRequests });
      if (drafts.active !== null) activateSession(drafts.active);
    }
    follow();
  });
}

function follow(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    const { sessions, active } = useScreen.getState();
    remember(
      KEY,
      storedDrafts(
        { sidebar: useSidebar.getState(), serverRequests: useServerRequests.getState().drafts, active },
        sessions,
      ),
      storage,
    );
  };
  const soon = () => {
    timer ??= setTimeout(keep, PAUSE_MS);
  };
  useSidebar.subscribe(soon);
  useServerRequests.subscribe(soon);
  useScreen.subscribe((state, before) => {
    if (state.sessions !== before.sessions || state.active !== before.active) soon();
  });
  addEventListener('pagehide', keep);
}

/** The user's input and choices that belong to a session. */
export type Drafts = {
  readonly sidebar: Pick<SidebarState, 'tabs' | 'chosen' | 'drafts'>;
  readonly serverRequests: ServerRequestsState['drafts'];
  readonly active: string | null;
};

type Known = Pick<LiveInfo, 'session' | 'startedAt'> & Partial<Pick<LiveInfo, 'serverRequests'>>;

/** A longer draft, in characters of JSON, is not kept; nor are the oldest beyond the total. */
const LONGEST = 200_000;
const MOST = 1_000_000;

const json = z.object({ text: z.string(), kept: z.record(z.string(), z.unknown()) });
const callDraft = json
  .extend({
    view: z.enum(['form', 'json']),
    timeoutMs: z.string(),
    maxTotalMs: z.string(),
    reset: z.enum(['yes', 'no', '']),
  })
  .partial();
const serverRequestDraft = z.object({
  way: z.enum(['form', 'json', 'result', 'error']),
  typed: json,
  result: json.optional(),
  error: z.object({ code: z.string(), message: z.string(), data: z.string() }),
});
const TABS = ['tools', 'resources', 'prompts', 'tasks', 'request'] as const;
const storedSchema = z.object({
  /** The start time of each session: a later host may reuse its name. */
  sessions: z.record(z.string(), z.string()),
  tabs: z.record(z.string(), z.enum(TABS)),
  chosen: z.record(z.string(), z.string()),
  calls: z.array(z.tuple([z.string(), callDraft])),
  answers: z.array(z.tuple([z.string(), serverRequestDraft])),
  active: z.string().nullable(),
});

export function storedDrafts(drafts: Drafts, sessions: readonly Known[]): unknown {
  const here = new Set(sessions.map(({ session }) => session));
  const { tabs, chosen, drafts: calls } = drafts.sidebar;
  const typed = Object.entries(calls).filter(([key]) => here.has(sessionOf(key)));
  const answers = within(Object.entries(drafts.serverRequests), MOST);
  return {
    sessions: Object.fromEntries(sessions.map(({ session, startedAt }) => [session, startedAt])),
    tabs: Object.fromEntries(Object.entries(tabs).filter(([session]) => here.has(session))),
    chosen: Object.fromEntries(Object.entries(chosen).filter(([place]) => here.has(sessionOf(place)))),
    answers,
    calls: within(typed, MOST - JSON.stringify(answers).length),
    active: drafts.active,
  };
}

/** The result of `keptDrafts` for sessions and server requests that are still open. */
export function readStoredDrafts(kept: unknown, sessions: readonly Known[]): Drafts | undefined {
  const read = storedSchema.safeParse(kept);
  if (!read.success) return undefined;
  const { sessions: began, tabs, chosen, calls, answers, active } = read.data;
  const same = sessions.filter(({ session, startedAt }) => began[session] === startedAt);
  const here = new Set(same.map(({ session }) => session));
  const open = new Set(
    same.flatMap((info) =>
      (info.serverRequests ?? []).map(({ requestId }) => placeKey(requestPlace(info, requestId))),
    ),
  );
  return {
    sidebar: {
      tabs: Object.fromEntries(Object.entries(tabs).filter(([session]) => here.has(session))),
      chosen: Object.fromEntries(Object.entries(chosen).filter(([place]) => here.has(sessionOf(place)))),
      drafts: Object.fromEntries(calls.filter(([key]) => here.has(sessionOf(key)))),
    },
    serverRequests: Object.fromEntries(
      answers
        .filter(([key]) => open.has(key))
        .map(([key, draft]) => [key, { ...draft, result: draft.result }] as const),
    ),
    active: active !== null && here.has(active) ? active : null,
  };
}

function sessionOf(key: string): string {
  return key.slice(0, key.indexOf(' '));
}

function within<Value>(entries: readonly (readonly [string, Value])[], most: number) {
  let left = most;
  return entries
    .toReversed()
    .filter((entry) => {
      const size = JSON.stringify(entry).length;
      if (size > LONGEST || size > left) return false;
      left -= size;
      return true;
    })
    .toReversed();
}
