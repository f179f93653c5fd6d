import { describe, expect, it } from 'vitest';
import type { Finding } from '../../app/findings/finding.ts';
import { findingsLine, highestSeverityFinding, severityText } from './finding-mark.tsx';

function finding(rule: string, severity: Finding['severity']): Finding {
  const texts = {
    name: '',
    certainty: 'certain' as const,
    side: 'server' as const,
    todo: '',
    explanation: '',
    source: '',
    before: '',
    after: '',
  };
  return { rule, title: `title of ${rule}`, severity, session: 's1', seq: 1, evidence: [1], ...texts };
}

describe('the texts of findings', () => {
  it('name each rule once', () => {
    expect(findingsLine([])).toBe('');
    expect(findingsLine([finding('T01', 'advice')])).toBe('finding: T01 title of T01');
    expect(findingsLine(['T01', 'T01', 'C05'].map((rule) => finding(rule, 'info')))).toBe(
      'findings: T01 title of T01; C05 title of C05',
    );
  });

  it('put the highest severity first, and of equals the first', () => {
    const findings = [finding('Q02', 'advice'), finding('T01', 'violation'), finding('C01', 'violation')];
    expect(highestSeverityFinding(findings)?.rule).toBe('T01');
    expect(highestSeverityFinding([])).toBeUndefined();
  });
});

describe('the text of a severity', () => {
  it.each([
    [{ severity: 'violation' as const }, 'Violation'],
    [{ severity: { '2025-11-25': 'violation' } as const }, 'Violation since 2025-11-25'],
    [{ severity: { '2024-11-05': 'violation', '2025-11-25': 'off' } as const }, 'Violation up to 2025-06-18'],
    [{ severity: { '2026-07-28': 'violation' } as const }, 'Violation in 2026-07-28'],
    [{ severity: 'advice' as const }, 'Violation'],
    [undefined, 'Violation'],
  ])('name the revisions in which the rule weighs so', (rule, text) => {
    expect(severityText('violation', rule)).toBe(text);
  });
});
