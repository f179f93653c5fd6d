import { create } from 'zustand';
import type { PlacedKey } from '../../../app/contract/view-commands.ts';
import { host, settled } from '../../state/host/host.ts';
import { type DrawnItem, nextOfKind, placeOf } from '../../state/log/front-view.ts';
import { giveFocus } from '../../state/screen/focus-targets.ts';
import {
  activeSession,
  scrollToRow,
  selectRow,
  setFollowing,
  useScreen,
} from '../../state/screen/screen-store.ts';
import { actionsOf } from '../../ui/controls/action.ts';

type ReplayState = {
  /** By session; a recording without an entry is at its end and shows every row. */
  readonly playheads: { readonly [session: string]: Playhead };
  readonly playing: readonly string[];
  readonly speed: Speed;
  readonly skipIdle: boolean;
  readonly later: 'dimmed' | 'hidden';
};

export const useReplay = create<ReplayState>(() => ({
  playheads: {},
  playing: [],
  speed: 1,
  skipIdle: true,
  later: 'dimmed',
}));

/** The playhead of a session; null if it is at the end or has never moved. */
export function usePlayhead(session: string): Playhead | null {
  return useReplay((state) => state.playheads[session] ?? null);
}

/** True for a row after the playhead; a bookmark added later counts by its time. */
export function isLater(
  { index, row }: Pick<DrawnItem, 'index' | 'row'>,
  timed: number,
  playhead: Playhead,
): boolean {
  return index < timed ? index > playhead.index : row.at > playhead.at;
}

const { getState: get, setState: set } = useReplay;
/** The next frame of each playing session. */
const pictures = new Map<string, number>();

/** The active session if it is a recording; only recordings are played. */
export function activeReplay(): string | undefined {
  const info = useScreen.getState().merged ? undefined : activeSession();
  return info?.kind === 'file' ? info.session : undefined;
}

/** The active recording, if its playhead is not at the end or is about to leave it. */
export function engagedReplay(): string | undefined {
  const session = activeReplay();
  if (session === undefined) return undefined;
  return get().playheads[session] !== undefined || underWay.includes(session) ? session : undefined;
}

/** The playhead of a recording; null while every row is shown. */
function playheadOf(session: string): Playhead | null {
  return get().playheads[session] ?? null;
}

export function togglePlaying(session: string): void {
  if (pictures.has(session)) pause(session);
  else void play(session);
}

/** Playhead moves are queued: each starts from the result of the previous one. */
let moving: Promise<void> = Promise.resolve();
/** The session of each move in progress. */
const underWay: string[] = [];

function inTurn(session: string, move: () => Promise<void>): void {
  underWay.push(session);
  moving = moving.then(move).finally(() => underWay.shift());
}

type Wanted = { readonly session: string; at: number };

/** The requested playhead time; of several only the last one is used. */
let wanted: Wanted | undefined;

/** Moves the playhead to a time in milliseconds, and scrolls the log there. */
export function seekTime(session: string, at: number): void {
  if (wanted?.session === session) {
    wanted.at = at;
    return;
  }
  const target: Wanted = { session, at };
  wanted = target;
  inTurn(session, async () => {
    const times = timesOf(session);
    await times.load(0);
    const time = Math.min(Math.max(target.at, times.first), times.last);
    if (wanted === target) wanted = undefined;
    const index = await times.indexAt(time);
    if (index !== undefined) moved(session, { at: time, index }, 'center');
  });
}

async function seekRow(session: string, { index, at, seq }: PlacedKey): Promise<void> {
  await timesOf(session).load(0);
  moved(session, { at, index }, 'center');
  selectRow(session, seq);
}

/** Moves the playhead one filtered frame forward (1) or back (-1). */
export function stepFrame(session: string, step: 1 | -1): void {
  pause(session);
  inTurn(session, async () => {
    const times = timesOf(session);
    await times.load(0);
    const index = playheadOf(session)?.index ?? times.total - 1;
    const found = await nextOfKind('frame', { session, index }, step);
    if (found !== undefined) await seekRow(session, found);
  });
}

/** Moves the playhead to the next (1) or previous (-1) error, wrapping around. */
export function stepError(session: string, step: 1 | -1): void {
  pause(session);
  inTurn(session, async () => {
    const playhead = playheadOf(session);
    const selected = useScreen.getState().views[session]?.selected ?? null;
    const own = selected === null ? null : { session, seq: selected };
    const from = playhead === null ? own : playhead.index < 0 ? null : { session, index: playhead.index };
    const found = await nextOfKind('error', from, step);
    if (found !== undefined) await seekRow(session, found);
  });
}

function seekSelected(session: string): void {
  inTurn(session, async () => {
    const selected = useScreen.getState().views[session]?.selected ?? null;
    const place = selected === null ? undefined : await placeOf({ session, seq: selected });
    if (selected !== null && place !== undefined && place.index >= 0)
      await seekRow(session, { session, seq: selected, ...place });
  });
}

/** Ends playback: every row is shown again. */
export function showWhole(session: string): void {
  pause(session);
  inTurn(session, async () => {
    const { total, last } = timesOf(session);
    moved(session, { at: last, index: total - 1 }, 'nearest');
  });
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

function moved(session: string, playhead: Playhead, align: 'nearest' | 'center'): void {
  const ended = isAtEnd(timesOf(session), playhead);
  set(({ playheads: { [session]: _, ...others } }) => ({
    playheads: ended ? others : { ...others, [session]: playhead },
  }));
  if (useScreen.getState().active === session)
    scrollToRow({ session, index: Math.max(playhead.index, 0) }, align);
}

async function play(session: string): Promise<void> {
  const times = timesOf(session);
  await times.load(0);
  if (times.total === 0) return;
  if (playheadOf(session) === null) moved(session, { at: times.first, index: -1 }, 'nearest');
  setFollowing(session, false);
  set(({ playing }) => ({ playing: [...playing, session] }));
  requestPicture(session, performance.now());
}

/** Advances the playhead in the next frame; `last` is the time of the previous frame, in milliseconds. */
function requestPicture(session: string, last: number): void {
  const picture = requestAnimationFrame(() => {
    const times = timesOf(session);
    const now = performance.now();
    const before = playheadOf(session);
    if (before === null) return pause(session);
    const playhead = advance(times, before, now - last, get());
    if (playhead !== before) moved(session, playhead, 'nearest');
    if (isAtEnd(times, playhead)) pause(session);
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

/** Drops the playback of closed sessions. */
export function followClosedSessions(): void {
  useScreen.subscribe(({ sessions }, before) => {
    if (sessions === before.sessions) return;
    for (const session of new Set([...pictures.keys(), ...known.keys(), ...Object.keys(get().playheads)])) {
      if (sessions.some((info) => info.session === session)) continue;
      pause(session);
      known.delete(session);
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

export type Playhead = {
  readonly at: number;
  /** The last row that has happened; -1 before the first. Every row after it is later. */
  readonly index: number;
};

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16] as const;
export type Speed = (typeof SPEEDS)[number];

/** A longer gap between rows is idle, in milliseconds of the recording. */
const IDLE_MS = 1000;
/** How long before its next row a skipped gap ends, in milliseconds. */
const LEAD_MS = 150;
const READ_TIMES = 20_000;

/** The rows for playback: ascending times in milliseconds; of a long log only those near the playhead. */
export class RowTimes {
  readonly #session: string;
  #times = new Float64Array(0);
  #from = 0;
  #reading: Promise<void> | undefined;
  total = 0;
  first = 0;
  last = 0;

  constructor(session: string) {
    this.#session = session;
  }

  /** The time of a row; undefined if it is not loaded yet. */
  timeAt(index: number): number | undefined {
    const time = this.#times[index - this.#from];
    // The next ones are requested before they are needed.
    const isNear = index + READ_TIMES / 2 > this.#from + this.#times.length;
    if (index >= 0 && index < this.total && (time === undefined || isNear)) void this.load(index);
    return time;
  }

  async load(index: number): Promise<void> {
    const isHere = index >= this.#from && this.#from + this.#times.length >= this.total && this.total > 0;
    if (isHere) return;
    this.#reading ??= this.#read(index);
    await this.#reading;
  }

  /** The index of the last row at or before a time; undefined if the host does not answer. */
  async indexAt(at: number): Promise<number | undefined> {
    const found = await settled(host().rowAtTime({ session: this.#session, at }));
    return found.ok ? found.value : undefined;
  }

  async #read(from: number): Promise<void> {
    const session = this.#session;
    const some = await settled(host().readRowTimes({ session, from, limit: READ_TIMES }));
    const total = some.ok ? some.value.total : 0;
    const end = total > 0 ? await settled(host().readRowTimes({ session, from: total - 1, limit: 1 })) : some;
    this.#reading = undefined;
    if (!some.ok || !end.ok) return;
    this.#times = numbersIn(some.value.times);
    this.#from = from;
    this.total = total;
    this.last = numbersIn(end.value.times)[0] ?? 0;
    if (from === 0) this.first = this.#times[0] ?? 0;
  }
}

function numbersIn(bytes: Uint8Array): Float64Array<ArrayBuffer> {
  return new Float64Array(bytes.slice().buffer);
}

const known = new Map<string, RowTimes>();

export function timesOf(session: string): RowTimes {
  const held = known.get(session) ?? new RowTimes(session);
  known.set(session, held);
  return held;
}

export function isAtEnd({ total }: Pick<RowTimes, 'total'>, { index }: Playhead): boolean {
  return index >= total - 1;
}

/** The playhead after `elapsedMs` of playing. It never moves back, and waits for times that are not loaded. */
export function advance(
  times: Pick<RowTimes, 'total' | 'last' | 'timeAt'>,
  from: Playhead,
  elapsedMs: number,
  pace: { readonly speed: Speed; readonly skipIdle: boolean },
): Playhead {
  const next = isAtEnd(times, from) ? undefined : times.timeAt(from.index + 1);
  if (next === undefined) return from;
  const at = from.at + Math.max(0, elapsedMs) * pace.speed;
  if (pace.skipIdle && next - from.at > IDLE_MS && at < next - LEAD_MS) {
    return { at: next - LEAD_MS, index: from.index };
  }
  let { index } = from;
  for (let time: number | undefined = next; time !== undefined && time <= at; time = times.timeAt(index + 1))
    index += 1;
  return { at: Math.min(at, times.last), index };
}

/** The next faster (1) or slower (-1) speed, if there is one. */
export function nextSpeed(speed: Speed, step: 1 | -1): Speed {
  return SPEEDS[SPEEDS.indexOf(speed) + step] ?? speed;
}
