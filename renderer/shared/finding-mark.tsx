import { type Finding, SEVERITIES, type Severity } from '../../app/findings/finding.ts';
import { type Rule, severityIn } from '../../app/findings/rule.ts';
import { MCP_REVISIONS } from '../../app/protocol/revisions.ts';
import { kit } from '../ui/kit.tsx';

/** Decorates a text: filled for a violation, half for advice, hollow for information. */
export function FindingMark({ severity, size = 8 }: { readonly severity: Severity; readonly size?: number }) {
  return (
    <svg
      className={kit.mark}
      data-severity={severity}
      width={size}
      height={size}
      viewBox="0 0 8 8"
      aria-hidden="true"
    >
      <path d="M4 .6 7.4 4 4 7.4.6 4z" fill="none" stroke="currentColor" strokeLinejoin="round" />
      {severity !== 'info' && (
        <path
          d={severity === 'violation' ? 'M4 .6 7.4 4 4 7.4.6 4z' : 'M4 .6v6.8L.6 4z'}
          fill="currentColor"
        />
      )}
    </svg>
  );
}

/** Findings in one line for a row's name: `finding: T01 Tool input validation …; C05 …`. */
export function findingsLine(findings: readonly Finding[]): string {
  if (findings.length === 0) return '';
  const seen = new Map(findings.map((finding) => [finding.rule, `${finding.rule} ${finding.title}`]));
  return `${findings.length === 1 ? 'finding' : 'findings'}: ${[...seen.values()].join('; ')}`;
}

/** The finding with the highest severity, the first of equals. Undefined if there are none. */
export function highestSeverityFinding(findings: readonly Finding[]): Finding | undefined {
  return SEVERITIES.map((severity) => findings.find((finding) => finding.severity === severity)).find(
    (finding) => finding !== undefined,
  );
}

export const SEVERITY_LABELS: Record<Severity, string> = {
  violation: 'Violation',
  advice: 'Advice',
  info: 'To know',
};

/** The severity as a label, with the revisions for which it applies: `Violation since 2025-11-25`. */
export function severityText(severity: Severity, rule: Pick<Rule, 'severity'> | undefined): string {
  const word = SEVERITY_LABELS[severity];
  if (rule === undefined) return word;
  const same = MCP_REVISIONS.map((revision) => severityIn(rule, revision) === severity);
  const first = MCP_REVISIONS[same.indexOf(true)];
  const last = MCP_REVISIONS[same.lastIndexOf(true)];
  if (first === undefined || last === undefined || same.every((one) => one)) return word;
  if (first === last) return `${word} in ${first}`;
  if (last === MCP_REVISIONS.at(-1)) return `${word} since ${first}`;
  return first === MCP_REVISIONS[0] ? `${word} up to ${last}` : `${word} from ${first} to ${last}`;
}
