/** A hidden page gets no animation frames; it still has to keep up. */
const SLOW_BEAT_MS = 200;

/** Runs what was asked for once at the next animation frame, or after a while where there is none. */
export class FrameBeat {
  readonly #work: () => void;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(work: () => void) {
    this.#work = work;
  }

  ask(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(this.#beat);
    this.askSlowly();
  }

  /** The same, but without haste: for what comes in great numbers and need not be seen at once. */
  askSlowly(): void {
    this.#timer ??= setTimeout(this.#beat, SLOW_BEAT_MS);
  }

  readonly #beat = (): void => {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#work();
  };
}
