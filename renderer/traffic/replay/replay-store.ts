import { create } from 'zustand';
import type { SessionLog } from '../../state/log/session-log.ts';
import { timedLength } from '../../state/log/time-order.ts';
import type { Playhead, Speed, TimedRows } from './playback.ts';

/** What is done with rows later than the playhead. */
export type LaterRows = 'dimmed' | 'hidden';

export type ReplayState = {
  /** By session; a recording that is not here stands at its end, with every row shown. */
  readonly playheads: { readonly [session: string]: Playhead };
  /** The sessions that play right now. */
  readonly playing: readonly string[];
  readonly speed: Speed;
  readonly skipIdle: boolean;
  readonly later: LaterRows;
};

export const useReplay = create<ReplayState>(() => ({
  playheads: {},
  playing: [],
  speed: 1,
  skipIdle: true,
  later: 'dimmed',
}));

/** The playhead of a session, or null where it stands at the end or never was moved. */
export function usePlayhead(session: string): Playhead | null {
  return useReplay((state) => state.playheads[session] ?? null);
}

/** The rows of a log that have an order in time. */
export function timedRows(log: SessionLog): TimedRows {
  const { table } = log.mirror;
  return {
    get length() {
      return timedLength(table);
    },
    timeAt: (index) => table.timeAt(index),
  };
}

/** True for a row that has not happened yet at the playhead; a mark set afterwards counts by its time. */
export function isLater(log: SessionLog, index: number, playhead: Playhead): boolean {
  const { table } = log.mirror;
  return index < timedLength(table) ? index > playhead.index : table.timeAt(index) > playhead.at;
}
