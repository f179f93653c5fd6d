import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { host } from '../../state/host/host.ts';
import { selectRow } from '../../state/screen/screen-actions.ts';
import { draftKey } from '../../state/server/rail-store.ts';
import { isOver, type TaskInfo } from '../../state/server/task-book.ts';
import { sendRefusal } from '../../state/session/session-words.ts';
import { Button } from '../../ui/controls/button.tsx';
import formStyles from '../tools/call-form.module.css';
import { runCall, sendRequest } from '../tools/call-tool.ts';
import { pollKey, pollTask, stopPolling, usePolling } from './poll-task.ts';

type Props = { readonly info: SessionInfo; readonly task: TaskInfo };

/** What can be asked of the server about a task. */
export function TaskButtons({ info, task }: Props) {
  const { session } = info;
  const { taskId, status } = task;
  const polled = usePolling((state) => state.polled[pollKey(session, taskId)] === true);
  const caller = { session, key: draftKey('tasks', session, taskId) };
  const refusal = sendRefusal(info);
  const over = isOver(status);
  const ask = (method: string) => void sendRequest(caller, method, { taskId });
  const shared = { disabled: refusal !== '', title: refusal };
  return (
    <>
      {refusal !== '' && <p className={formStyles.note}>{refusal}</p>}
      <div className={formStyles.actions}>
        {liveInfo(info)?.era !== 'modern' && (
          <Button look="primary" {...shared} onClick={() => ask('tasks/result')}>
            Result
          </Button>
        )}
        {task.end !== undefined && (
          <Button look="primary" onClick={() => selectRow(session, task.seq)}>
            {task.end.kind === 'error' ? 'Show error' : 'Show result'}
          </Button>
        )}
        <Button {...shared} onClick={() => ask('tasks/get')}>
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
        <Button {...shared} disabled={refusal !== '' || over} onClick={() => ask('tasks/cancel')}>
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

/** Since 2026-07-28 a server tells of a task only who listens to it. */
function ListenButton({ info, task }: Props) {
  const { session } = info;
  const { taskId } = task;
  const listens = liveInfo(info)?.followedTasks.includes(taskId) === true;
  const refusal = sendRefusal(info);
  const caller = { session, key: draftKey('tasks', session, taskId) };
  return (
    <Button
      aria-pressed={listens}
      title={refusal === '' ? 'Ask the server to tell of each change (subscriptions/listen)' : refusal}
      disabled={refusal !== '' || (isOver(task.status) && !listens)}
      onClick={() => void runCall(caller, host().followTask({ session, taskId, on: !listens }))}
    >
      {listens ? 'Stop listening' : 'Listen'}
    </Button>
  );
}
