import { failuresOf, type GroupStatistics, nameOfGroup } from '../../analysis/stats/session-statistics.ts';
import { textOrder } from '../../base/text-order.ts';
import { ERROR_TIERS, type ErrorTier } from '../../frame/tier.ts';
import { bySeverity, type RuleCount, type RunHealth } from './run-health.ts';

/** A rule over all runs. */
export type HealthRule = RuleCount & {
  readonly runs: number;
  readonly newest: number;
};

export type HealthTool = {
  readonly name: string;
  readonly calls: number;
  readonly failed: number;
  /** Milliseconds, in the newest run with an answer; null for none. */
  readonly p95Ms: number | null;
  /** Milliseconds for each run, newest first; null without an answer. */
  readonly p95ByRun: readonly (number | null)[];
  /** Bytes of its results, in the newest run with one; null for none. */
  readonly p95Bytes: number | null;
};

export type ServerHealth = {
  /** Name and version in the newest run that has them; else its label. */
  readonly server: string;
  /** Newest first. */
  readonly runs: readonly RunHealth[];
  readonly calls: number;
  readonly failed: Readonly<Record<ErrorTier, number>>;
  /** All errors by tier, including those outside tool calls: of every exchange and event. */
  readonly errors: Readonly<Record<ErrorTier, number>>;
  readonly rules: readonly HealthRule[];
  /** By failures, descending. */
  readonly tools: readonly HealthTool[];
};

/** The health of a server from its runs, newest first; at least one is required. */
export function serverHealth(runs: readonly RunHealth[]): ServerHealth {
  const named = runs.find(({ server }) => server !== '') ?? runs[0];
  const sumOf = (of: (run: RunHealth) => number): number => runs.reduce((sum, run) => sum + of(run), 0);
  const byTier = (of: (run: RunHealth, tier: ErrorTier) => number): Record<ErrorTier, number> => {
    const [protocol, tool, client, transport] = ERROR_TIERS.map((tier) => sumOf((run) => of(run, tier)));
    return { protocol: protocol ?? 0, tool: tool ?? 0, client: client ?? 0, transport: transport ?? 0 };
  };
  return {
    server: named === undefined ? '' : named.server || named.label,
    runs,
    calls: sumOf(({ statistics }) => statistics.all.calls),
    failed: byTier(({ statistics }, tier) => statistics.all.tiers[tier]),
    errors: byTier(({ counts }, tier) => counts[tier]),
    rules: rulesOf(runs),
    tools: toolsOf(runs),
  };
}

function rulesOf(runs: readonly RunHealth[]): HealthRule[] {
  const rules = new Map<string, HealthRule>();
  for (const [at, run] of runs.entries()) {
    for (const one of run.rules) {
      const key = `${one.rule} ${one.severity} ${one.side}`;
      const before = rules.get(key) ?? { ...one, count: 0, certain: 0, runs: 0, newest: 0 };
      rules.set(key, {
        ...before,
        count: before.count + one.count,
        certain: before.certain + one.certain,
        runs: before.runs + 1,
        newest: before.newest + (at === 0 ? one.count : 0),
      });
    }
  }
  return [...rules.values()].sort(bySeverity);
}

function toolsOf(runs: readonly RunHealth[]): HealthTool[] {
  const byRun = runs.map(
    ({ statistics }) =>
      new Map(
        statistics.groups.flatMap((group) =>
          group.method === 'tools/call' ? [[nameOfGroup(group), group]] : [],
        ),
      ),
  );
  const names = new Set(byRun.flatMap((groups) => [...groups.keys()]));
  return [...names]
    .map((name) =>
      toolOf(
        name,
        byRun.map((groups) => groups.get(name)),
      ),
    )
    .sort((a, b) => b.failed - a.failed || b.calls - a.calls || textOrder(a.name, b.name));
}

function toolOf(name: string, groups: readonly (GroupStatistics | undefined)[]): HealthTool {
  const present = groups.filter((group) => group !== undefined);
  const p95ByRun = groups.map((group) =>
    group === undefined || group.duration.count === 0 ? null : group.duration.p95,
  );
  return {
    name,
    calls: present.reduce((sum, { calls }) => sum + calls, 0),
    failed: present.reduce((sum, group) => sum + failuresOf(group), 0),
    p95Ms: p95ByRun.find((one) => one !== null) ?? null,
    p95Bytes: present.find(({ size }) => size.count > 0)?.size.p95 ?? null,
    p95ByRun,
  };
}
