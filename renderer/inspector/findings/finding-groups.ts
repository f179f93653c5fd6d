import { type Finding, SEVERITIES, type Severity } from '../../../app/findings/finding.ts';
import { searchTest } from '../../ui/format/search-terms.ts';

export type FindingGroup = {
  readonly rule: string;
  readonly title: string;
  readonly severity: Severity;
  readonly findings: readonly Finding[];
};

type FindingsFilter = {
  /** Every term must appear in the rule, its title, the explanation, or what the row is about. */
  readonly text: string;
  readonly severities: readonly Severity[];
  readonly subjectOf: (finding: Finding) => string;
};

/** Groups by rule: the highest severity first, among equals the most frequent, then by the rule's id. */
export function groupFindings(findings: readonly Finding[], filter: FindingsFilter): FindingGroup[] {
  const groups = new Map<string, Finding[]>();
  const fits = findingTest(filter);
  for (const finding of findings) {
    if (!fits(finding)) continue;
    const group = groups.get(finding.rule);
    if (group === undefined) groups.set(finding.rule, [finding]);
    else group.push(finding);
  }
  return [...groups].map(([rule, members]) => groupOf(rule, members)).toSorted(bySeverity);
}

/** How many findings there are of each severity. */
export function severityCounts(findings: readonly Finding[]): Readonly<Record<Severity, number>> {
  const counts = { violation: 0, advice: 0, info: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}

function groupOf(rule: string, findings: readonly Finding[]): FindingGroup {
  const highestSeverity = SEVERITIES.find((severity) =>
    findings.some((finding) => finding.severity === severity),
  );
  return { rule, title: findings[0]?.title ?? '', severity: highestSeverity ?? 'info', findings };
}

function bySeverity(left: FindingGroup, right: FindingGroup): number {
  const severityRank = SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity);
  return severityRank || right.findings.length - left.findings.length || left.rule.localeCompare(right.rule);
}

function findingTest({ text, severities, subjectOf }: FindingsFilter): (finding: Finding) => boolean {
  const holdsTerms = searchTest(text);
  return (finding) => {
    if (severities.length > 0 && !severities.includes(finding.severity)) return false;
    if (text.trim() === '') return true;
    const { rule, name, title, explanation, todo } = finding;
    return holdsTerms(`${rule} ${name} ${title} ${explanation} ${todo} ${subjectOf(finding)}`);
  };
}
