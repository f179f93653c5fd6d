import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Finding, SEVERITIES } from '../../../app/findings/finding.ts';
import { finding as madeFinding } from '../../state/testing/made-findings.ts';
import { groupFindings } from './findings-panel.tsx';

function finding(rule: string, severity: Finding['severity'], seq: number): Finding {
  const title = `title ${rule}`;
  return madeFinding(seq, { rule, title, severity, name: '', explanation: 'The model sees nothing.' });
}

const all = { text: '', severities: [], subjectOf: () => '' };
const some = [
  finding('C05', 'advice', 1),
  finding('Q02', 'advice', 2),
  finding('Q02', 'advice', 3),
  finding('T01', 'violation', 4),
  finding('Q02', 'info', 5),
];

describe('groupFindings', () => {
  it('puts the most severe rule first, then the most frequent', () => {
    expect(groupFindings(some, all).map(({ rule, findings }) => [rule, findings.length])).toEqual([
      ['T01', 1],
      ['Q02', 3],
      ['C05', 1],
    ]);
  });

  it('finds by text of the rule and of the row, and by severity', () => {
    const subjectOf = ({ seq }: Finding) => (seq === 3 ? 'tools/call book-flight' : '');
    const found = groupFindings(some, { ...all, text: 'q02 FLIGHT', subjectOf });
    expect(found.map(({ findings }) => findings.map(({ seq }) => seq))).toEqual([[3]]);
    expect(groupFindings(some, { ...all, severities: ['violation'] }).map(({ rule }) => rule)).toEqual([
      'T01',
    ]);
    expect(groupFindings(some, { ...all, text: 'nothing-like-it' })).toEqual([]);
  });

  it('loses none', () => {
    const one = fc
      .tuple(fc.constantFrom('A01', 'B02', 'C03'), fc.constantFrom(...SEVERITIES), fc.nat())
      .map(([rule, severity, seq]) => finding(rule, severity, seq));
    fc.assert(
      fc.property(fc.array(one), (findings) => {
        const grouped = groupFindings(findings, all).flatMap((group) => group.findings);
        expect(new Set(grouped)).toEqual(new Set(findings));
        expect(grouped).toHaveLength(findings.length);
      }),
    );
  });
});
