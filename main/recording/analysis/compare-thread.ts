import { type HeldComparison, heldComparison } from '../../../app/analysis/compare/held-comparison.ts';
import { err, type Result } from '../../../app/base/result.ts';
import { WorkerThread } from '../../system/worker-channel.ts';

/** A regular expression can run forever; nobody waits that long for a comparison. */
const PATIENCE_MS = 20_000;
/** The extra time allowed per record, several times what a comparison takes. */
const MS_PER_RECORD = 0.2;

type Name = keyof HeldComparison;
type Answer<Asked extends Name> = ReturnType<HeldComparison[Asked]>;

/** A comparison in its own thread, so that a slow rule or a large run blocks nothing else. */
export class CompareThread {
  readonly #thread: WorkerThread<HeldComparison> | undefined;
  readonly #local: HeldComparison | undefined;
  readonly #patienceMs: number;
  #records = 0;
  /** Why the comparison ended, if it runs in this thread. */
  #fault = '';

  /** `script` is the built worker; without it this thread does the work. */
  constructor(script: string | undefined, patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs;
    if (script === undefined) {
      this.#local = heldComparison();
      return;
    }
    const faultOf = (message: string): string => `The comparison failed: ${message}.`;
    this.#thread = new WorkerThread({ script, functions: {}, faultOf });
    this.#thread.unref();
  }

  /** Why the comparison ended, in a sentence; empty while it can be used. */
  get fault(): string {
    return this.#thread?.fault ?? this.#fault;
  }

  /** Calls a function of the comparison; fails with a sentence if it takes too long or the thread is gone. */
  async request<Asked extends Name>(
    name: Asked,
    ...args: Parameters<HeldComparison[Asked]>
  ): Promise<Answer<Asked>> {
    const { fault } = this;
    if (fault !== '') return err(fault) as Answer<Asked>;
    const [, records] = args;
    if (name === 'take' && Array.isArray(records)) this.#records += records.length;
    const answer = this.#thread === undefined ? this.#here(name, args) : await this.#there(name, args);
    return answer as Answer<Asked>;
  }

  /** Ends the thread; pending calls fail with this sentence. */
  end(fault = 'This comparison was closed.'): void {
    if (this.#fault === '') this.#fault = fault;
    void this.#thread?.end(fault);
  }

  #here(name: Name, args: readonly unknown[]): unknown {
    const work = this.#local?.[name] as ((...given: unknown[]) => unknown) | undefined;
    return work?.(...args);
  }

  async #there(name: Name, args: readonly unknown[]): Promise<Result<unknown> | undefined> {
    const timer = setTimeout(() => this.end(TOO_SLOW), this.#patienceMs + this.#records * MS_PER_RECORD);
    const answer = await this.#thread?.call(name, ...(args as never));
    clearTimeout(timer);
    return answer?.ok === true ? answer.value : answer;
  }
}

const TOO_SLOW =
  'The comparison took too long and was ended. A regular expression of your own may be too slow: simplify it, and compare again.';
