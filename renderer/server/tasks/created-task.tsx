import { stringAt } from '../../../app/base/json-value.ts';
import { createdTask } from '../../../app/frame/task-end.ts';
import { chooseOn } from '../../state/server/sidebar-store.ts';
import { useTasks } from '../../state/server/use-tasks.ts';
import { Button } from '../../ui/controls/button.tsx';
import { RowLink } from '../../ui/controls/links.tsx';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import styles from './tasks.module.css';

type Props = { readonly result: unknown; readonly session: string };

/** A task that came instead of a result: its current status, and the way to its result. */
export function CreatedTask({ result, session }: Props) {
  const taskId = stringAt(createdTask(result), 'taskId') ?? '';
  const task = useTasks(session).find((one) => one.taskId === taskId);
  return (
    <div className={styles.created}>
      <p>
        The server created a task for this call, <code>{taskId}</code>
        {task === undefined ? '.' : `: ${task.status}${task.message === '' ? '' : ` (${task.message})`}.`}{' '}
        {task?.end !== undefined && (
          <RowLink session={session} seq={task.seq}>
            Row {task.seq} holds {task.end.kind === 'error' ? 'the error' : 'the result'}
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
