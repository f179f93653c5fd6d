import type { TurnSlices } from '../system/turn-slices.ts';

/** What can be held back: a stream that is read as it flows. */
type Source = { pause(): unknown; resume(): unknown };

/**
 * What comes from one process, taken in the order in which it came and no faster than the turns allow. Its sources
 * wait while it is behind, so that at most two pieces lie here, and one in the buffer of each source.
 */
export class Intake {
  readonly #turns: TurnSlices;
  readonly #sources: readonly Source[];
  readonly #pieces: Iterator<unknown>[] = [];
  #isHeld = false;
  #wasHeld = false;

  constructor(turns: TurnSlices, sources: readonly Source[]) {
    this.#turns = turns;
    this.#sources = sources;
  }

  /** Takes a piece by its steps, each of them short, after those that came before. */
  take(steps: Iterator<unknown>): void {
    this.#pieces.push(steps);
    if (this.#pieces.length === 1) void this.#turns.run(this.#steps());
    else this.#hold();
  }

  /** The same with a piece of a single step. */
  do(step: () => void): void {
    const next = (): IteratorResult<unknown> => {
      step();
      return { done: true, value: undefined };
    };
    this.take({ next });
  }

  /** True if sources had to wait since this was asked last, or still do. */
  wasBehind(): boolean {
    const was = this.#wasHeld;
    this.#wasHeld = this.#isHeld;
    return was;
  }

  *#steps(): Generator<void> {
    for (let piece = this.#pieces[0]; piece !== undefined; piece = this.#pieces[0]) {
      while (piece.next().done !== true) yield;
      this.#pieces.shift();
    }
    this.#release();
  }

  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#wasHeld = true;
    for (const source of this.#sources) source.pause();
  }

  #release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    for (const source of this.#sources) source.resume();
  }
}
