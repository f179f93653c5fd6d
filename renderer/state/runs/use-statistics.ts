import { useEffect, useRef, useState } from 'react';
import type { Result } from '../../../app/base/result.ts';
import { fileInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import type { Statistics } from '../../../app/contract/stats-commands.ts';
import { host, settled } from '../host/host.ts';
import { PacedReader } from '../host/paced-reader.ts';
import { useScreen } from '../screen/screen-store.ts';

/** The statistics of some sessions, each with its sentence if they cannot be read. */
export type StatisticsBySession = ReadonlyMap<string, Result<Statistics>>;

/** The statistics of these sessions, which follow their logs; undefined until they were read for the first time. */
export function useStatistics(sessions: readonly string[]): StatisticsBySession | undefined {
  const key = sessions.join(' ');
  const [read, setRead] = useState<{ readonly key: string; readonly all: StatisticsBySession }>();
  const revision = useScreen(({ panelRevisions, sessions: infos }) =>
    sessions.map((session) => `${panelRevisions[session] ?? 0} ${isOpening(infos, session)}`).join(' '),
  );
  const reader = useRef<PacedReader>(undefined);
  useEffect(() => {
    const own = new PacedReader({ read: async () => setRead({ key, all: await readAll(key.split(' ')) }) });
    reader.current = own;
    return () => own.close();
  }, [key]);
  useEffect(() => reader.current?.news(), [key, revision]);
  return read?.key === key ? read.all : undefined;
}

async function readAll(sessions: readonly string[]): Promise<StatisticsBySession> {
  const all = new Map<string, Result<Statistics>>();
  for (const session of sessions) {
    if (session !== '') all.set(session, await settled(host().readStatistics({ session })));
  }
  return all;
}

/** Of a file that is still being read there are no statistics; its end need not change a row. */
function isOpening(infos: readonly SessionInfo[], session: string): boolean {
  return fileInfo(infos.find((info) => info.session === session))?.opening !== undefined;
}
