import { err, ok, type Result } from '../../app/base/result.ts';

/** Runs that screens start and then poll by name. */
export class RunRegistry<Run extends { end(why: string): void }> {
  readonly #most: number;
  readonly #gone: string;
  readonly #runs = new Map<string, Run>();
  #started = 0;

  /** Closing a screen ends no run; beyond `most` runs the oldest is ended. `gone` explains that a run has ended. */
  constructor(most: number, gone: string) {
    this.#most = most;
    this.#gone = gone;
  }

  add(run: Run): string {
    this.#started += 1;
    const name = String(this.#started);
    this.#runs.set(name, run);
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > this.#most && oldest !== undefined) this.end(oldest);
    return name;
  }

  get(name: string): Run | undefined {
    return this.#runs.get(name);
  }

  async with<Value>(name: string, act: (run: Run) => Promise<Result<Value>>): Promise<Result<Value>> {
    const run = this.#runs.get(name);
    return run === undefined ? err(this.#gone) : act(run);
  }

  end(name: string): Result<null> {
    this.#runs.get(name)?.end(this.#gone);
    this.#runs.delete(name);
    return ok(null);
  }

  close(): void {
    for (const name of [...this.#runs.keys()]) this.end(name);
  }
}
