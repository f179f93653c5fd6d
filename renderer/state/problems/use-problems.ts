import { useEffect, useMemo } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { type PlacedProblem, placedProblems } from '../../../app/report/placed-problems.ts';
import { participantNames } from '../log/front-rows.ts';
import { sessionLog } from '../log/log-mirrors.ts';
import { useScreen } from '../screen/screen-store.ts';
import { type HeldProblems, isReading, readProblems, useProblems } from './problems-store.ts';

/** Between two readings of a session that grows, in milliseconds at the least, and in times of the last reading. */
const PACE_MS = 700;
const PACE_TIMES = 4;
/** The badge of a longer log waits until somebody looks at its problems. */
const MOST_UNASKED_ROWS = 100_000;

/** The sessions of a view: one, or those that take part in the merged log. */
export function useViewSessions(info: SessionInfo | undefined): readonly string[] {
  const all = useScreen(({ sessions }) => (info === undefined ? sessions : undefined));
  const leftOut = useScreen(({ leftOut }) => (info === undefined ? leftOut : undefined));
  const own = info?.session;
  return useMemo(
    () => (own === undefined ? participantNames({ sessions: all ?? [], leftOut: leftOut ?? [] }) : [own]),
    [own, all, leftOut],
  );
}

const lastRead = new Map<string, { readonly stamp: string; readonly at: number; readonly took: number }>();

/** What a session's problems depend on; `growth` tells a log that only grew. */
function stampOf(session: string, isOpen: boolean): string {
  const { mirror, findings } = sessionLog(session);
  const { counts } = mirror.state;
  const info = useScreen.getState().sessions.find((one) => one.session === session);
  const { tool, protocol, client, transport, expected } = counts;
  const errors = [tool, protocol, client, transport, expected, findings.list.length].join(' ');
  const run = info?.kind === 'live' ? (info.pid ?? '') : '';
  const still = info?.kind === 'file' && info.opening !== undefined ? 'opening' : '';
  return [errors, run, still, isOpen ? mirror.length : ''].join('|');
}

/** Reads the problems of sessions now and as they grow; an open view follows each row, a badge each error. */
export function useReadProblems(sessions: readonly string[], isOpen: boolean): void {
  const revisions = useScreen((state) => state.panelRevisions);
  const infos = useScreen((state) => state.sessions);
  useEffect(() => {
    const timers = sessions.flatMap((session) => {
      const wait = waitFor(session, isOpen);
      return wait === undefined ? [] : [setTimeout(() => void readNow(session, isOpen), wait)];
    });
    return () => timers.forEach(clearTimeout);
  }, [sessions, isOpen, revisions, infos]);
}

/** After how many milliseconds a session is to be read again; undefined if nothing in it has changed. */
function waitFor(session: string, isOpen: boolean): number | undefined {
  const { counts } = sessionLog(session).mirror.state;
  const { tool, protocol, client, transport, expected } = counts;
  const isCalm = tool + protocol + client + transport + expected === 0;
  if (!isOpen && (isCalm || sessionLog(session).mirror.length > MOST_UNASKED_ROWS)) return undefined;
  const last = lastRead.get(session);
  const isUnread = useProblems.getState().held[session] === undefined && !isReading(session);
  if (last === undefined || isUnread) return isOpen ? 0 : PACE_MS;
  if (last.stamp === stampOf(session, isOpen)) return undefined;
  const due = last.at + Math.max(PACE_MS, last.took * PACE_TIMES);
  return Math.max(0, due - performance.now());
}

async function readNow(session: string, isOpen: boolean): Promise<void> {
  const begun = performance.now();
  const stamp = stampOf(session, isOpen);
  lastRead.set(session, { stamp, at: begun, took: lastRead.get(session)?.took ?? 0 });
  await readProblems(session);
  lastRead.set(session, { stamp, at: performance.now(), took: performance.now() - begun });
}

/** What is held of the sessions of a view: their problems together, or nothing before all are read. */
export function useHeldProblems(sessions: readonly string[]): {
  readonly problems: readonly PlacedProblem[] | undefined;
  readonly held: readonly HeldProblems[];
} {
  const all = useProblems((state) => state.held);
  return useMemo(() => {
    const held = sessions.flatMap((session) => all[session] ?? []);
    const lists = held.flatMap(({ list }) => list ?? []);
    if (held.length < sessions.length) return { problems: undefined, held };
    const { sessions: infos } = useScreen.getState();
    const problems = placedProblems(
      lists.map(({ session, fromMs, toMs, problems }) => ({
        ...{ session, fromMs, toMs, problems },
        startedAt: Date.parse(infos.find((info) => info.session === session)?.startedAt ?? '') || 0,
      })),
    );
    return { problems, held };
  }, [sessions, all]);
}
