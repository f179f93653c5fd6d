import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { knowsTasks } from '../../../app/protocol/client-capabilities.ts';
import { TASKS_EXTENSION } from '../../../app/protocol/meta-keys.ts';
import { chooseOn, pageKey, useSidebar } from '../../state/server/sidebar-store.ts';
import { useTasks } from '../../state/server/use-tasks.ts';
import pageStyles from '../../ui/controls/page.module.css';
import { ListHead, ListScroll } from '../lists/list-head.tsx';
import { ListNotes } from '../lists/list-notes.tsx';
import { ServerList } from '../lists/server-list.tsx';
import { declares, useList } from '../lists/use-list.ts';
import sidebarStyles from '../tools/sidebar.module.css';
import { TaskCard } from './task-card.tsx';

/** The tasks of a server: those that it lists, and those that were created here. */
export function TasksPage({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  const { state } = useList(info, 'tasks', itself);
  const tasks = useTasks(session);
  const chosen = useSidebar((sidebar) => sidebar.chosen[pageKey(session, 'tasks')]);
  const task = tasks.find(({ taskId }) => taskId === chosen);
  return (
    <>
      {liveInfo(info)?.era === 'modern' ? (
        <header className={pageStyles.head}>
          <h2>Tasks</h2>
          <span className={pageStyles.total}>{tasks.length}</span>
        </header>
      ) : (
        <ListHead info={info} what="tasks" title="Tasks" total={tasks.length} />
      )}
      <ListScroll label="Tasks">
        {liveInfo(info)?.era !== 'modern' && (tasks.length === 0 || declares(info, 'tasks')) && (
          <ListNotes info={info} what="tasks" state={tasks.length > 0 ? HERE : state} />
        )}
        {tasks.length === 0 && info.state === 'ready' && (
          <p className={sidebarStyles.note}>
            {liveInfo(info)?.era === 'modern' ? statelessText(info) : INITIALIZE_TEXT}
          </p>
        )}
        <ServerList
          session={session}
          label="All tasks"
          items={tasks.map(({ taskId, tool, status, message }) => ({
            id: taskId,
            label: `${status} · ${tool === '' ? taskId : tool}`,
            title: [taskId, message].filter(Boolean).join('\n'),
          }))}
          chosen={chosen}
          onChoose={(id) => chooseOn('tasks', session, id)}
        />
      </ListScroll>
      {task !== undefined && <TaskCard key={`${session} ${task.taskId}`} info={info} task={task} />}
    </>
  );
}

const INITIALIZE_TEXT =
  'A tool that can be run as a task has a box for it in its form. Its task then stands here.';

/** Since 2026-07-28 tasks are an extension without a list, and the server decides what becomes one. */
function statelessText({ clientCapabilities, serverCapabilities }: SessionInfo): string {
  const known = knowsTasks(serverCapabilities) ? 'declares' : 'does not declare';
  const own = knowsTasks(clientCapabilities)
    ? ''
    : ' This session does not declare it: its settings can, under capabilities.';
  return `The server decides which calls become tasks, and they then stand here. It ${known} the extension ${TASKS_EXTENSION}.${own}`;
}

/** Tasks are there, wherever the log has them from: an empty list of the server is no news then. */
const HERE = { kind: 'here', items: [true], pages: 1, more: false } as const;

function itself(items: readonly unknown[]): readonly unknown[] {
  return items;
}
