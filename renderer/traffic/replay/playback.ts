import { partitionPoint } from '../../../app/base/partition-point.ts';

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

type PlayerOptions = {
  readonly rows: TimedRows;
  /** Milliseconds of any origin. */
  readonly now: () => number;
  /** Runs something at the next picture; the returned function cancels it. */
  readonly nextPicture: (run: () => void) => () => void;
  readonly pace: () => Pace;
  readonly position: () => Playhead;
  readonly moved: (playhead: Playhead) => void;
  /** Called when it began to play or stopped, also by itself at the end. */
  readonly changed: (playing: boolean) => void;
};

/** Moves the playhead of one recording with the clock. */
export class Player {
  readonly #options: PlayerOptions;
  #cancel: (() => void) | undefined;
  #last = 0;

  constructor(options: PlayerOptions) {
    this.#options = options;
  }

  get playing(): boolean {
    return this.#cancel !== undefined;
  }

  /** Plays from the playhead on; from the start if the playhead is at the end. */
  play(): void {
    const { rows, position, moved, now, changed } = this.#options;
    if (this.playing || rows.length === 0) return;
    if (isAtEnd(rows, position())) moved({ ...playheadAt(rows, Number.NEGATIVE_INFINITY), index: -1 });
    this.#last = now();
    this.#requestPicture();
    changed(true);
  }

  pause(): void {
    if (!this.playing) return;
    this.#cancel?.();
    this.#cancel = undefined;
    this.#options.changed(false);
  }

  #requestPicture(): void {
    this.#cancel = this.#options.nextPicture(() => this.#picture());
  }

  #picture(): void {
    const { rows, now, position, pace, moved } = this.#options;
    const time = now();
    const playhead = advance(rows, position(), time - this.#last, pace());
    this.#last = time;
    moved(playhead);
    if (isAtEnd(rows, playhead)) this.pause();
    else this.#requestPicture();
  }
}
