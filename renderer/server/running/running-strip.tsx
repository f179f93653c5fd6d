import { useEffect, useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { offerActivity } from '../../state/server/offer-activity.ts';
import { AfterCancel } from './after-cancel.tsx';
import { RunningCall } from './running-call.tsx';
import { useCancelled } from './running-store.ts';
import styles from './running-strip.module.css';
import { RunningTask } from './running-task.tsx';
import { useStripTasks } from './use-strip-tasks.ts';

/** A call that ends sooner would only flicker here. */
const SHOWN_AFTER_MS = 350;
const TICK_MS = 200;
/** A server that answers nothing may have thousands open: they are counted. */
const MOST_SHOWN = 20;

/** The calls that are under way, with their progress, and what came after one was cancelled. */
export function RunningStrip({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  const { mirror } = useSessionLog(session);
  const { open } = offerActivity(mirror);
  const cancelled = useCancelled((state) => state.calls);
  const own = cancelled.filter((call) => call.session === session);
  const live = info.state === 'ready' || info.state === 'starting';
  const { tasks, dismiss } = useStripTasks(info);
  const now = useNow(live && open.size + tasks.length > 0);
  const started = Date.parse(info.startedAt);
  const running = live ? [...open.values()].filter((row) => now - started - row.at >= SHOWN_AFTER_MS) : [];
  if (running.length + own.length + tasks.length === 0) return null;
  const since = (seq: number) => {
    const row = mirror.rowOf(seq);
    return row === undefined ? undefined : now - started - row.at;
  };
  return (
    <section aria-label="Running calls" className={styles.strip}>
      <ul>
        {running.slice(0, MOST_SHOWN).map((row) => (
          <li key={row.seq}>
            <RunningCall info={info} row={row} elapsedMs={now - started - row.at} />
          </li>
        ))}
        {running.length > MOST_SHOWN && (
          <li className={styles.more}>and {running.length - MOST_SHOWN} more calls</li>
        )}
        {tasks.slice(0, MOST_SHOWN).map((task) => (
          <li key={task.taskId}>
            <RunningTask
              info={info}
              task={task}
              elapsedMs={since(task.callSeq)}
              onDismiss={() => dismiss(task.taskId)}
            />
          </li>
        ))}
        {tasks.length > MOST_SHOWN && (
          <li className={styles.more}>and {tasks.length - MOST_SHOWN} more tasks</li>
        )}
        {own.map(({ seq, at }) => (
          <li key={seq}>
            <AfterCancel session={session} seq={seq} at={at} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The time, told again and again while somebody needs it; milliseconds since 1970. */
function useNow(needed: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!needed) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [needed]);
  return now;
}
