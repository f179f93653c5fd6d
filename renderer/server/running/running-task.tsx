import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { selectRow } from '../../state/screen/screen-actions.ts';
import { chooseOn, draftKey } from '../../state/server/rail-store.ts';
import { isOver, type TaskInfo } from '../../state/server/task-book.ts';
import { Button } from '../../ui/controls/button.tsx';
import callName from '../../ui/controls/call-name.module.css';
import { CrossMark } from '../../ui/controls/cross-mark.tsx';
import { durationWords } from '../../ui/format/duration-words.ts';
import { sendRequest } from '../tools/call-tool.ts';
import { type Progress, progressWords } from './progress-of.ts';
import styles from './running-strip.module.css';
import { useProgress } from './use-progress.ts';

type Props = {
  readonly info: SessionInfo;
  readonly task: TaskInfo;
  /** Since its call, in milliseconds; undefined where that is not known. */
  readonly elapsedMs: number | undefined;
  readonly onDismiss: () => void;
};

/** A task that a call became: how far it is, and for a while how it ended. */
export function RunningTask({ info, task, elapsedMs, onDismiss }: Props) {
  const { session } = info;
  const { taskId, tool, status, seq } = task;
  const progress = useProgress(session, task.callSeq);
  const name = tool === '' ? taskId : tool;
  const over = isOver(status);
  return (
    <div className={styles.call}>
      <Button
        look="bare"
        className={`${callName.name} ${styles.name}`}
        onClick={() => chooseOn('tasks', session, taskId)}
      >
        <span className={callName.method}>task</span>
        <b className={callName.target}> {name}</b>
      </Button>
      {!over && (
        <progress
          aria-label={`Progress of task ${name}`}
          {...(progress?.total === undefined
            ? {}
            : { max: progress.total, value: Math.min(progress.progress, progress.total) })}
        />
      )}
      <span className={styles.words} {...(over ? { role: 'status' } : {})}>
        {taskWords(task, progress)}
      </span>
      {elapsedMs !== undefined && !over && <span className={styles.time}>{durationWords(elapsedMs)}</span>}
      {over ? (
        <>
          <Button look="quiet" aria-label={`Show task ${name}`} onClick={() => selectRow(session, seq)}>
            Show
          </Button>
          <Button look="icon" aria-label={`Dismiss task ${name}`} onClick={onDismiss}>
            <CrossMark />
          </Button>
        </>
      ) : (
        <Button
          aria-label={`Cancel task ${name}`}
          onClick={() =>
            void sendRequest({ session, key: draftKey('tasks', session, taskId) }, 'tasks/cancel', { taskId })
          }
        >
          Cancel
        </Button>
      )}
    </div>
  );
}

function taskWords({ status, message, end }: TaskInfo, progress: Progress | undefined): string {
  if (isOver(status))
    return end?.kind === 'result' && end.result.isError === true ? `${status} · tool error` : status;
  const said = [status.replace('_', ' '), message, progress === undefined ? '' : progressWords(progress)];
  return said.filter(Boolean).join(' · ');
}
