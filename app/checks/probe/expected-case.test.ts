import { describe, expect, it } from 'vitest';
import { parseProjectFile } from '../../session/project/project-file.ts';
import { judgeCase } from './judge-case.ts';
import { probePlan } from './plan.ts';
import { probeFails } from './probe-findings.ts';
import { sampleSurface } from './testing/sample-surface.ts';
import { reply, reportOf, sampleFinding, sampleRun } from './testing/sample-verdicts.ts';

const ON_SDK = { onSdk: true, repairs: false };

function expectedOf(expected: Readonly<Record<string, string>>) {
  const read = parseProjectFile(JSON.stringify({ expected }));
  if (!read.ok) throw new Error(read.error.join(' '));
  return read.value.expected;
}

/** The ids of the cases with an expectation in the project file. */
function spokenOf(expected: Readonly<Record<string, string>>): string[] {
  const { cases } = probePlan(sampleSurface(), { allowed: [], seed: 1, expected: expectedOf(expected) });
  return cases.flatMap((one) => (one.expected === undefined ? [] : [one.id])).sort();
}

describe('what the project file expects of a call', () => {
  it('is what the cases with such a call ask for', () => {
    expect(spokenOf({ 'find with no query': 'protocol -32602' })).toEqual(
      expect.arrayContaining(['arguments/find/missing/all', 'arguments/find/missing/query']),
    );
    expect(spokenOf({ 'find with most = 0': 'tool' })).toEqual([
      'arguments/find/range/most/below its minimum',
    ]);
    expect(spokenOf({ 'resources/read': 'protocol' })).toContain('targets/unknown resource');
  });

  it('is no word about calls that are made to fail if it only says that calls of a tool end well', () => {
    expect(spokenOf({ find: 'ok' }).filter((id) => id.startsWith('arguments/'))).toEqual([]);
    expect(spokenOf({ find: 'ok' })).toContain('calls/find/call');
  });

  it('counts for no raw message', () => {
    const { cases } = probePlan(sampleSurface(), {
      ...{ allowed: [], seed: 1 },
      expected: expectedOf({ find: 'tool' }),
    });
    const spoken = cases.filter(({ expected }) => expected !== undefined);
    expect(spoken.flatMap(({ steps }) => steps).filter(({ deliberate }) => deliberate)).toEqual([]);
    expect(spoken.map(({ kind }) => kind)).not.toContain('shape');
  });

  const [expected] = expectedOf({ 'find with no query': 'protocol -32602' });
  if (expected === undefined) throw new Error('nothing is expected');

  it('passes if the call ends so, whatever the rules say of tiers', () => {
    const run = sampleRun([reply(-32602)], { kind: 'answered' }, { expected });
    const t01 = sampleFinding({ rule: 'T01' });
    expect(judgeCase(run, [t01], ON_SDK)).toMatchObject({ outcome: 'passed', notes: [] });
    expect(judgeCase(run, [sampleFinding()], ON_SDK)).toMatchObject({ failure: { rule: 'C08' } });
  });

  it('fails if the call ends otherwise, also by another code, and however the command is told to end', () => {
    for (const answer of [reply('tool error'), reply(-32600), reply('result')]) {
      const run = sampleRun([answer], { kind: 'answered' }, { expected });
      expect(judgeCase(run, [], ON_SDK).failure).toMatchObject({
        ...{ rule: 'expected-tier', binding: 'project', side: 'server' },
        message: expect.stringContaining('is expected to end as protocol -32602'),
      });
      const report = reportOf([run]);
      expect(probeFails(report, ['transport'])).toBe(true);
      expect(report.grade.reasons.join()).toContain('ended otherwise than the project file says');
    }
  });
});
