import type { Client, McpSubscription } from '@modelcontextprotocol/client';
import type { CallEnd } from '../../app/contract/commands.ts';
import { SUBSCRIPTIONS_LISTEN } from '../../app/protocol/methods.ts';
import type { CallLimits } from './call-context.ts';
import type { CallRunner, RunOptions } from './call-runner.ts';

/** What `subscriptions/listen` may ask for; `taskIds` comes from the tasks extension. */
type ListenFilter = Parameters<Client['listen']>[0] & { readonly taskIds?: readonly string[] };

/**
 * The open `subscriptions/listen` requests of one kind, each with a stream of its own, so that one more or one
 * less leaves the others as they are (2026-07-28, basic/patterns/subscriptions, "Multiple Concurrent").
 */
export class StandingListens {
  readonly #client: Client;
  readonly #runner: CallRunner;
  readonly #changed: () => void;
  readonly #open = new Map<string, McpSubscription>();

  /** `changed` hears that the names of what is listened to are others. */
  constructor(client: Client, runner: CallRunner, changed: () => void) {
    this.#client = client;
    this.#runner = runner;
    this.#changed = changed;
  }

  get names(): readonly string[] {
    return [...this.#open.keys()];
  }

  /** Listens under a name; resolves with what the server has agreed to. */
  open(name: string, filter: ListenFilter, limits: CallLimits): Promise<CallEnd> {
    const listen = async ({ timeout, signal }: RunOptions) => {
      const subscription = await this.#client.listen(filter, { timeout, signal });
      this.#opened(name, subscription);
      return subscription.honoredFilter;
    };
    // The client hands the filter on as it is, and no option of the call.
    return this.#runner.run(SUBSCRIPTIONS_LISTEN, limits, listen, { token: filter });
  }

  /** Ends what listens under a name; fails with `otherwise` if nothing does. */
  async close(name: string, otherwise: string): Promise<CallEnd> {
    const subscription = this.#open.get(name);
    if (subscription === undefined) return { requestSeq: 0, result: null, failure: otherwise };
    await subscription.close();
    return { requestSeq: 0, result: {}, failure: '' };
  }

  #opened(name: string, subscription: McpSubscription): void {
    void this.#open.get(name)?.close();
    this.#open.set(name, subscription);
    this.#changed();
    void subscription.closed.then(() => {
      if (this.#open.get(name) === subscription) this.#open.delete(name);
      this.#changed();
    });
  }
}
