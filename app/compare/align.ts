import type { NoiseFilter } from './noise-filter.ts';
import type { Run, RunExchange } from './run.ts';

export type Pair = { readonly before: RunExchange; readonly after: RunExchange };

export type Alignment = {
  /** In the order of the run before. */
  readonly pairs: readonly Pair[];
  readonly onlyBefore: readonly RunExchange[];
  readonly onlyAfter: readonly RunExchange[];
};

/** Handshakes are asked once, and each client fills them in its own way. */
const BY_METHOD = new Set(['initialize', 'server/discover']);

/**
 * Finds for each exchange the one of the other run that asked the same: same sender, method, target and
 * params, repeated ones in order. What is left over is tried again without noise.
 */
export function alignExchanges(before: Run, after: Run, noise: NoiseFilter): Alignment {
  const exact = pairUp(before.exchanges, after.exchanges, (exchange) => keyOf(exchange));
  const loose = pairUp(exact.onlyBefore, exact.onlyAfter, (exchange) => noise.text(keyOf(exchange, noise)));
  const pairs = [...exact.pairs, ...loose.pairs].sort((a, b) => a.before.requestSeq - b.before.requestSeq);
  return { ...loose, pairs };
}

function keyOf({ sender, method, target, params }: RunExchange, noise?: NoiseFilter): string {
  if (BY_METHOD.has(method)) return `${sender} ${method}`;
  return `${sender} ${method} ${target} ${noise === undefined ? params : noise.json(params, 'params')}`;
}

function pairUp(
  before: readonly RunExchange[],
  after: readonly RunExchange[],
  keyed: (exchange: RunExchange) => string,
): Alignment {
  const waiting = new Map<string, RunExchange[]>();
  for (const exchange of after) {
    const key = keyed(exchange);
    const list = waiting.get(key);
    if (list === undefined) waiting.set(key, [exchange]);
    else list.push(exchange);
  }
  const used = new Map<string, number>();
  const taken = new Set<RunExchange>();
  const pairs: Pair[] = [];
  const onlyBefore: RunExchange[] = [];
  for (const exchange of before) {
    const key = keyed(exchange);
    const place = used.get(key) ?? 0;
    const other = waiting.get(key)?.[place];
    if (other === undefined) {
      onlyBefore.push(exchange);
      continue;
    }
    used.set(key, place + 1);
    taken.add(other);
    pairs.push({ before: exchange, after: other });
  }
  return { pairs, onlyBefore, onlyAfter: after.filter((exchange) => !taken.has(exchange)) };
}
