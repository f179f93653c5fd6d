import { ruleById } from '../findings/all-rules.ts';
import type { ReportFinding } from '../report/report.ts';
import type { Binding } from './probe-case.ts';

/** How binding is what a finding names. */
export function bindingOf({ rule, severity }: Pick<ReportFinding, 'rule' | 'severity'>): Binding {
  return ruleById(rule)?.binding ?? (severity === 'violation' ? 'MUST' : 'convention');
}

/** True for a rule of the tier or code that an error should have: the specification only recommends it. */
export function isOfTier(id: string): boolean {
  const rule = ruleById(id);
  return rule?.kind === 'tier' && rule.binding === 'SHOULD';
}
