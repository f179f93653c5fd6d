import { useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import type { Result } from '../../../app/base/result.ts';
import type { EarlierRecording } from '../../../app/contract/recording-commands.ts';
import { fileInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import type { Statistics } from '../../../app/contract/stats-commands.ts';
import type { RunHealth } from '../../../app/report/health/run-health.ts';
import { host, settled } from '../host/host.ts';
import { PulledWhole } from '../log/pulled-pages.ts';
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
  const reader = useRef<PulledWhole>(undefined);
  useEffect(() => {
    const own = new PulledWhole(async () => setRead({ key, all: await readAll(key.split(' ')) }));
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

/** The earlier recordings of one session's server, and what was read of them. */
export type EarlierRuns = {
  /** The newest first; undefined until they were looked for. */
  readonly recordings: readonly EarlierRecording[] | undefined;
  readonly runs: readonly RunHealth[];
  /** One sentence for each recording that could not be read. */
  readonly faults: readonly string[];
  /** How many of `recordings` were read, or could not be. */
  readonly read: number;
  /** Up to how many are being read now, under which name at the host; undefined while none is. */
  readonly reading: { readonly name: string; readonly to: number } | undefined;
};

const NOTHING: EarlierRuns = { recordings: undefined, runs: [], faults: [], read: 0, reading: undefined };
/** This many are read at once; more on demand. */
export const RUNS_AT_ONCE = 10;

const useRuns = create<{ readonly [session: string]: EarlierRuns }>(() => ({}));

export function useEarlierRuns(session: string): EarlierRuns {
  return useRuns((state) => state[session] ?? NOTHING);
}

function change(session: string, to: Partial<EarlierRuns>): void {
  useRuns.setState((state) => ({ [session]: { ...(state[session] ?? NOTHING), ...to } }));
}

function held(session: string): EarlierRuns {
  return useRuns.getState()[session] ?? NOTHING;
}

/** Looks for the earlier recordings of a session's server; reads none of them. */
export async function findEarlierRuns(session: string): Promise<void> {
  if (held(session).recordings !== undefined) return;
  const found = await settled(host().earlierRecordings({ session }));
  if (found.ok) change(session, { recordings: found.value });
  else change(session, { recordings: [], faults: [found.error] });
}

/** Reads the next recordings, the newest first, one after the other; each is shown as soon as it is read. */
export async function readEarlierRuns(session: string): Promise<void> {
  const { recordings = [], read, reading } = held(session);
  if (reading !== undefined) return;
  const name = crypto.randomUUID();
  const to = Math.min(recordings.length, read + RUNS_AT_ONCE);
  change(session, { reading: { name, to } });
  for (let at = read; at < to; at += 1) {
    const { path = '', name: file = '' } = recordings[at] ?? {};
    const run = await settled(host().readEarlierRun({ session, path, reading: name }));
    // Whoever has stopped it wants to hear nothing of the recording that was being read.
    if (held(session).reading?.name !== name) return;
    const { runs, faults } = held(session);
    if (run.ok) change(session, { runs: [...runs, ...run.value], read: at + 1 });
    else change(session, { faults: [...faults, `${file}: ${run.error}`], read: at + 1 });
  }
  change(session, { reading: undefined });
}

/** Reads no further recording; what was read stays. */
export function stopEarlierRuns(session: string): void {
  const { reading } = held(session);
  if (reading === undefined) return;
  change(session, { reading: undefined });
  void settled(host().stopEarlierRun({ reading: reading.name }));
}
