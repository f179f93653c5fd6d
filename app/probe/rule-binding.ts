import { ruleById } from '../findings/all-rules.ts';
import type { ReportFinding } from '../report/report.ts';
import type { Binding } from './probe-case.ts';

/**
 * Violations of what the specification recommends: its "Error Handling" sections and schema.ts, CallToolResult.isError,
 * say SHOULD for which tier and code an error has.
 */
export const OF_TIERS = ['T01', 'T02', 'T03', 'T04'];

/** How binding is what a finding names. */
export function bindingOf({
  rule,
  severity,
  source,
}: Pick<ReportFinding, 'rule' | 'severity' | 'source'>): Binding {
  if (ruleById(rule)?.onlyFor !== undefined) return 'sdk-default';
  if (severity !== 'violation') return /\bSHOULD\b/.test(source) ? 'SHOULD' : 'convention';
  return OF_TIERS.includes(rule) || /\bSHOULD\b/.test(source) ? 'SHOULD' : 'MUST';
}
