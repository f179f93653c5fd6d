import { describe, expect, it } from 'vitest';
import { CallRows } from '../../analysis/stats/call-rows.ts';
import { sessionStatistics } from '../../analysis/stats/session-statistics.ts';
import { allSteps } from '../../base/steps.ts';
import type { Finding } from '../../findings/finding.ts';
import { ScriptedSession } from '../../session/testing/scripted-session.ts';
import { healthBadge, healthBasis, healthJson, healthMarkdown } from './health-formats.ts';
import { type RunHealth, ruleCounts } from './run-health.ts';
import { serverHealth } from './server-health.ts';

const FINDING: Finding = {
  ...{
    rule: 'T01',
    name: 'tool-name',
    title: 'A name | of a tool',
    severity: 'violation',
    session: 's1',
    seq: 1,
  },
  ...{
    evidence: [1],
    certainty: 'certain',
    side: 'server',
    explanation: '',
    todo: '',
    source: '',
    before: '',
    after: '',
  },
};

/** A run in which the tool `search` succeeds and fails this many times. */
function run(startedAt: string, good: number, bad: number, findings: readonly Finding[] = []): RunHealth {
  const session = new ScriptedSession();
  for (let id = 0; id < good + bad; id += 1) {
    session.call(id);
    if (id < good) session.result(id);
    else session.error(id, -32603);
  }
  const statistics = allSteps(sessionStatistics(new CallRows(session.rows)));
  const own = { label: 'notes', file: '', server: 'notes 1', startedAt };
  return {
    ...own,
    counts: { ...session.model.book.counts },
    statistics,
    rules: allSteps(ruleCounts(findings)),
  };
}

describe('the health of a server', () => {
  const likely = { ...FINDING, certainty: 'likely' } as const;
  const health = serverHealth([
    run('2026-02-02', 1, 1, [FINDING]),
    run('2026-01-01', 4, 0, [FINDING, likely]),
  ]);

  it('adds its runs up, and says what of a rule is in the newest', () => {
    expect(health).toMatchObject({
      server: 'notes 1',
      calls: 6,
      failed: { protocol: 1 },
      errors: { protocol: 1 },
    });
    expect(health.rules).toMatchObject([{ rule: 'T01', count: 3, certain: 2, runs: 2, newest: 1 }]);
    expect(health.tools).toMatchObject([
      { name: 'search', calls: 6, failed: 1, p95Ms: 10, p95ByRun: [10, 10], p95Bytes: expect.any(Number) },
    ]);
  });

  it('says what it rests on, and what is only likely', () => {
    expect(healthBasis(health)).toBe(
      'Computed from the frames of 2 runs: 6 tool calls. 3 findings, of which 1 is likely, not certain. A tool that was never called gets no verdict.',
    );
  });

  it('says in a sentence that there was no finding', () => {
    const basis = healthBasis(serverHealth([run('2026-02-02', 1, 0)]));
    expect(basis).toContain('No findings. A tool');
    expect(basis).not.toContain('0 findings');
  });

  it('is Markdown that no title breaks', () => {
    expect(healthMarkdown(health)).toContain(
      '| T01 | A name \\| of a tool | violation | server | 3 | 2 of 2 |',
    );
  });

  it('is JSON with a row for each run', () => {
    expect(JSON.parse(healthJson(health))).toMatchObject({ calls: 6, runs: [{ calls: 2 }, { calls: 4 }] });
  });

  it('leaves out what rules that are off found', () => {
    expect(allSteps(ruleCounts([{ ...FINDING, setting: { as: 'off', reason: 'ours' } }]))).toEqual([]);
  });
});

describe('the badge', () => {
  it('is red if calls failed otherwise than by a tool error, and green if none failed', () => {
    const bad = healthBadge(serverHealth([run('2026-02-02', 3, 1)]));
    expect(bad).toContain('1 of 4 failed · p95 10 ms');
    expect(bad).toContain('#ab1d19');
    expect(healthBadge(serverHealth([run('2026-02-02', 3, 0)]))).toContain('#15703f');
  });

  it('takes the newest run that has calls, and promises nothing without one', () => {
    const [empty, full] = [run('2026-02-02', 0, 0), run('2026-01-01', 2, 0)];
    expect(healthBadge(serverHealth([empty, full]))).toContain('0 of 2 failed');
    expect(healthBadge(serverHealth([empty]))).toContain('no calls');
  });
});
