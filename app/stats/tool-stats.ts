import { groupedBy } from '../base/grouped-by.ts';
import { type Exchange, isUserCaused } from '../session/exchange.ts';

/** How the calls of one tool went. */
export type ToolStats = {
  readonly name: string;
  readonly calls: number;
  readonly ok: number;
  readonly tool: number;
  readonly protocol: number;
  readonly client: number;
  /** Milliseconds from request to answer, the time that a user held it not counted, over the answered calls; 0 if none was answered. */
  readonly p50Ms: number;
  readonly p95Ms: number;
};

/** Statistics of every tool that was called, by name. Open and lost calls count as calls only. */
export function toolStats(exchanges: readonly Readonly<Exchange>[]): ToolStats[] {
  const calls = exchanges.filter(
    // What the user has caused does not show how the tool fares.
    (exchange) =>
      exchange.method === 'tools/call' && exchange.sender === 'client-to-server' && !isUserCaused(exchange),
  );
  return [...groupedBy(calls, ({ target }) => target)]
    .map(([name, own]) => statsOf(name, own))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function statsOf(name: string, calls: readonly Readonly<Exchange>[]): ToolStats {
  const times = calls
    .filter((call) => call.answerSeq > 0)
    .map((call) => call.endedAt - call.startedAt - call.heldMs)
    .sort((a, b) => a - b);
  const count = (tier: Exchange['tier']): number =>
    calls.filter((call) => call.tier === tier && call.outcome !== 'pending').length;
  return {
    name,
    calls: calls.length,
    ok: count('ok'),
    tool: count('tool'),
    protocol: count('protocol'),
    client: count('client'),
    p50Ms: thousandths(percentile(times, 0.5)),
    p95Ms: thousandths(percentile(times, 0.95)),
  };
}

function thousandths(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

/**
 * The value that `share` (0 to 1) of the sorted values do not exceed, by nearest rank.
 * 0 for no values.
 */
export function percentile(sorted: readonly number[], share: number): number {
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[Math.min(rank, sorted.length) - 1] ?? 0;
}
