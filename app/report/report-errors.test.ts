import { expect, test } from 'vitest';
import { ScriptedSession } from '../session/scripted-session.ts';
import type { ReportFinding } from './report.ts';
import { reportErrors } from './report-errors.ts';

test('a second answer names its request, whose findings stay with the first answer', () => {
  const session = new ScriptedSession();
  const request = session.call(1, 'echo');
  const first = session.error(1, -32000);
  const second = session.error(1, -32000);
  const orphan = session.error(99, -32000);
  const finding = { severity: 'info', title: '', source: '' } as const;
  const findings: ReportFinding[] = [
    { ...finding, rule: 'A', seq: request },
    { ...finding, rule: 'B', seq: second },
  ];
  const { exchanges, orphans } = session.model;
  const errors = reportErrors(exchanges, orphans, findings, () => null);
  const brief = errors.map((one) => [
    one.seq,
    one.requestSeq,
    one.target,
    one.findings.map(({ rule }) => rule),
  ]);
  expect(brief).toEqual([
    [first, request, 'echo', ['A']],
    [second, request, 'echo', ['B']],
    [orphan, null, null, []],
  ]);
});
