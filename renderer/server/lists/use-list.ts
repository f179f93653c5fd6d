import { useEffect, useMemo } from 'react';
import { stringAt } from '../../../app/base/json-value.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { type Activity, LIST_METHODS, type Listed } from '../../../app/session/server-activity.ts';
import { useLoaded } from '../../state/host/host.ts';
import type { LogMirror } from '../../state/log/log-mirror.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { LIST_CAPABILITIES, LIST_LABELS, listNews } from '../../state/server/listed.ts';
import { loggedList, refreshList } from '../../state/server/load-list.ts';
import { serverActivity, useActivity } from '../../state/server/server-activity.ts';
import { pageKey, type SidebarTab, setNews, useSidebar } from '../../state/server/sidebar-store.ts';
import { isTapped } from '../../state/session/session-text.ts';
import { matching, type Named } from './server-list.tsx';

/** A list of a session, as last reported in its log, for live and recorded sessions alike. */
export type ListState<Item> =
  | { readonly kind: 'none' }
  | { readonly kind: 'listing' }
  | { readonly kind: 'failed'; readonly error: string }
  | {
      readonly kind: 'here';
      readonly items: readonly Item[];
      readonly pages: number;
      readonly more: boolean;
    };

type KnownList<Item> = {
  readonly state: ListState<Item>;
  /** Empty until the list is here. */
  readonly items: readonly Item[];
  readonly activity: Activity;
};

/** The same array each time, for what depends on the items. */
const NO_ITEMS: readonly never[] = [];

/** A list that the host requests on its own arrives within this time after a session is ready, in milliseconds. */
const GRACE_MS = 400;

/** A list and its log's activity; a live server is asked for it once. `read` must be a stable function. */
export function useList<Item>(
  info: SessionInfo,
  what: Listed,
  read: (items: readonly unknown[]) => readonly Item[],
): KnownList<Item> {
  const { session } = info;
  const { mirror } = useSessionLog(session);
  const activity = serverActivity(mirror);
  const trace = activity.trace(what);
  const newest = trace.answers.at(-1) ?? 0;
  const load = async (): Promise<ListState<Item>> => {
    const list = await loggedList(session, what);
    return list.ok
      ? { ...list.value, kind: 'here', items: read(list.value.items) }
      : { kind: 'failed', error: list.error };
  };
  const loaded = useLoaded(newest === 0 ? '' : `${session} ${what}`, load, newest, mirror);
  const isWanted = useFirstListing(info, what, mirror);
  if (loaded !== undefined) {
    return { state: loaded, items: loaded.kind === 'here' ? loaded.items : NO_ITEMS, activity };
  }
  const underWay = isWanted || trace.lastOutcome === 'pending' || newest > 0;
  return { state: { kind: underWay ? 'listing' : 'none' }, items: NO_ITEMS, activity };
}

/** A list on its page of the sidebar: what the page's search shows of it, and the chosen item, listed or not. */
export function useListPage<Item extends Named>(
  info: SessionInfo,
  what: 'tools' | 'prompts',
  read: (items: readonly unknown[]) => readonly Item[],
  unlisted: (name: string) => Item,
) {
  const list = useList(info, what, read);
  const { state, items } = list;
  const chosen = useSidebar((sidebar) => sidebar.chosen[pageKey(info.session, what)]);
  const search = useListSearch(info.session, what, items.length);
  const shown = useMemo(() => matching(items, search.query), [items, search.query]);
  const mayBeUnlisted = chosen !== undefined && (state.kind === 'here' || state.kind === 'none');
  const one = items.find(({ name }) => name === chosen) ?? (mayBeUnlisted ? unlisted(chosen) : undefined);
  return { ...list, ...search, chosen, shown, one };
}

const SEARCH_FROM = 12;

/** The search of a sidebar page with this many entries. */
export function useListSearch(session: string, tab: SidebarTab, count: number) {
  const typed = useSidebar((sidebar) => sidebar.queries[pageKey(session, tab)] ?? '');
  const searched = count > SEARCH_FROM;
  return { searched, query: searched ? typed : '' };
}

/** Requests a declared list from a live server once, unless it was requested already; true until then. */
function useFirstListing(info: SessionInfo, what: Listed, mirror: LogMirror): boolean {
  const { session, state } = info;
  const isAsked = () => serverActivity(mirror).trace(what).lastRequest > 0;
  const wanted = state === 'ready' && !isTapped(info) && declares(info, what) && !isAsked();
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => {
      if (!isAsked()) void refreshList(session, what);
    }, GRACE_MS);
    return () => clearTimeout(timer);
  }, [session, what, wanted, mirror]);
  return wanted;
}

export function declares(
  { serverCapabilities }: Pick<SessionInfo, 'serverCapabilities'>,
  what: Listed,
): boolean {
  const declared = serverCapabilities[LIST_CAPABILITIES[what]];
  if (what !== 'tasks') return declared !== undefined;
  return typeof declared === 'object' && declared !== null && 'list' in declared;
}

/** Why there is nothing to show, in one sentence. */
export function emptyText(state: ListState<unknown>, info: SessionInfo, what: Listed): string {
  const label = LIST_LABELS[what];
  switch (state.kind) {
    case 'listing':
      return `Reading the list of ${label}…`;
    case 'failed':
      return state.error;
    case 'here':
      return `The server lists no ${label}.`;
    case 'none':
      if (info.state === 'starting') return 'The server is starting.';
      if (info.kind === 'file') return `This recording holds no list of ${label}.`;
      if (isTapped(info)) return `The tapped agent has not requested the ${label} yet.`;
      if (info.state !== 'ready') return 'The session is not open.';
      return declares(info, what)
        ? `Reading the list of ${label}…`
        : `The server declares no ${label}. Refresh requests the list anyway (${LIST_METHODS[what]}).`;
  }
}

const LISTS = Object.keys(LIST_METHODS) as Listed[];

/** How long to wait for further changes before one reload, in milliseconds: servers often announce several. */
const SETTLE_MS = 250;

/** Reloads lists that may have changed since, according to the server or because of a restart. */
export function useFreshLists(info: SessionInfo): void {
  const { session } = info;
  const activity = useActivity(session);
  const busy = useSidebar((sidebar) => LISTS.some((what) => sidebar.listing[pageKey(session, what)]));
  const live = info.state === 'ready' && !isTapped(info);
  const stale = LISTS.filter((what) => freshness(activity, info, what) !== 'fresh').join(' ');
  useEffect(() => {
    if (!live || busy || stale === '') return;
    const timer = setTimeout(() => {
      for (const what of LISTS) {
        const found = freshness(activity, info, what);
        if (found !== 'fresh') void renew(session, what, found);
      }
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [session, live, busy, stale, activity, info]);
}

/** Whether a list is up to date: the server `changed` it, or was `restarted`, since it was loaded. */
export function freshness(
  activity: Activity,
  info: Pick<SessionInfo, 'serverCapabilities'>,
  what: Listed,
): 'fresh' | 'changed' | 'restarted' {
  const { lastRequest, stale } = activity.trace(what);
  if (lastRequest > 0 && activity.spawned > lastRequest && declares(info, what)) return 'restarted';
  return stale ? 'changed' : 'fresh';
}

async function renew(session: string, what: Listed, why: 'changed' | 'restarted'): Promise<void> {
  const before = await listedNames(session, what);
  const items = await refreshList(session, what);
  if (items === undefined || before === undefined) return;
  const after = namesOf(items);
  // After a restart, or for a change of the resources, an unchanged list is not reported.
  const silent = why === 'restarted' || what === 'resourceTemplates';
  if (silent && after.join('\n') === before.join('\n')) return;
  setNews(session, what, listNews(before, after, why));
}

async function listedNames(session: string, what: Listed): Promise<readonly string[] | undefined> {
  const list = await loggedList(session, what);
  return list.ok ? namesOf(list.value.items) : undefined;
}

function namesOf(items: readonly unknown[]): string[] {
  return items.map(
    (item) => stringAt(item, 'uri') ?? stringAt(item, 'uriTemplate') ?? stringAt(item, 'name') ?? '',
  );
}
