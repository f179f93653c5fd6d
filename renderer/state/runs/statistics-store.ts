import { useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import type { Result } from '../../../app/base/result.ts';
import type { EarlierRecording } from '../../../app/contract/recording-commands.ts';
import { fileInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import type { Statistics } from '../../../app/contract/stats-commands.ts';
import type { HostVersion, Lens } from '../../../app/hosts/lens/lens.ts';
import type { RunHealth } from '../../../app/report/health/run-health.ts';
import { host, settled } from '../host/host.ts';
import { PulledSnapshot } from '../log/pulled-pages.ts';
import { useScreen } from '../screen/screen-store.ts';

/** The statistics of sessions, or why they cannot be read. */
export type StatisticsBySession = ReadonlyMap<string, Result<Statistics>>;

/** The statistics of these sessions, kept up to date with their logs; undefined until first read. `hosts` by session. */
export function useStatistics(
  sessions: readonly string[],
  hosts: ReadonlyMap<string, Pick<Lens, 'host'>> = NO_HOSTS,
): StatisticsBySession | undefined {
  const key = sessions.map((session) => JSON.stringify([session, hosts.get(session)?.host])).join('\n');
  const [read, setRead] = useState<{ readonly key: string; readonly all: StatisticsBySession }>();
  const revision = useScreen(({ panelRevisions, sessions: infos }) =>
    sessions.map((session) => `${panelRevisions[session] ?? 0} ${isOpening(infos, session)}`).join(' '),
  );
  const reader = useRef<PulledSnapshot>(undefined);
  useEffect(() => {
    const own = new PulledSnapshot(async () => setRead({ key, all: await readAll(key) }));
    reader.current = own;
    return () => own.close();
  }, [key]);
  useEffect(() => reader.current?.news(), [key, revision]);
  return read?.key === key ? read.all : undefined;
}

const NO_HOSTS: ReadonlyMap<string, Pick<Lens, 'host'>> = new Map();

/** `key` has a line for each session, as JSON: its name, and its host if it has one. */
async function readAll(key: string): Promise<StatisticsBySession> {
  const all = new Map<string, Result<Statistics>>();
  for (const line of key.split('\n').filter((one) => one !== '')) {
    const [session, through]: [string, HostVersion | null] = JSON.parse(line);
    const asked = through === null ? { session } : { session, host: through };
    all.set(session, await settled(host().readStatistics(asked)));
  }
  return all;
}

/** A file that is still being read has no statistics; reaching its end need not change a row. */
function isOpening(infos: readonly SessionInfo[], session: string): boolean {
  return fileInfo(infos.find((info) => info.session === session))?.opening !== undefined;
}

/** The earlier recordings of a session's server, and their statistics. */
export type EarlierRuns = {
  /** Newest first; undefined until searched. */
  readonly recordings: readonly EarlierRecording[] | undefined;
  readonly runs: readonly RunHealth[];
  /** One sentence per unreadable recording. */
  readonly faults: readonly string[];
  /** How many of `recordings` were tried. */
  readonly read: number;
  /** How far the current reading goes, and its name at the host; undefined if there is none. */
  readonly reading: { readonly name: string; readonly to: number } | undefined;
};

const NOTHING: EarlierRuns = { recordings: undefined, runs: [], faults: [], read: 0, reading: undefined };
/** How many are read at once; more on demand. */
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

/** Finds the earlier recordings of a session's server, without reading them. */
export async function findEarlierRuns(session: string): Promise<void> {
  if (held(session).recordings !== undefined) return;
  const found = await settled(host().earlierRecordings({ session }));
  if (found.ok) change(session, { recordings: found.value });
  else change(session, { recordings: [], faults: [found.error] });
}

/** Reads the next recordings one by one, newest first, and shows each as soon as it is read. */
export async function readEarlierRuns(session: string): Promise<void> {
  const { recordings = [], read, reading } = held(session);
  if (reading !== undefined) return;
  const name = crypto.randomUUID();
  const to = Math.min(recordings.length, read + RUNS_AT_ONCE);
  change(session, { reading: { name, to } });
  for (let at = read; at < to; at += 1) {
    const { path = '', name: file = '' } = recordings[at] ?? {};
    const run = await settled(host().readEarlierRun({ session, path, reading: name }));
    // A user who stopped it does not need the recording being read.
    if (held(session).reading?.name !== name) return;
    const { runs, faults } = held(session);
    if (run.ok) change(session, { runs: [...runs, ...run.value], read: at + 1 });
    else change(session, { faults: [...faults, `${file}: ${run.error}`], read: at + 1 });
  }
  change(session, { reading: undefined });
}

/** Stops reading recordings; loaded ones stay. */
export function stopEarlierRuns(session: string): void {
  const { reading } = held(session);
  if (reading === undefined) return;
  change(session, { reading: undefined });
  void settled(host().stopEarlierRun({ reading: reading.name }));
}
