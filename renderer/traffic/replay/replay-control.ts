import { create } from 'zustand';
import { partitionPoint } from '../../../app/base/partition-point.ts';
import { sessionRows } from '../../state/log/front-rows.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { timedLength } from '../../state/log/row-source.ts';
import type { SessionLog } from '../../state/log/session-log.ts';
import { giveFocus } from '../../state/screen/focus-targets.ts';
import { scrollToRow, selectRow, setFollowing } from '../../state/screen/screen-actions.ts';
import { activeSession, useScreen } from '../../state/screen/screen-store.ts';
import { actionsOf } from '../../ui/controls/action.ts';
import { nextError } from '../log/row-navigation.ts';

type LaterRows = 'dimmed' | 'hidden';

type ReplayState = {
  /** By session; a recording without an entry is at its end and shows every row. */
  readonly playheads: { readonly [session: string]: Playhead };
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

/** The playhead of a session, or null if it is at the end or has never moved. */
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
    timeAt: (index) => table.columns.at.at(index),
  };
}

/** True for a row that has not happened yet at the playhead; a bookmark added afterwards counts by its time. */
export function isLater(log: SessionLog, index: number, playhead: Playhead): boolean {
  const { table } = log.mirror;
  return index < timedLength(table) ? index > playhead.index : table.columns.at.at(index) > playhead.at;
}

const { getState: get, setState: set } = useReplay;
/** The next picture of each session that plays. */
const pictures = new Map<string, number>();

/** The session in front if it is a recording; only recordings are played. */
export function activeReplay(): string | undefined {
  const info = useScreen.getState().merged ? undefined : activeSession();
  return info?.kind === 'file' ? info.session : undefined;
}

/** The recording in front, if its playhead is not at the end. */
export function engagedReplay(): string | undefined {
  const session = activeReplay();
  return session === undefined || get().playheads[session] === undefined ? undefined : session;
}

/** The playhead of a recording. */
export function playheadOf(session: string): Playhead {
  const rows = timedRows(sessionLog(session));
  return get().playheads[session] ?? playheadOn(rows, rows.length - 1);
}

export function togglePlaying(session: string): void {
  if (pictures.has(session)) pause(session);
  else play(session);
}

/** Moves the playhead to a time in milliseconds; the log shows that place. */
export function seekTime(session: string, at: number): void {
  const rows = timedRows(sessionLog(session));
  moved(session, playheadAt(rows, at), 'centre');
}

function seekRow(session: string, index: number): void {
  const log = sessionLog(session);
  moved(session, playheadOn(timedRows(log), index), 'centre');
  selectRow(session, log.mirror.table.columns.seq.at(index));
}

/** Moves the playhead one frame on (1) or back (-1), among those that the filter shows. */
export function stepFrame(session: string, step: 1 | -1): void {
  pause(session);
  const log = sessionLog(session);
  const found = frameBeside(log, playheadOf(session).index, step);
  if (found >= 0) seekRow(session, found);
}

function frameBeside(log: SessionLog, index: number, step: 1 | -1): number {
  const { visible, mirror } = log;
  let position = step > 0 ? visible.positionFrom(index + 1) : visible.positionFrom(index) - 1;
  for (; position >= 0 && position < visible.length; position += step) {
    const found = visible.indexAt(position);
    if (mirror.table.columns.kind.at(found) === 'frame') return found;
  }
  return -1;
}

/** Moves the playhead to the next (1) or previous (-1) error, around the end. */
export function stepError(session: string, step: 1 | -1): void {
  pause(session);
  const log = sessionLog(session);
  const playhead = get().playheads[session];
  const index = playhead === undefined ? selectedIndex(session, log) : playhead.index;
  const rows = sessionRows(session);
  const found = rows && nextError(rows, index < 0 ? null : { session, index }, step);
  if (found !== undefined) seekRow(session, found.index);
}

/** Moves the playhead to the selected row. */
export function seekSelected(session: string): void {
  const index = selectedIndex(session, sessionLog(session));
  if (index >= 0) seekRow(session, index);
}

/** Leaves playback: every row is shown again. */
export function showWhole(session: string): void {
  pause(session);
  const rows = timedRows(sessionLog(session));
  moved(session, playheadOn(rows, rows.length - 1), 'nearest');
}

function changeSpeed(step: 1 | -1): void {
  set(({ speed }) => ({ speed: nextSpeed(speed, step) }));
}

export function toggleSkipIdle(): void {
  set(({ skipIdle }) => ({ skipIdle: !skipIdle }));
}

export function toggleLater(): void {
  set(({ later }) => ({ later: later === 'dimmed' ? 'hidden' : 'dimmed' }));
}

function selectedIndex(session: string, log: SessionLog): number {
  const selected = useScreen.getState().views[session]?.selected ?? null;
  return selected === null ? -1 : log.mirror.table.indexOf(selected);
}

function moved(session: string, playhead: Playhead, align: 'nearest' | 'centre'): void {
  const ended = isAtEnd(timedRows(sessionLog(session)), playhead);
  set(({ playheads: { [session]: _, ...others } }) => ({
    playheads: ended ? others : { ...others, [session]: playhead },
  }));
  if (useScreen.getState().active === session) scrollToRow(session, Math.max(playhead.index, 0), align);
}

/** Plays from the playhead on; from the start if the playhead is at the end. */
function play(session: string): void {
  const rows = timedRows(sessionLog(session));
  if (rows.length === 0) return;
  if (isAtEnd(rows, playheadOf(session)))
    moved(session, { ...playheadAt(rows, Number.NEGATIVE_INFINITY), index: -1 }, 'nearest');
  setFollowing(session, false);
  set(({ playing }) => ({ playing: [...playing, session] }));
  requestPicture(session, performance.now());
}

/** Moves the playhead with the clock at the next picture; `last` is the time of the one before, in milliseconds. */
function requestPicture(session: string, last: number): void {
  const picture = requestAnimationFrame(() => {
    const rows = timedRows(sessionLog(session));
    const now = performance.now();
    const playhead = advance(rows, playheadOf(session), now - last, get());
    moved(session, playhead, 'nearest');
    if (isAtEnd(rows, playhead)) pause(session);
    else requestPicture(session, now);
  });
  pictures.set(session, picture);
}

function pause(session: string): void {
  const picture = pictures.get(session);
  if (picture === undefined) return;
  cancelAnimationFrame(picture);
  pictures.delete(session);
  set(({ playing }) => ({ playing: playing.filter((name) => name !== session) }));
}

/** Forgets the playback of sessions that were closed. */
export function followClosedSessions(): void {
  useScreen.subscribe(({ sessions }, before) => {
    if (sessions === before.sessions) return;
    for (const session of new Set([...pictures.keys(), ...Object.keys(get().playheads)])) {
      if (sessions.some((info) => info.session === session)) continue;
      pause(session);
      set(({ playheads: { [session]: _, ...playheads } }) => ({ playheads }));
    }
  });
}

export const REPLAY_ACTIONS = actionsOf(
  'Replay',
  [
    ['Play or pause', 'Space', inFront(togglePlaying)],
    ['Step to the next frame', '.', inFront((session) => stepFrame(session, 1))],
    ['Step to the previous frame', ',', inFront((session) => stepFrame(session, -1))],
    ['Play to here: the next error', '', inFront((session) => stepError(session, 1))],
    ['Play to here: the previous error', '', inFront((session) => stepError(session, -1))],
    ['Play faster', '>', () => changeSpeed(1)],
    ['Play slower', '<', () => changeSpeed(-1)],
    ['Skip idle time', 'i', toggleSkipIdle],
    ['Dim or hide later rows', 'l', toggleLater],
    ['Jump to a time', 't', () => giveFocus('replay-time')],
    ['Move the playhead to the selected row', 'h', inFront(seekSelected)],
    ['Show the whole recording', 'w', inFront(showWhole)],
  ],
  () => activeReplay() !== undefined,
);

function inFront(act: (session: string) => void): () => void {
  return () => {
    const session = activeReplay();
    if (session !== undefined) act(session);
  };
}

/** The rows that playback moves over: times in milliseconds, in order. */
export type TimedRows = { readonly length: number; timeAt(index: number): number };

export type Playhead = {
  readonly at: number;
  /** The last row that has happened; -1 before the first. Every row after it is later. */
  readonly index: number;
};

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16] as const;
export type Speed = (typeof SPEEDS)[number];

/** A stretch without rows that is longer than this is idle, in milliseconds of the recording. */
const IDLE_MS = 1000;
/** How long before its next row a skipped stretch ends. */
const LEAD_MS = 150;

/** The index of the last row at or before `at`; -1 for none. Binary search: rows come in time order. */
export function rowAtTime(rows: TimedRows, at: number): number {
  return partitionPoint(rows.length, (index) => rows.timeAt(index) <= at) - 1;
}

/** The playhead at a time; beyond an end, at that end. */
export function playheadAt(rows: TimedRows, at: number): Playhead {
  if (rows.length === 0) return { at: 0, index: -1 };
  const inside = Math.min(Math.max(at, rows.timeAt(0)), rows.timeAt(rows.length - 1));
  return { at: inside, index: rowAtTime(rows, inside) };
}

/** The playhead on a row: rows of the same moment that come after it are later. */
export function playheadOn(rows: TimedRows, index: number): Playhead {
  if (rows.length === 0) return { at: 0, index: -1 };
  const inside = Math.min(Math.max(index, 0), rows.length - 1);
  return { at: rows.timeAt(inside), index: inside };
}

export function isAtEnd(rows: TimedRows, playhead: Playhead): boolean {
  return playhead.index >= rows.length - 1;
}

export type Pace = { readonly speed: Speed; readonly skipIdle: boolean };

/** The playhead after `elapsedMs` milliseconds of playing. It never moves back. */
export function advance(rows: TimedRows, from: Playhead, elapsedMs: number, pace: Pace): Playhead {
  if (isAtEnd(rows, from)) return from;
  const at = from.at + Math.max(0, elapsedMs) * pace.speed;
  const next = rows.timeAt(from.index + 1);
  if (pace.skipIdle && next - from.at > IDLE_MS && at < next - LEAD_MS) {
    return { at: next - LEAD_MS, index: from.index };
  }
  const reached = playheadAt(rows, at);
  return { at: reached.at, index: Math.max(reached.index, from.index) };
}

/** The next faster (1) or slower (-1) speed; at an end, the same. */
export function nextSpeed(speed: Speed, step: 1 | -1): Speed {
  return SPEEDS[SPEEDS.indexOf(speed) + step] ?? speed;
}
