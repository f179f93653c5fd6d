import { useMemo } from 'react';
import type { SessionMarkProps } from '../../ui/controls/session-mark.tsx';
import type { ScreenState } from '../screen/screen-state.ts';
import { useScreen } from '../screen/screen-store.ts';
import { sessionNames } from '../session/session-names.ts';
import { sessionLog } from './log-mirrors.ts';
import { MergedRows, type MergedSession } from './merged-rows.ts';

const rows = new MergedRows();

/** The merged rows, level with the logs of the sessions that take part. */
export function mergedRows(): MergedRows {
  rows.sync(participants(useScreen.getState()));
  return rows;
}

/** The merged rows for a component: drawn again whenever one of the logs changes. */
export function useMergedRows(): MergedRows {
  useScreen((state) => state.revisions);
  useScreen((state) => state.sessions);
  useScreen((state) => state.leftOut);
  return mergedRows();
}

/** The sessions that take part in the merged log, in the order of their tabs. */
export function participantNames({ sessions, leftOut }: Pick<ScreenState, 'sessions' | 'leftOut'>): string[] {
  return sessions.map(({ session }) => session).filter((session) => !leftOut.includes(session));
}

/** What each open session is called in the merged log. */
export function useSessionNames(): ReadonlyMap<string, SessionMarkProps> {
  const sessions = useScreen((state) => state.sessions);
  return useMemo(() => sessionNames(sessions), [sessions]);
}

function participants(state: ScreenState): MergedSession[] {
  const taking = new Set(participantNames(state));
  return state.sessions
    .filter(({ session }) => taking.has(session))
    .map((info) => {
      const base = Date.parse(info.startedAt);
      return { info, log: sessionLog(info.session), base: Number.isNaN(base) ? 0 : base };
    });
}
