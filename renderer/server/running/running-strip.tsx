import { useEffect, useRef, useState } from 'react';
import { liveInfo, type ServerRequest, type SessionInfo } from '../../../app/contract/session-info.ts';
import type { Row } from '../../../app/frame/row.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { useEnvelope } from '../../state/log/use-record.ts';
import { selectRow } from '../../state/screen/screen-store.ts';
import { serverActivity, useActivity } from '../../state/server/server-activity.ts';
import { chooseOn, draftKey } from '../../state/server/sidebar-store.ts';
import { isOver, isUnderWay, type TaskInfo, useTasks } from '../../state/server/use-tasks.ts';
import { isTapped } from '../../state/session/session-text.ts';
import { formatDuration } from '../../ui/format/quantity-text.ts';
import { Button, IconButton, kit } from '../../ui/kit.tsx';
import { closeRequest } from '../raw-editor/raw-editor-actions.ts';
import { AnswerButton } from '../requests/server-request-banner.tsx';
import { sendRequest } from '../tools/call-tool.ts';
import {
  AfterCancel,
  CallTitle,
  cancelRunning,
  inputRequests,
  type Progress,
  progressOf,
  progressText,
  progressTokenOf,
  requestDuring,
  useCancelled,
  useNow,
  WAITS_FOR_USER,
} from './running-calls.tsx';
import styles from './running-strip.module.css';

type RunningTaskProps = {
  readonly info: SessionInfo;
  readonly task: TaskInfo;
  readonly elapsedMs: number | undefined;
  readonly onDismiss: () => void;
};

function RunningTask({ info, task, elapsedMs, onDismiss }: RunningTaskProps) {
  const { session } = info;
  const { taskId, tool, status, seq } = task;
  const progress = useProgress(session, task.callSeq);
  const name = tool === '' ? taskId : tool;
  const over = isOver(status);
  const request = liveInfo(info)?.serverRequests.find((one) => one.taskId === taskId);
  return (
    <div className={`${kit.row} ${styles.call}`}>
      <CallTitle method="task" target={name} onClick={() => chooseOn('tasks', session, taskId)} />
      {!over && <ProgressBar of={`task ${name}`} progress={progress} />}
      <span
        className={`${kit.truncate} ${request === undefined ? kit.mute : kit.accent} ${kit.grow}`}
        {...(over ? { role: 'status' } : {})}
      >
        {request === undefined ? taskText(task, progress) : WAITS_FOR_USER}
      </span>
      {elapsedMs !== undefined && !over && (
        <span className={`${kit.fact} ${kit.fixed}`}>{formatDuration(elapsedMs)}</span>
      )}
      {request !== undefined && <AnswerButton size="small" look="primary" info={info} request={request} />}
      {over ? (
        <>
          <Button look="quiet" aria-label={`Show task ${name}`} onClick={() => selectRow(session, seq)}>
            Show
          </Button>
          <IconButton name={`Dismiss task ${name}`} onClick={onDismiss} />
        </>
      ) : (
        <Button
          aria-label={`Cancel task ${name}`}
          onClick={() =>
            void sendRequest(
              { session, key: draftKey(session, 'tasks', taskId) },
              { method: 'tasks/cancel', params: { taskId } },
            )
          }
        >
          Cancel
        </Button>
      )}
    </div>
  );
}

function taskText({ status, message, end }: TaskInfo, progress: Progress | undefined): string {
  if (isOver(status))
    return end?.kind === 'result' && end.result.isError === true ? `${status} · tool error` : status;
  const parts = [status.replace('_', ' '), message, progress === undefined ? '' : progressText(progress)];
  return parts.filter(Boolean).join(' · ');
}

/** A shorter call would only flicker here. */
const SHOWN_AFTER_MS = 350;
/** A server that never answers may have thousands open: the rest is only counted. */
const MAX_SHOWN = 20;

/** The open calls with their progress, and what followed a cancellation. */
export function RunningStrip({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  const { mirror } = useSessionLog(session);
  const { open } = serverActivity(mirror);
  const cancelled = useCancelled((state) => state.calls);
  const own = cancelled.filter((call) => call.session === session);
  const live = info.state === 'ready' || info.state === 'starting';
  const { tasks, dismiss } = useStripTasks(info);
  const waiting = inputRequests(info);
  const now = useNow(live && open.length + tasks.length + waiting.length > 0);
  const started = Date.parse(info.startedAt);
  const running = live ? open.filter((row) => now - started - row.at >= SHOWN_AFTER_MS) : [];
  const openRaw = liveInfo(info)?.http?.openRaw ?? [];
  if (running.length + own.length + tasks.length + waiting.length + openRaw.length === 0) return null;
  const since = (seq: number) => {
    const row = mirror.rowOf(seq);
    return row === undefined ? undefined : now - started - row.at;
  };
  return (
    <section aria-label="Running calls" className={styles.strip}>
      <ul>
        {running.slice(0, MAX_SHOWN).map((row) => (
          <li key={row.seq}>
            <CallLine
              info={info}
              row={row}
              request={requestDuring(info, row.seq)}
              openSeq={row.seq}
              elapsedMs={now - started - row.at}
            />
          </li>
        ))}
        {running.length > MAX_SHOWN && (
          <li className={kit.empty}>and {running.length - MAX_SHOWN} more calls</li>
        )}
        {waiting.slice(0, MAX_SHOWN).map((request) => {
          const row = mirror.rowOf(request.seq);
          if (row === undefined) return null;
          return (
            <li key={request.requestId}>
              <CallLine
                info={info}
                row={row}
                request={request}
                openSeq={row.pair}
                elapsedMs={now - started - row.at}
              />
            </li>
          );
        })}
        {tasks.slice(0, MAX_SHOWN).map((task) => (
          <li key={task.taskId}>
            <RunningTask
              info={info}
              task={task}
              elapsedMs={since(task.callSeq)}
              onDismiss={() => dismiss(task.taskId)}
            />
          </li>
        ))}
        {tasks.length > MAX_SHOWN && <li className={kit.empty}>and {tasks.length - MAX_SHOWN} more tasks</li>}
        {openRaw.map(({ seq, what }) => (
          <li key={seq} className={`${kit.row} ${styles.call}`}>
            <CallTitle method={what} target="" onClick={() => selectRow(session, seq)} />
            <span className={`${kit.truncate} ${kit.mute} ${kit.grow}`}>raw request, still open</span>
            <Button aria-label={`Close ${what}`} onClick={() => void closeRequest(session, seq)}>
              Close
            </Button>
          </li>
        ))}
        {own.map(({ seq, at }) => (
          <li key={seq}>
            <AfterCancel session={session} seq={seq} at={at} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const KEPT_MS = 15_000;

/** The tasks in the strip: active ones and, for a while, those that have just ended. */
function useStripTasks(info: SessionInfo): {
  readonly tasks: readonly TaskInfo[];
  readonly dismiss: (taskId: string) => void;
} {
  const { session } = info;
  const { spawned } = useActivity(session);
  const all = useTasks(session);
  const seen = useRef(new Set<string>());
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const place = (taskId: string) => `${session} ${taskId}`;
  const live = info.state === 'ready' && !isTapped(info);
  const running = live ? all.filter((task) => isUnderWay(task, spawned)) : [];
  for (const { taskId } of running) seen.current.add(place(taskId));
  const ended = all.filter(
    ({ taskId, status }) => isOver(status) && seen.current.has(place(taskId)) && !gone.has(place(taskId)),
  );
  const dismissed = (ids: readonly string[]) =>
    setGone((before) => new Set([...before, ...ids.map((taskId) => `${session} ${taskId}`)]));
  const ids = ended.map(({ taskId }) => taskId).join(' ');
  // The timer restarts when another one ends.
  useEffect(() => {
    if (ids === '') return;
    const timer = setTimeout(() => dismissed(ids.split(' ')), KEPT_MS);
    return () => clearTimeout(timer);
  }, [session, ids]);
  return { tasks: [...running, ...ended], dismiss: (taskId) => dismissed([taskId]) };
}

type CallLineProps = {
  readonly info: SessionInfo;
  readonly row: Row;
  /** The server's question to the user, which must be answered first. */
  readonly request: ServerRequest | undefined;
  /** The request that Cancel cancels. */
  readonly openSeq: number;
  readonly elapsedMs: number;
};

function CallLine({ info, row, request, openSeq, elapsedMs }: CallLineProps) {
  const { session } = info;
  const progress = useProgress(session, request === undefined ? row.seq : 0);
  const name = `${row.method} ${row.target}`.trim();
  return (
    <div className={`${kit.row} ${styles.call}`}>
      <CallTitle method={row.method} target={row.target} onClick={() => selectRow(session, row.seq)} />
      {request === undefined && <ProgressBar of={name} progress={progress} />}
      <span className={`${kit.truncate} ${request === undefined ? kit.mute : kit.accent} ${kit.grow}`}>
        {request !== undefined && WAITS_FOR_USER}
        {request === undefined && (progress === undefined ? 'no progress yet' : progressText(progress))}
      </span>
      <span className={`${kit.fact} ${kit.fixed}`}>{formatDuration(elapsedMs)}</span>
      {request !== undefined && <AnswerButton size="small" look="primary" info={info} request={request} />}
      {!isTapped(info) && (
        <Button aria-label={`Cancel ${name}`} onClick={() => void cancelRunning(session, openSeq)}>
          Cancel
        </Button>
      )}
    </div>
  );
}

function ProgressBar({ of, progress }: { readonly of: string; readonly progress: Progress | undefined }) {
  const measure =
    progress?.total === undefined
      ? {}
      : { max: progress.total, value: Math.min(progress.progress, progress.total) };
  return <progress aria-label={`Progress of ${of}`} {...measure} />;
}

/** The latest progress reported for a request; 0 stands for no request. */
function useProgress(session: string, requestSeq: number): Progress | undefined {
  const { mirror } = useSessionLog(session);
  const request = useEnvelope(session, requestSeq === 0 ? null : requestSeq);
  const token = request?.kind === 'request' ? progressTokenOf(request.params) : '';
  const seq = token === '' ? undefined : serverActivity(mirror).progress.get(token);
  // Progress from before the request belongs to an older one with the same token.
  const envelope = useEnvelope(session, seq === undefined || seq < requestSeq ? null : seq);
  const progress = envelope?.kind === 'notification' ? progressOf(envelope.params) : undefined;
  const [last, setLast] = useState<Progress>();
  useEffect(() => {
    // The bar keeps its position while the next record is read.
    if (progress !== undefined) setLast(progress);
  }, [progress]);
  return progress ?? last;
}
