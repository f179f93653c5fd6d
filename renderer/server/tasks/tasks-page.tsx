import { stringAt } from '../../../app/base/json-value.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { createdTask } from '../../../app/frame/task-end.ts';
import { knowsTasks } from '../../../app/protocol/client-capabilities.ts';
import { TASKS_EXTENSION } from '../../../app/protocol/meta-keys.ts';
import { host } from '../../state/host/host.ts';
import { selectRow } from '../../state/screen/screen-store.ts';
import { chooseOn, draftKey, pageKey, useSidebar } from '../../state/server/sidebar-store.ts';
import { isOver, type TaskInfo, useTasks } from '../../state/server/use-tasks.ts';
import { sendRefusal } from '../../state/session/session-text.ts';
import { StatusText } from '../../ui/controls/fields.tsx';
import { RowLink } from '../../ui/controls/links.tsx';
import { formatClock, formatDuration } from '../../ui/format/quantity-text.ts';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { Button, Facts, kit } from '../../ui/kit.tsx';
import { ListHead, ListNotes, ListScroll } from '../lists/list-head.tsx';
import { ServerList } from '../lists/server-list.tsx';
import { declares, useList } from '../lists/use-list.ts';
import { AnswerButton } from '../requests/server-request-banner.tsx';
import formStyles from '../tools/call-form.module.css';
import { runCall, sendRequest } from '../tools/call-tool.ts';
import { pollKey, pollTask, stopPolling, usePolling } from './poll-task.ts';

/** The tasks of a server: listed ones, and those created here. */
export function TasksPage({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  const { state } = useList(info, 'tasks', (items) => items);
  const tasks = useTasks(session);
  const chosen = useSidebar((sidebar) => sidebar.chosen[pageKey(session, 'tasks')]);
  const task = tasks.find(({ taskId }) => taskId === chosen);
  return (
    <>
      {liveInfo(info)?.era === 'modern' ? (
        <header className={kit.head}>
          <h2>Tasks</h2>
          <span className={kit.fact}>{tasks.length}</span>
        </header>
      ) : (
        <ListHead info={info} what="tasks" title="Tasks" total={tasks.length} />
      )}
      <ListScroll label="Tasks">
        {liveInfo(info)?.era !== 'modern' && (tasks.length === 0 || declares(info, 'tasks')) && (
          <ListNotes info={info} what="tasks" state={tasks.length > 0 ? HERE : state} />
        )}
        {tasks.length === 0 && info.state === 'ready' && (
          <p className={kit.empty}>
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

/** Since 2026-07-28 tasks are an extension without a list, and the server decides what becomes a task. */
function statelessText({ clientCapabilities, serverCapabilities }: SessionInfo): string {
  const known = knowsTasks(serverCapabilities) ? 'declares' : 'does not declare';
  const own = knowsTasks(clientCapabilities)
    ? ''
    : ' This session does not declare it: its settings can, under capabilities.';
  return `The server decides which calls become tasks, and they then stand here. It ${known} the extension ${TASKS_EXTENSION}.${own}`;
}

/** With tasks known from the log, an empty list of the server does not matter. */
const HERE = { kind: 'here', items: [true], pages: 1, more: false } as const;

type Props = { readonly info: SessionInfo; readonly task: TaskInfo };

function TaskCard({ info, task }: Props) {
  const { session } = info;
  const { taskId, status, trouble } = task;
  const failure = useSidebar((sidebar) => sidebar.failures[draftKey(session, 'tasks', taskId)] ?? '');
  return (
    <section className={`${kit.scroll} ${kit.panel} ${formStyles.form}`} aria-label={`Task ${taskId}`}>
      <h2 className={`${kit.mono} ${kit.strong} ${kit.anywhere}`}>{task.tool === '' ? 'Task' : task.tool}</h2>
      <Facts
        className={`${kit.above} ${kit.fixed}`}
        facts={[
          ['id', taskId],
          [
            'status',
            <span key="status" aria-live="polite">
              {status}
            </span>,
          ],
          ['says', task.message],
          ['came to', endText(task)],
          ['created', clock(task.createdAt)],
          ['updated', clock(task.updatedAt)],
          ['kept', task.ttl !== undefined && `${formatDuration(task.ttl)} from its creation`],
        ]}
      />
      {status === 'input_required' && <NeedsInput info={info} task={task} />}
      {liveInfo(info)?.era === 'modern' && !knowsTasks(info.clientCapabilities) && (
        <p className={kit.remark}>
          This session does not declare {TASKS_EXTENSION}, so its calls should not become tasks. The server
          may refuse to report them. Declare it in the session settings under capabilities.
        </p>
      )}
      {trouble !== '' && <p className={kit.remark}>The server no longer reports this task: {trouble}</p>}
      {(trouble === '' || !failure.includes(trouble)) && <StatusText text={failure} className={kit.remark} />}
      <TaskButtons info={info} task={task} />
    </section>
  );
}

/** In 2026-07-28 a task's server request is in its status; before, it precedes the result. */
function NeedsInput({ info, task }: Props) {
  const { era, serverRequests = [] } = liveInfo(info) ?? {};
  if (era !== 'modern') {
    return (
      <p className={kit.remark}>
        The server needs input: request the result, and the server request comes before it.
      </p>
    );
  }
  const serverRequest = serverRequests.find(({ taskId }) => taskId === task.taskId);
  return (
    <>
      <p className={kit.remark}>
        The task waits for input.{' '}
        {serverRequest === undefined
          ? 'Request its status to see what it needs.'
          : 'Its server request is open.'}
      </p>
      {serverRequest !== undefined && (
        <div className={`${kit.wrap} ${formStyles.actions}`}>
          <AnswerButton look="primary" info={info} request={serverRequest} />
        </div>
      )}
    </>
  );
}

/** How the task's call ended, if the server reported it: the status alone does not say. */
function endText({ end }: TaskInfo): string {
  if (end === undefined) return '';
  if (end.kind === 'error') return 'a JSON-RPC error';
  return end.result.isError === true ? 'a tool error' : 'a result';
}

function clock(time: string): string {
  return Number.isNaN(Date.parse(time)) ? time : formatClock(time, 0);
}

type TaskButtonsProps = { readonly info: SessionInfo; readonly task: TaskInfo };

function TaskButtons({ info, task }: TaskButtonsProps) {
  const { session } = info;
  const { taskId, status } = task;
  const polled = usePolling((state) => state.polled[pollKey(session, taskId)] === true);
  const caller = { session, key: draftKey(session, 'tasks', taskId) };
  const refusal = sendRefusal(info);
  const over = isOver(status);
  const send = (method: string) => void sendRequest(caller, { method, params: { taskId } });
  const shared = { disabled: refusal !== '', title: refusal };
  return (
    <>
      {refusal !== '' && <p className={kit.remark}>{refusal}</p>}
      <div className={`${kit.wrap} ${formStyles.actions}`}>
        {liveInfo(info)?.era !== 'modern' && (
          <Button look="primary" {...shared} onClick={() => send('tasks/result')}>
            Result
          </Button>
        )}
        {task.end !== undefined && (
          <Button look="primary" onClick={() => selectRow(session, task.seq)}>
            {task.end.kind === 'error' ? 'Show error' : 'Show result'}
          </Button>
        )}
        <Button {...shared} onClick={() => send('tasks/get')}>
          Status
        </Button>
        <Button
          {...shared}
          aria-pressed={polled}
          disabled={refusal !== '' || (over && !polled)}
          onClick={() =>
            polled ? stopPolling(session, taskId) : void pollTask(session, taskId, task.pollMs)
          }
        >
          {polled ? 'Stop polling' : 'Poll'}
        </Button>
        {liveInfo(info)?.era === 'modern' && <ListenButton info={info} task={task} />}
        <Button {...shared} disabled={refusal !== '' || over} onClick={() => send('tasks/cancel')}>
          Cancel task
        </Button>
        {task.callSeq > 0 && (
          <Button look="quiet" onClick={() => selectRow(session, task.callSeq)}>
            Show call
          </Button>
        )}
      </div>
    </>
  );
}

/** Since 2026-07-28 a server reports task changes only to listeners. */
function ListenButton({ info, task }: TaskButtonsProps) {
  const { session } = info;
  const { taskId } = task;
  const listens = liveInfo(info)?.followedTasks.includes(taskId) === true;
  const refusal = sendRefusal(info);
  const caller = { session, key: draftKey(session, 'tasks', taskId) };
  return (
    <Button
      aria-pressed={listens}
      title={refusal === '' ? 'Ask the server to report each change (subscriptions/listen)' : refusal}
      disabled={refusal !== '' || (isOver(task.status) && !listens)}
      onClick={() => void runCall(caller, host().followTask({ session, taskId, on: !listens }))}
    >
      {listens ? 'Stop listening' : 'Listen'}
    </Button>
  );
}

/** A task in place of a result: its current status, and a link to its result. */
export function CreatedTask({ result, session }: { readonly result: unknown; readonly session: string }) {
  const taskId = stringAt(createdTask(result), 'taskId') ?? '';
  const task = useTasks(session).find((one) => one.taskId === taskId);
  return (
    <div className={kit.stack}>
      <p>
        The server created a task for this call, <code>{taskId}</code>
        {task === undefined ? '.' : `: ${task.status}${task.message === '' ? '' : ` (${task.message})`}.`}{' '}
        {task?.end !== undefined && (
          <RowLink session={session} seq={task.seq}>
            #{task.seq} holds {task.end.kind === 'error' ? 'the error' : 'the result'}
          </RowLink>
        )}
      </p>
      <div>
        <Button onClick={() => chooseOn('tasks', session, taskId)}>Show the task</Button>
      </div>
      <JsonTree value={result} label="The created task" />
    </div>
  );
}
