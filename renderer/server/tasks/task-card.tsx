import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { knowsTasks } from '../../../app/protocol/client-capabilities.ts';
import { TASKS_EXTENSION } from '../../../app/protocol/meta-keys.ts';
import { draftKey, useRail } from '../../state/server/rail-store.ts';
import type { TaskInfo } from '../../state/server/task-book.ts';
import { showServerRequest } from '../../state/server-requests/show-server-request.ts';
import { Button } from '../../ui/controls/button.tsx';
import facts from '../../ui/controls/facts.module.css';
import { clockWords } from '../../ui/format/clock-words.ts';
import { durationWords } from '../../ui/format/duration-words.ts';
import formStyles from '../tools/call-form.module.css';
import { TaskButtons } from './task-buttons.tsx';
import styles from './tasks.module.css';

type Props = { readonly info: SessionInfo; readonly task: TaskInfo };

/** One task: where it stands, and what can be asked of the server about it. */
export function TaskCard({ info, task }: Props) {
  const { session } = info;
  const { taskId, status, trouble } = task;
  const failure = useRail((rail) => rail.failures[draftKey('tasks', session, taskId)] ?? '');
  return (
    <section className={formStyles.form} aria-label={`Task ${taskId}`}>
      <h2 className={formStyles.title}>{task.tool === '' ? 'Task' : task.tool}</h2>
      <dl className={`${facts.facts} ${styles.facts}`}>
        <Fact name="id" words={taskId} />
        <Fact name="status" words={status} live />
        <Fact name="says" words={task.message} />
        <Fact name="came to" words={endWords(task)} />
        <Fact name="created" words={clock(task.createdAt)} />
        <Fact name="updated" words={clock(task.updatedAt)} />
        <Fact
          name="kept"
          words={task.ttl === undefined ? '' : `${durationWords(task.ttl)} from its creation`}
        />
      </dl>
      {status === 'input_required' && <NeedsInput info={info} task={task} />}
      {liveInfo(info)?.era === 'modern' && !knowsTasks(info.clientCapabilities) && (
        <p className={formStyles.note}>
          This session does not declare {TASKS_EXTENSION}, so its calls should not become tasks. The server
          may refuse to tell of them. Declare it in the session settings under capabilities.
        </p>
      )}
      {trouble !== '' && (
        <p className={formStyles.note}>The server does not tell of this task any more: {trouble}</p>
      )}
      {failure !== '' && (trouble === '' || !failure.includes(trouble)) && (
        <p role="status" className={formStyles.note}>
          {failure}
        </p>
      )}
      <TaskButtons info={info} task={task} />
    </section>
  );
}

/** A task of 2026-07-28 carries its question in its status; before, the question came ahead of the result. */
function NeedsInput({ info, task }: Props) {
  const { era, asks = [] } = liveInfo(info) ?? {};
  if (era !== 'modern') {
    return (
      <p className={formStyles.note}>
        The server needs input: ask for the result, and its question comes before it.
      </p>
    );
  }
  const ask = asks.find(({ taskId }) => taskId === task.taskId);
  return (
    <>
      <p className={formStyles.note}>
        The task waits for input.{' '}
        {ask === undefined ? 'Ask for its status to see what it needs.' : 'Its question is open.'}
      </p>
      {ask !== undefined && (
        <div className={formStyles.actions}>
          <Button look="primary" onClick={() => showServerRequest(info.session, ask.ask)}>
            Answer
          </Button>
        </div>
      )}
    </>
  );
}

type FactProps = { readonly name: string; readonly words: string; readonly live?: boolean };

function Fact({ name, words, live = false }: FactProps) {
  if (words === '') return null;
  return (
    <>
      <dt>{name}</dt>
      <dd {...(live ? { 'aria-live': 'polite' } : {})}>{words}</dd>
    </>
  );
}

/** How the call of a task has ended, where the server has told: its status alone does not say. */
function endWords({ end }: TaskInfo): string {
  if (end === undefined) return '';
  if (end.kind === 'error') return 'a JSON-RPC error';
  return end.result.isError === true ? 'a tool error' : 'a result';
}

/** A time of the server as local wall-clock time; what is no time stays as it is. */
function clock(time: string): string {
  return Number.isNaN(Date.parse(time)) ? time : clockWords(time, 0);
}
