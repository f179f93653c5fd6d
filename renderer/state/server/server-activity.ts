import { type Activity, heldActivity, NO_ACTIVITY } from '../../../app/session/server-activity.ts';
import { host, settled } from '../host/host.ts';
import type { LogMirror } from '../log/log-mirror.ts';
import { logMirrors, useSessionLog } from '../log/log-mirrors.ts';
import { PulledSnapshot } from '../log/pulled-pages.ts';

const activities = new WeakMap<LogMirror, { now: Activity }>();

/** The activity of a log; requested on first use, and updated with the log. */
export function serverActivity(mirror: LogMirror): Activity {
  const known = activities.get(mirror);
  if (known !== undefined) return known.now;
  const held = { now: NO_ACTIVITY };
  activities.set(mirror, held);
  const { session } = mirror.state;
  const pulled = new PulledSnapshot(async () => {
    const { revision } = held.now;
    const read = await settled(host().readActivity({ session, revision }));
    if (!read.ok || read.value === null) return;
    held.now = heldActivity(read.value);
    logMirrors.redraw(session);
  }, ACTIVITY_PAUSE_MS);
  mirror.watch(() => pulled.news());
  pulled.news();
  return held.now;
}

/** The activity of a session's log, as a hook that follows it. */
export function useActivity(session: string): Activity {
  return serverActivity(useSessionLog(session).mirror);
}

/** The minimum pause between two reads, in milliseconds: a new call must be visible at once. */
const ACTIVITY_PAUSE_MS = 30;
