import { textOrder } from '../../base/text-order.ts';
import { type Exchange, isUserCaused } from '../../session/exchange.ts';
import { type Call, type CallGroup, CallTally } from './call-tally.ts';

export type ToolStats = {
  readonly name: string;
  readonly calls: number;
  readonly ok: number;
  readonly tool: number;
  readonly protocol: number;
  readonly client: number;
  /** Milliseconds from request to answer without a user's hold, over the answered calls; 0 if none was answered. */
  readonly p50Ms: number;
  readonly p95Ms: number;
};

/** Statistics of every called tool, by name. Open and lost calls count only as calls. */
export function toolStats(exchanges: readonly Readonly<Exchange>[]): ToolStats[] {
  const tally = new CallTally();
  for (const exchange of exchanges) {
    const { method, sender } = exchange;
    // What the user caused says nothing about the tool.
    if (method !== 'tools/call' || sender !== 'client-to-server' || isUserCaused(exchange)) continue;
    tally.add(callOf(exchange));
  }
  return tally.groups.map(statsOf).sort((a, b) => textOrder(a.name, b.name));
}

function callOf(exchange: Readonly<Exchange>): Call {
  const { requestSeq, method, target, startedAt, endedAt, tier, outcome, answerSeq, heldMs } = exchange;
  const isAnswered = answerSeq > 0;
  return {
    seq: answerSeq || requestSeq,
    method,
    target,
    repeats: exchange.repeats > 0,
    at: startedAt,
    endedAt: outcome === 'pending' ? -1 : endedAt,
    tier,
    durationMs: isAnswered ? Math.max(0, endedAt - startedAt - heldMs) : -1,
    answerBytes: -1,
    status: 0,
  };
}

function statsOf(group: CallGroup): ToolStats {
  return {
    name: group.target,
    calls: group.calls,
    ok: group.at('ok'),
    tool: group.at('tool'),
    protocol: group.at('protocol'),
    client: group.at('client'),
    p50Ms: thousandths(group.durations.percentile(0.5)),
    p95Ms: thousandths(group.durations.percentile(0.95)),
  };
}

/** Rounds milliseconds to three decimals, the precision of a recording's clock. */
export function thousandths(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
