import { Tabs } from '@base-ui/react/tabs';
import { type ReactNode, useId } from 'react';
import { isJsonObject } from '../../../app/base/json-value.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { LOG_LEVELS } from '../../../app/protocol/methods.ts';
import type { Listed } from '../../../app/session/server-activity.ts';
import { host, notifyFailure, useLoaded } from '../../state/host/host.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { giveFocus, giveFocusSoon } from '../../state/screen/focus-targets.ts';
import {
  activeSession,
  isAnyOpen,
  setSidebarOpen,
  useActiveSession,
  useScreen,
} from '../../state/screen/screen-store.ts';
import { LIST_LABELS } from '../../state/server/listed.ts';
import { loggedList, refreshList } from '../../state/server/load-list.ts';
import { serverActivity, useActivity } from '../../state/server/server-activity.ts';
import { pageKey, type SidebarTab, showTab, useSidebar } from '../../state/server/sidebar-store.ts';
import { sendRefusal } from '../../state/session/session-text.ts';
import { actionsOf } from '../../ui/controls/action.ts';
import { Glyph, kit } from '../../ui/kit.tsx';
import { declares, useFreshLists } from '../lists/use-list.ts';
import { PromptsPage } from '../prompts/prompts-page.tsx';
import { RequestPage } from '../request/request-page.tsx';
import { ResourcesPage, useReadOnUpdate } from '../resources/resources-page.tsx';
import { useFollowTasks } from '../tasks/poll-task.ts';
import { TasksPage } from '../tasks/tasks-page.tsx';
import styles from './sidebar.module.css';
import { ToolsPage } from './tools-page.tsx';

type Page = (props: { readonly info: SessionInfo }) => ReactNode;

const PAGES: readonly (readonly [SidebarTab, string, readonly Listed[], Page])[] = [
  ['tools', 'Tools', ['tools'], ToolsPage],
  ['resources', 'Resources', ['resources', 'resourceTemplates'], ResourcesPage],
  ['prompts', 'Prompts', ['prompts'], PromptsPage],
  ['tasks', 'Tasks', [], TasksPage],
  ['request', 'Request', [], RequestPage],
];

/** A wrench, a sheet, a speech bubble, a list with a tick, an outgoing arrow. */
const ICONS: Readonly<Record<SidebarTab, string>> = {
  tools:
    'M12.2 3.6a3 3 0 0 1-4 3.7l-4.6 4.6a1.1 1.1 0 0 1-1.6-1.6l4.6-4.6a3 3 0 0 1 3.7-4L8.4 3.6l.3 1.7 1.7.3z',
  resources: 'M3.2 1.8h5l2.6 2.6v7.8H3.2zM8 1.8v2.8h2.8M5.2 7.2h3.6M5.2 9.4h3.6',
  prompts: 'M1.8 2.6h10.4v7H6.6L4 11.8V9.6H1.8zM4.4 5.2h5.2M4.4 7.2h3.4',
  tasks: 'M6.6 3.2h5.6M6.6 7h5.6M6.6 10.8h5.6M1.6 3.2l.9.9 1.6-1.8M1.6 7l.9.9 1.6-1.8M1.6 10.8l.9.9 1.6-1.8',
  request: 'M1.6 6.6 12.4 1.8 9.2 12.2 6.8 7.6zM6.8 7.6l2.6-2.8',
};

/** The left sidebar: the active server's capabilities, and the forms that use them. */
export function Sidebar() {
  const info = useActiveSession();
  return (
    <nav className={`${kit.fill} ${kit.sunk} ${styles.sidebar}`} aria-label="Tools, resources and prompts">
      {info === undefined ? (
        <p className={kit.empty}>Connect to a server to see its tools.</p>
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
      className={kit.rest}
      value={tab}
      onValueChange={(value) => showTab(session, PAGES.find(([name]) => name === value)?.[0] ?? 'tools')}
    >
      <Tabs.List className={`${kit.row} ${kit.fixed} ${styles.tabs}`} aria-label="Server capabilities">
        {PAGES.map(([value, label, lists]) => (
          <Tabs.Tab key={value} value={value} className={`${kit.inline} ${styles.tab}`} title={label}>
            <Glyph path={ICONS[value]} />
            <span className={`${kit.visuallyHidden} ${styles.label}`}>{label}</span>
            <Count info={info} lists={lists} />
            <News session={session} lists={lists} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel key={`${session} ${tab}`} value={tab} className={kit.rest} tabIndex={-1}>
        {PAGES.map(([name, , , Page]) => name === tab && <Page key={name} info={info} />)}
      </Tabs.Panel>
      <LogLevel info={info} />
    </Tabs.Root>
  );
}

type OfLists = { readonly session: string; readonly lists: readonly Listed[] };

/** What the server declares is counted once it is listed; what it does not declare is none. */
function Count({ info, lists }: Pick<OfLists, 'lists'> & { readonly info: SessionInfo }) {
  const isNone =
    info.protocolVersion !== null && lists.length > 0 && !lists.some((one) => declares(info, one));
  const count = useListCount(info.session, lists) ?? (isNone ? 0 : undefined);
  return count === undefined ? null : (
    <span className={kit.fact}>{count < 1000 ? String(count) : `${Math.floor(count / 1000)}k`}</span>
  );
}

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

function useListCount(session: string, lists: readonly Listed[]): number | undefined {
  const activity = useActivity(session);
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

/** Sets which log messages the server sends; shown if it declares logging. */
export function LogLevel({ info }: { readonly info: SessionInfo }) {
  const id = useId();
  const { logLevel: level = '', logLevelBefore: before = '', era } = liveInfo(info) ?? {};
  if (!('logging' in info.serverCapabilities)) return null;
  const refusal = sendRefusal(info);
  const how =
    era === 'modern' ? 'Since 2026-07-28 every later request names the level.' : 'Sends logging/setLevel.';
  const lost = before === '' ? '' : ` It was ${before} before the restart, and is not sent again by itself.`;
  return (
    <div
      className={`${kit.row} ${kit.mute} ${kit.fixed} ${styles.level}`}
      title={refusal === '' ? how + lost : refusal}
    >
      <label htmlFor={id}>Log level</label>
      <select
        id={id}
        className={kit.grow}
        value={level}
        disabled={refusal !== ''}
        onChange={(event) =>
          void notifyFailure(host().setLogLevel({ session: info.session, level: event.target.value }))
        }
      >
        <option value="" disabled>
          {before === '' ? 'server default' : `server default, was ${before}`}
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

export const SIDEBAR_ACTIONS = [
  ...actionsOf('Tools', [['Search tools', 'T', searchTools, isAnyOpen]]),
  ...actionsOf(
    'View',
    PAGES.map(([page, name]) => [`Sidebar: ${name}`, '', () => showPage(page)]),
    isAnyOpen,
  ),
  ...actionsOf(
    'Tools',
    LISTS.map((what) => [`Refresh the ${LIST_LABELS[what]}`, '', () => refresh(what)]),
    () => activeSession()?.state === 'ready',
  ),
];

function showPage(page: SidebarTab): void {
  show(page);
  if (page === 'request') requestAnimationFrame(() => giveFocusSoon('form'));
}

function show(page: SidebarTab): void {
  const { active } = useScreen.getState();
  if (active === null) return;
  showTab(active, page);
  setSidebarOpen(true);
}

/** Shows the tools; focuses their search, or the list if it is too short for one. */
function searchTools(): void {
  show('tools');
  // The page may have to render first.
  requestAnimationFrame(() => giveFocus('sidebar-search') || giveFocus('sidebar-list'));
}

function refresh(what: Listed): void {
  const { active } = useScreen.getState();
  if (active === null) return;
  show(what === 'resourceTemplates' || what === 'tasks' ? 'resources' : what);
  void refreshList(active, what, true);
}
