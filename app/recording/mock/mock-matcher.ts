import { groupedBy } from '../../base/grouped-by.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { targetOf } from '../../frame/target.ts';
import { type MockExchange, matchedParams } from './mock-script.ts';

/** Requests whose answer does not hang on their params: each client fills them in its own way. */
const BY_METHOD = new Set(['initialize', 'ping', 'logging/setLevel', 'server/discover']);

/**
 * Finds the recorded exchange that answers a request: by method and params, repeated calls in order.
 * When the recorded calls are used up the last one answers again, unless `strict`.
 */
export class MockMatcher {
  readonly #strict: boolean;
  readonly #recorded: ReadonlyMap<string, readonly MockExchange[]>;
  readonly #used = new Map<string, number>();
  readonly #methods: ReadonlySet<string>;

  constructor(exchanges: readonly MockExchange[], strict: boolean) {
    this.#strict = strict;
    this.#recorded = groupedBy(exchanges, ({ method, params }) => keyOf(method, params));
    this.#methods = new Set(exchanges.map(({ method }) => method));
  }

  /** Whether the recording has any request of this method. */
  knows(method: string): boolean {
    return this.#methods.has(method);
  }

  /** The exchange to play, or a sentence that says what was expected. */
  match(method: string, params: unknown): Result<MockExchange> {
    const key = keyOf(method, matchedParams(params));
    const list = this.#recorded.get(key);
    if (list === undefined) return err(this.#expected(method, params));
    const used = this.#used.get(key) ?? 0;
    this.#used.set(key, used + 1);
    const next = list[used] ?? (this.#strict ? undefined : list.at(-1));
    if (next !== undefined) return ok(next);
    return err(
      `The recording answers ${this.#named(method, params)} ${times(list.length)}, and all of them are used.`,
    );
  }

  #expected(method: string, params: unknown): string {
    const target = targetOf(method, params);
    const all = [...this.#recorded.values()].flatMap((list) => list.slice(0, 1));
    const same = all.filter((one) => one.method === method && one.target === target);
    if (same.length > 0) {
      const known = same.slice(0, 5).map((one) => one.params);
      return `No recorded ${this.#named(method, params)} has these params. Recorded: ${known.join(' or ')}.`;
    }
    const methods = [...new Set(all.map((one) => [one.method, one.target].join(' ').trim()))];
    return `The recording has no ${this.#named(method, params)}. It has: ${methods.slice(0, 20).join(', ')}.`;
  }

  #named(method: string, params: unknown): string {
    const target = targetOf(method, params);
    return target === '' ? method : `${method} "${target}"`;
  }
}

function keyOf(method: string, params: string): string {
  return BY_METHOD.has(method) ? method : `${method} ${params}`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
