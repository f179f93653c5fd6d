import type { SessionStatistics } from '../../analysis/stats/session-statistics.ts';
import type { Steps } from '../../base/steps.ts';
import { textOrder } from '../../base/text-order.ts';
import { type Finding, isCounted, SEVERITIES } from '../../findings/finding.ts';
import type { Counts } from '../../session/exchange.ts';

/** How often one rule found something in a run. */
export type RuleCount = Pick<Finding, 'rule' | 'name' | 'title' | 'severity' | 'side'> & {
  readonly count: number;
  /** How many of them the frames prove; the others are only likely. */
  readonly certain: number;
};

/** One run of a server: a session, or a recorded one. */
export type RunHealth = {
  readonly label: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The recording, or empty. */
  readonly file: string;
  /** The server's own name and version, or empty. */
  readonly server: string;
  readonly counts: Counts;
  readonly statistics: SessionStatistics;
  /** By severity, then by frequency. */
  readonly rules: readonly RuleCount[];
};

type Counting = Omit<RuleCount, 'count' | 'certain'> & { count: number; certain: number };

const STEP_FINDINGS = 500;

/** The findings by rule, without those of rules that are off. */
export function* ruleCounts(findings: readonly Finding[]): Steps<RuleCount[]> {
  const counts = new Map<string, Counting>();
  for (const [index, finding] of findings.entries()) {
    if (index % STEP_FINDINGS === STEP_FINDINGS - 1) yield;
    if (!isCounted(finding)) continue;
    const { rule, name, title, severity, side } = finding;
    // One rule may concern the author in one place and the SDK in another.
    const key = `${rule} ${severity} ${side}`;
    const known = counts.get(key) ?? { rule, name, title, severity, side, count: 0, certain: 0 };
    if (known.count === 0) counts.set(key, known);
    known.count += 1;
    if (finding.certainty === 'certain') known.certain += 1;
  }
  return [...counts.values()].sort(bySeverity);
}

export function bySeverity(left: RuleCount, right: RuleCount): number {
  return (
    SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity) ||
    right.count - left.count ||
    textOrder(left.rule, right.rule)
  );
}
