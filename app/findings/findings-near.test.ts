import { expect, test } from 'vitest';
import type { Finding } from './finding.ts';
import { NearFindings } from './findings-near.ts';

const finding = (seq: number, evidence: readonly number[] = [seq], more: Partial<Finding> = {}): Finding => ({
  ...{ rule: 'M01', name: 'a-rule', severity: 'advice', session: 's1', seq, evidence },
  ...{ certainty: 'certain', side: 'server', title: '', explanation: '' },
  ...{ todo: '', source: '', before: '', after: '' },
  ...more,
});

test('the findings near some blocks are those of their records, each once, in the order of the list', () => {
  const near = new NearFindings();
  const all = [finding(300, [300, 3]), finding(2, [2, 3]), finding(900)];
  expect(near.near(all, 0, [1, 0]).findings).toEqual([all[0], all[1]]);
  expect(near.near(all, 0, [3])).toMatchObject({ findings: [all[2]], rules: { M01: 3 } });
});

test('the counts grow with the list, and begin again with another revision or list', () => {
  const near = new NearFindings();
  const all = [finding(1)];
  expect(near.near(all, 0, [])).toMatchObject({ findings: [], severities: { advice: 1 } });
  all.push(finding(2, [2], { severity: 'violation' }));
  expect(near.near(all, 0, [0])).toMatchObject({ findings: all, severities: { advice: 1, violation: 1 } });
  all[0] = finding(1, [1], { setting: { as: 'off', reason: '' } });
  expect(near.near(all, 1, [0])).toMatchObject({
    findings: [all[1]],
    severities: { advice: 0, violation: 1 },
  });
  expect(near.near([], 1, [0])).toMatchObject({ findings: [], rules: {} });
});
