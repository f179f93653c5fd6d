import type { SessionInfo } from '../../app/contract/session-info.ts';
import { Button } from '../controls/button.tsx';
import { durationWords } from '../inspector/duration-words.ts';
import { clockWords } from '../log/clock-words.ts';
import formStyles from '../rail/call-form.module.css';
import { sendRequest } from '../rail/call-tool.ts';
import { draftKey, useRail } from '../rail/rail-store.ts';
import { sendRefusal } from '../session/session-words.ts';
import { pollKey, pollTask, stopPolling, usePolling } from './poll-task.ts';
import { isOver, type TaskInfo } from './task-book.ts';
import styles from './tasks.module.css';

type Props = { readonly info: SessionInfo; readonly task: TaskInfo };

/** One task: where it stands, and what can be asked of the server about it. */
export function TaskCard({ info, task }: Props) {
  const { session } = info;
  const { taskId, status } = task;
  const key = draftKey('tasks', session, taskId);
  const polled = usePolling((state) => state.polled[pollKey(session, taskId)] === true);
  const failure = useRail((rail) => rail.failures[key] ?? '');
  const refusal = sendRefusal(info);
  const ask = (method: string) => void sendRequest({ session, key }, method, { taskId });
  const shared = { disabled: refusal !== '', title: refusal };
  return (
    <section className={formStyles.form} aria-label={`Task ${taskId}`}>
      <h2 className={formStyles.title}>{task.tool === '' ? 'Task' : task.tool}</h2>
      <dl className={styles.facts}>
        <Fact name="id" words={taskId} />
        <Fact name="status" words={status} live />
        <Fact name="says" words={task.message} />
        <Fact name="created" words={clock(task.createdAt)} />
        <Fact name="updated" words={clock(task.updatedAt)} />
        <Fact
          name="kept"
          words={task.ttl === undefined ? '' : `${durationWords(task.ttl)} from its creation`}
        />
      </dl>
      {status === 'input_required' && (
        <p className={formStyles.note}>
          The server needs input: ask for the result, and its question comes before it.
        </p>
      )}
      {refusal !== '' && <p className={formStyles.note}>{refusal}</p>}
      {failure !== '' && (
        <p role="status" className={formStyles.note}>
          {failure}
        </p>
      )}
      <div className={formStyles.actions}>
        {info.era !== 'modern' && (
          <Button look="primary" {...shared} onClick={() => ask('tasks/result')}>
            Result
          </Button>
        )}
        <Button {...shared} onClick={() => ask('tasks/get')}>
          Status
        </Button>
        <Button
          {...shared}
          aria-pressed={polled}
          disabled={refusal !== '' || (isOver(status) && !polled)}
          onClick={() =>
            polled ? stopPolling(session, taskId) : void pollTask(session, taskId, task.pollMs)
          }
        >
          {polled ? 'Stop polling' : 'Poll'}
        </Button>
        <Button {...shared} disabled={refusal !== '' || isOver(status)} onClick={() => ask('tasks/cancel')}>
          Cancel task
        </Button>
      </div>
    </section>
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

/** A time of the server as local wall-clock time; what is no time stays as it is. */
function clock(time: string): string {
  return Number.isNaN(Date.parse(time)) ? time : clockWords(time, 0);
}
