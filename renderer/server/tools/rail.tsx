import { Tabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { useActiveSession } from '../../state/screen/screen-store.ts';
import { LIST_WORDS, type Listed } from '../../state/server/listed.ts';
import { placeOf, type RailTab, showTab, useRail } from '../../state/server/rail-store.ts';
import { useFreshLists } from '../lists/use-fresh-lists.ts';
import { PromptsPage } from '../prompts/prompts-page.tsx';
import { RequestPage } from '../request/request-page.tsx';
import { ResourcesPage } from '../resources/resources-page.tsx';
import { useReadOnUpdate } from '../resources/use-read-on-update.ts';
import { TasksPage } from '../tasks/tasks-page.tsx';
import { useFollowTasks } from '../tasks/use-follow-tasks.ts';
import { LogLevel } from './log-level.tsx';
import styles from './rail.module.css';
import { ToolsPage } from './tools-page.tsx';
import { useListCount } from './use-list-count.ts';

/** The pages, with the lists that each shows. */
const PAGES: readonly (readonly [RailTab, string, readonly Listed[]])[] = [
  ['tools', 'Tools', ['tools']],
  ['resources', 'Resources', ['resources', 'resourceTemplates']],
  ['prompts', 'Prompts', ['prompts']],
  ['tasks', 'Tasks', []],
  ['request', 'Request', []],
];

/** The left rail: what the server of the session in front offers, and the forms that ask for it. */
export function Rail() {
  const info = useActiveSession();
  return (
    <nav className={styles.rail} aria-label="Tools, resources and prompts">
      {info === undefined ? (
        <p className={styles.note}>Connect to a server to see its tools.</p>
      ) : (
        <Offers info={info} />
      )}
    </nav>
  );
}

function Offers({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  const tab = useRail((rail) => rail.tabs[session] ?? 'tools');
  useFreshLists(info);
  useReadOnUpdate(info);
  useFollowTasks(info);
  return (
    <Tabs.Root
      className={styles.root}
      value={tab}
      onValueChange={(value) => showTab(session, PAGES.find(([name]) => name === value)?.[0] ?? 'tools')}
    >
      <Tabs.List className={styles.tabs} aria-label="What the server offers">
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

function pageOf(tab: RailTab, info: SessionInfo): ReactNode {
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
  const words = useRail((rail) =>
    lists
      .filter((what) => (rail.news[placeOf(session, what)] ?? '') !== '')
      .map((what) => LIST_WORDS[what])
      .join(' and '),
  );
  if (words === '') return null;
  return <span className={styles.dot} role="img" aria-label={`The server changed its ${words}.`} />;
}
