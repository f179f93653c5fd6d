import type { Finding, Severity } from '../../../app/findings/finding.ts';

/** The severities, the gravest first. */
export const SEVERITIES: readonly Severity[] = ['violation', 'advice', 'info'];

/** Findings in one line for a row's name: `finding: T01 Tool input validation …; C05 …`. */
export function findingsLine(findings: readonly Finding[]): string {
  if (findings.length === 0) return '';
  const seen = new Map(findings.map((finding) => [finding.rule, `${finding.rule} ${finding.title}`]));
  return `${findings.length === 1 ? 'finding' : 'findings'}: ${[...seen.values()].join('; ')}`;
}

/** The finding that weighs most; of equals the first. Undefined where there is none. */
export function gravestFinding(findings: readonly Finding[]): Finding | undefined {
  return SEVERITIES.map((severity) => findings.find((finding) => finding.severity === severity)).find(
    (finding) => finding !== undefined,
  );
}
