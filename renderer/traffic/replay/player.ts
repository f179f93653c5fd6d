import { advance, isAtEnd, type Pace, type Playhead, playheadAt, type TimedRows } from './playback.ts';

export type PlayerOptions = {
  readonly rows: TimedRows;
  /** Milliseconds of any origin. */
  readonly now: () => number;
  /** Runs something at the next picture; the returned function calls it off. */
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
  #callOff: (() => void) | undefined;
  #last = 0;

  constructor(options: PlayerOptions) {
    this.#options = options;
  }

  get playing(): boolean {
    return this.#callOff !== undefined;
  }

  /** Plays from the playhead on; from the start where it stands at the end. */
  play(): void {
    const { rows, position, moved, now, changed } = this.#options;
    if (this.playing || rows.length === 0) return;
    if (isAtEnd(rows, position())) moved({ ...playheadAt(rows, Number.NEGATIVE_INFINITY), index: -1 });
    this.#last = now();
    this.#ask();
    changed(true);
  }

  pause(): void {
    if (!this.playing) return;
    this.#callOff?.();
    this.#callOff = undefined;
    this.#options.changed(false);
  }

  #ask(): void {
    this.#callOff = this.#options.nextPicture(() => this.#picture());
  }

  #picture(): void {
    const { rows, now, position, pace, moved } = this.#options;
    const time = now();
    const playhead = advance(rows, position(), time - this.#last, pace());
    this.#last = time;
    moved(playhead);
    if (isAtEnd(rows, playhead)) this.pause();
    else this.#ask();
  }
}
