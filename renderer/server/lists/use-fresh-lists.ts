import { useEffect } from 'react';
import { stringAt } from '../../../app/base/json-value.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { listNews } from '../../state/server/list-trace.ts';
import { LIST_METHODS, type Listed } from '../../state/server/listed.ts';
import { loggedList, refreshList } from '../../state/server/load-list.ts';
import { type ServerActivity, serverActivity } from '../../state/server/server-activity.ts';
import { pageKey, setNews, useSidebar } from '../../state/server/sidebar-store.ts';
import { isTapped } from '../../state/session/session-text.ts';
import { declares } from './use-list.ts';

const LISTS = Object.keys(LIST_METHODS) as Listed[];

/** Servers announce several changes in a row: one listing serves all that come within this time. */
const SETTLE_MS = 250;

/**
 * Lists again what was listed once and may have changed since: the server says so, or it was restarted, by the
 * user or after a change of its files.
 */
export function useFreshLists(info: SessionInfo): void {
  const { session } = info;
  const { mirror } = useSessionLog(session);
  const activity = serverActivity(mirror);
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

/** Whether a list is up to date: the server says that it `changed`, or was `restarted` since it was listed. */
export function freshness(
  activity: ServerActivity,
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
  // After a restart, or if the news was about the resources, a list that stayed the same is no news.
  const silent = why === 'restarted' || what === 'resourceTemplates';
  if (silent && after.join('\n') === before.join('\n')) return;
  setNews(session, what, listNews(before, after, why));
}

/** The names of the list as the log has it; undefined if it cannot be read. */
async function listedNames(session: string, what: Listed): Promise<readonly string[] | undefined> {
  const list = await loggedList(session, what);
  return list.ok ? namesOf(list.value.items) : undefined;
}

function namesOf(items: readonly unknown[]): string[] {
  return items.map(
    (item) => stringAt(item, 'uri') ?? stringAt(item, 'uriTemplate') ?? stringAt(item, 'name') ?? '',
  );
}
