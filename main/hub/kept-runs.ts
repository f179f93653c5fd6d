import { err, ok, type Result } from '../../app/base/result.ts';

type Options = {
  /** What the names begin with. */
  readonly prefix: string;
  /** A screen that was closed ends no run: of more than these the oldest is ended. */
  readonly most: number;
  /** A sentence for a run that is not there any more. */
  readonly gone: string;
};

/** What screens have started and ask again and again, by names. */
export class KeptRuns<Run extends { end(why: string): void }> {
  readonly #options: Options;
  readonly #runs = new Map<string, Run>();
  #started = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  add(run: Run): string {
    const { prefix, most } = this.#options;
    this.#started += 1;
    const name = `${prefix}${this.#started}`;
    this.#runs.set(name, run);
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > most && oldest !== undefined) this.end(oldest);
    return name;
  }

  get(name: string): Run | undefined {
    return this.#runs.get(name);
  }

  async with<Value>(name: string, act: (run: Run) => Promise<Result<Value>>): Promise<Result<Value>> {
    const run = this.#runs.get(name);
    return run === undefined ? err(this.#options.gone) : act(run);
  }

  end(name: string): Result<null> {
    this.#runs.get(name)?.end(this.#options.gone);
    this.#runs.delete(name);
    return ok(null);
  }

  close(): void {
    for (const name of [...this.#runs.keys()]) this.end(name);
  }
}
