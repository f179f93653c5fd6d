import { sessionLog } from '../log/log-mirrors.ts';
import { readRemembered, remember } from '../screen/kept-entries.ts';
import { type ScreenState, selectRow, useScreen } from '../screen/screen-store.ts';
import { isLabSession } from '../server/listed.ts';
import { useProfiles } from './profiles-store.ts';
import { firstRowOfTier } from './show-row.ts';

const KEY = 'has-selected';

/**
 * Selects the tool error of the error lab when the app is started for the first time, so that its first minute shows
 * what a tier is. Once a row was selected, by this or by the user, it never does so again. Gives the end of it.
 */
export function followFirstStart(): () => void {
  if (readRemembered(KEY) === true) return () => undefined;
  const stop = useScreen.subscribe((state) => {
    const isUsed = Object.values(state.views).some(({ selected }) => selected !== null);
    const lesson = isUsed ? undefined : firstLesson(state);
    if (!isUsed && lesson === undefined) return;
    stop();
    remember(KEY, true);
    if (lesson !== undefined) selectRow(lesson.session, lesson.seq);
  });
  return stop;
}

/** The row of the tool error, once the lab has made all of its first calls; the last of them ends its server. */
function firstLesson({ sessions }: ScreenState): { session: string; seq: number } | undefined {
  const [info, ...others] = sessions;
  if (info === undefined || others.length > 0 || info.kind !== 'live' || !isLabSession(info))
    return undefined;
  if (useProfiles.getState().profiles.length > 0) return undefined;
  const { mirror } = sessionLog(info.session);
  if (!mirror.upToDate || mirror.state.counts.transport === 0) return undefined;
  const row = firstRowOfTier(info.session, 'tool');
  return row === undefined ? undefined : { session: info.session, seq: row.seq };
}
