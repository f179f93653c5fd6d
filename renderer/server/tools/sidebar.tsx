import { Tabs } from '@base-ui/react/tabs';
import { type ReactNode, useId } from 'react';
import { isJsonObject } from '../../../app/base/json-value.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { LOG_LEVELS } from '../../../app/protocol/log-levels.ts';
import { host, notifyFailure } from '../../state/host/host.ts';
import { useLoaded } from '../../state/host/use-loaded.ts';
import { sessionLog, useSessionLog } from '../../state/log/log-mirrors.ts';
import { setSidebarOpen } from '../../state/screen/screen-actions.ts';
import { activeSession, useActiveSession, useScreen } from '../../state/screen/screen-store.ts';
import { LIST_LABELS, type Listed } from '../../state/server/listed.ts';
import { loggedList, refreshList } from '../../state/server/load-list.ts';
import { serverActivity } from '../../state/server/server-activity.ts';
import { pageKey, type SidebarTab, showTab, useSidebar } from '../../state/server/sidebar-store.ts';
import { sendRefusal } from '../../state/session/session-text.ts';
import type { Action } from '../../ui/keyboard/action.ts';
import { useFreshLists } from '../lists/use-fresh-lists.ts';
import { PromptsPage } from '../prompts/prompts-page.tsx';
import { RequestPage } from '../request/request-page.tsx';
import { ResourcesPage } from '../resources/resources-page.tsx';
import { useReadOnUpdate } from '../resources/subscription.ts';
import { useFollowTasks } from '../tasks/poll-task.ts';
import { TasksPage } from '../tasks/tasks-page.tsx';
import styles from './sidebar.module.css';
import { ToolsPage } from './tools-page.tsx';

/** The pages, with the lists that each shows. */
const PAGES: readonly (readonly [SidebarTab, string, readonly Listed[]])[] = [
  ['tools', 'Tools', ['tools']],
  ['resources', 'Resources', ['resources', 'resourceTemplates']],
  ['prompts', 'Prompts', ['prompts']],
  ['tasks', 'Tasks', []],
  ['request', 'Request', []],
];

/** The sidebar on the left: the capabilities of the server in front, and the forms that use them. */
export function Sidebar() {
  const info = useActiveSession();
  return (
    <nav className={styles.sidebar} aria-label="Tools, resources and prompts">
      {info === undefined ? (
        <p className={styles.note}>Connect to a server to see its tools.</p>
      ) : (
        <ServerLists info={info} />
      )}
    </nav>
  );
}

function ServerLists({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  const tab = useSidebar((state) => state.tabs[session] ?? 'tools');
  useFreshLists(info);
  useReadOnUpdate(info);
  useFollowTasks(info);
  return (
    <Tabs.Root
      className={styles.root}
      value={tab}
      onValueChange={(value) => showTab(session, PAGES.find(([name]) => name === value)?.[0] ?? 'tools')}
    >
      <Tabs.List className={styles.tabs} aria-label="Server capabilities">
        {PAGES.map(([value, label, lists]) => (
          <Tabs.Tab key={value} value={value} className={styles.tab}>
            {label}
            <Count session={session} lists={lists} />
            <News session={session} lists={lists} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel key={`${session} ${tab}`} value={tab} className={styles.panel} tabIndex={-1}>
        {pageOf(tab, info)}
      </Tabs.Panel>
      <LogLevel info={info} />
    </Tabs.Root>
  );
}

function pageOf(tab: SidebarTab, info: SessionInfo): ReactNode {
  switch (tab) {
    case 'tools':
      return <ToolsPage info={info} />;
    case 'resources':
      return <ResourcesPage info={info} />;
    case 'prompts':
      return <PromptsPage info={info} />;
    case 'tasks':
      return <TasksPage info={info} />;
    case 'request':
      return <RequestPage info={info} />;
  }
}

type OfLists = { readonly session: string; readonly lists: readonly Listed[] };

function Count({ session, lists }: OfLists) {
  const count = useListCount(session, lists);
  return count === undefined ? null : <span className={styles.total}>{count}</span>;
}

/** A dot on a page whose list the server changed since it was looked at. */
function News({ session, lists }: OfLists) {
  const labels = useSidebar((state) =>
    lists
      .filter((what) => (state.news[pageKey(session, what)] ?? '') !== '')
      .map((what) => LIST_LABELS[what])
      .join(' and '),
  );
  if (labels === '') return null;
  return <span className={styles.dot} role="img" aria-label={`The server changed its ${labels}.`} />;
}

/** How many there are in some lists of a session together; undefined while none was listed. */
function useListCount(session: string, lists: readonly Listed[]): number | undefined {
  const { mirror } = useSessionLog(session);
  const activity = serverActivity(mirror);
  const newest = lists.map((what) => activity.trace(what).answers.at(-1) ?? 0).join(' ');
  return useLoaded(newest === '' ? '' : session, () => countOf(session, lists), newest);
}

async function countOf(session: string, lists: readonly Listed[]): Promise<number | undefined> {
  const all = await Promise.all(lists.map((what) => itemsOf(session, what)));
  const known = all.filter((items) => items !== undefined);
  return known.length === 0 ? undefined : known.flat().filter(isJsonObject).length;
}

async function itemsOf(session: string, what: Listed): Promise<readonly unknown[] | undefined> {
  if (serverActivity(sessionLog(session).mirror).trace(what).answers.length === 0) return undefined;
  const list = await loggedList(session, what);
  return list.ok ? list.value.items : undefined;
}

/** From the most to the fewest messages (RFC 5424; MCP, server/utilities/logging). */

/** Sets which log messages the server sends; shown if it declares that it logs. */
function LogLevel({ info }: { readonly info: SessionInfo }) {
  const id = useId();
  const { logLevel: level = '', logLevelBefore: before = '', era } = liveInfo(info) ?? {};
  if (!('logging' in info.serverCapabilities)) return null;
  const refusal = sendRefusal(info);
  const how =
    era === 'modern' ? 'Since 2026-07-28 every later request names the level.' : 'Sends logging/setLevel.';
  const lost = before === '' ? '' : ` It was ${before} before the restart, and is not sent again by itself.`;
  return (
    <div className={styles.level} title={refusal === '' ? how + lost : refusal}>
      <label htmlFor={id}>Log level</label>
      <select
        id={id}
        value={level}
        disabled={refusal !== ''}
        onChange={(event) =>
          void notifyFailure(host().setLogLevel({ session: info.session, level: event.target.value }))
        }
      >
        <option value="" disabled>
          {before === '' ? "server's own" : `server's own, was ${before}`}
        </option>
        {/* A raw message can set any level. */}
        {level !== '' && !LOG_LEVELS.includes(level) && <option value={level}>{level}</option>}
        {LOG_LEVELS.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </div>
  );
}

const LISTS: readonly Listed[] = ['tools', 'resources', 'resourceTemplates', 'prompts'];

/** The pages of the sidebar, and listing again, for the palette. */
export const SIDEBAR_ACTIONS: readonly Action[] = [
  ...PAGES.map(
    ([page, name]): Action => ({
      group: 'View',
      title: `Sidebar: ${name}`,
      keys: [],
      run: () => show(page),
      when: () => useScreen.getState().active !== null,
    }),
  ),
  ...LISTS.map(
    (what): Action => ({
      group: 'Tools',
      title: `Refresh the ${LIST_LABELS[what]}`,
      keys: [],
      run: () => refresh(what),
      when: isReady,
    }),
  ),
];

function show(page: SidebarTab): void {
  const { active } = useScreen.getState();
  if (active === null) return;
  showTab(active, page);
  setSidebarOpen(true);
}

function refresh(what: Listed): void {
  const { active } = useScreen.getState();
  if (active === null) return;
  show(what === 'resourceTemplates' || what === 'tasks' ? 'resources' : what);
  void refreshList(active, what);
}

function isReady(): boolean {
  return activeSession()?.state === 'ready';
}
