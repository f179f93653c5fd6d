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

/** What one run of a server shows: a session, or one that was recorded. */
export type RunHealth = {
  readonly label: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The recording, or empty. */
  readonly file: string;
  /** Name and version as the server says them, or empty. */
  readonly server: string;
  readonly counts: Counts;
  readonly statistics: SessionStatistics;
  /** The most severe first, and then what was found most often. */
  readonly rules: readonly RuleCount[];
};

type Counting = Omit<RuleCount, 'count' | 'certain'> & { count: number; certain: number };

const STEP_FINDINGS = 500;

/** The findings by their rules; those of rules that are off are left out. */
export function* ruleCounts(findings: readonly Finding[]): Steps<RuleCount[]> {
  const counts = new Map<string, Counting>();
  for (const [index, finding] of findings.entries()) {
    if (index % STEP_FINDINGS === STEP_FINDINGS - 1) yield;
    if (!isCounted(finding)) continue;
    const { rule, name, title, severity, side } = finding;
    // One rule may be the author's at one place and the SDK's at another.
    const key = `${rule} ${severity} ${side}`;
    const known = counts.get(key) ?? { rule, name, title, severity, side, count: 0, certain: 0 };
    if (known.count === 0) counts.set(key, known);
    known.count += 1;
    if (finding.certainty === 'certain') known.certain += 1;
  }
  return [...counts.values()].sort(bySeverity);
}

/** The most severe first, and then the most frequent. */
export function bySeverity(left: RuleCount, right: RuleCount): number {
  return (
    SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity) ||
    right.count - left.count ||
    textOrder(left.rule, right.rule)
  );
}
