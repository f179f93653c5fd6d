import { useEffect, useRef, useState } from 'react';
import { fileInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { host, settled } from '../host/host.ts';
import { useScreen } from '../screen/screen-store.ts';
import { type StatisticsBySession, StatisticsLoop } from './statistics-loop.ts';

/** The statistics of these sessions, which follow their logs; undefined until they were read for the first time. */
export function useStatistics(sessions: readonly string[]): StatisticsBySession | undefined {
  const key = sessions.join(' ');
  const [read, setRead] = useState<{ readonly key: string; readonly all: StatisticsBySession }>();
  const revision = useScreen(({ panelRevisions, sessions: infos }) =>
    sessions.map((session) => `${panelRevisions[session] ?? 0} ${isOpening(infos, session)}`).join(' '),
  );
  const loop = useRef<StatisticsLoop>(undefined);
  useEffect(() => {
    const own = new StatisticsLoop({
      sessions: key.split(' ').filter((session) => session !== ''),
      read: (session) => settled(host().readStatistics({ session })),
      onRead: (all) => setRead({ key, all }),
      now: () => performance.now(),
    });
    loop.current = own;
    return () => own.close();
  }, [key]);
  useEffect(() => loop.current?.news(), [key, revision]);
  return read?.key === key ? read.all : undefined;
}

/** Of a file that is still being read there are no statistics; its end need not change a row. */
function isOpening(infos: readonly SessionInfo[], session: string): boolean {
  return fileInfo(infos.find((info) => info.session === session))?.opening !== undefined;
}
