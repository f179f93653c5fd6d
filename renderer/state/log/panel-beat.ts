/** Rows that come between two frames of the page, from which on a log is flooded. */
export const FLOOD_ROWS = 50;
const PANELS_EVERY_MS = 250;

/** Which sessions' panels are drawn again: at once as a rule, but of a flooded log four times a second. */
export class PanelBeat {
  readonly #now: () => number;
  /** When the panels of a session were drawn last, and with how many rows. */
  readonly #drawn = new Map<string, { readonly at: number; readonly length: number }>();
  #waiting = new Set<string>();

  /** `now` gives milliseconds of a clock that never goes back. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** True if panels are older than their rows: `due` is to be asked again soon. */
  get waiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Those to draw now, of the sessions that changed and of those that had to wait; `lengthOf` gives their rows. */
  due(changed: Iterable<string>, lengthOf: (session: string) => number): string[] {
    const now = this.#now();
    const due: string[] = [];
    const waiting = new Set<string>();
    for (const session of new Set([...this.#waiting, ...changed])) {
      const length = lengthOf(session);
      const drawn = this.#drawn.get(session);
      const fresh = length - (drawn?.length ?? 0);
      if (drawn !== undefined && fresh >= FLOOD_ROWS && now - drawn.at < PANELS_EVERY_MS) {
        waiting.add(session);
        continue;
      }
      this.#drawn.set(session, { at: now, length });
      due.push(session);
    }
    this.#waiting = waiting;
    return due;
  }
}
