import { describe, expect, it } from 'vitest';
import { reportSarif } from './report-sarif.ts';
import { SAMPLE_CHECKS, sampleReport } from './testing/sample-recording.ts';

describe('the report as SARIF 2.1.0', () => {
  const { report, builder } = sampleReport(SAMPLE_CHECKS);
  const log = JSON.parse(JSON.stringify(reportSarif(report, () => builder.lines)));
  const [run] = log.runs;

  it('names the tool, and every rule once', () => {
    expect(log.version).toBe('2.1.0');
    expect(run.tool.driver).toMatchObject({ name: 'tierscope', version: '0.1.0' });
    const ids = run.tool.driver.rules.map((rule: { id: string }) => rule.id);
    expect(ids).toEqual(['tier/protocol', 'tier/tool', 'tier/client', 'tier/transport', 'Q10', 'T01', 'L02']);
  });

  it('helps with every rule: what it is about, what it rests on, and how it is switched off', () => {
    const rule = run.tool.driver.rules.find(({ id }: { id: string }) => id === 'T01');
    expect(rule).toMatchObject({
      name: 'validation-as-protocol-error',
      help: { text: expect.stringMatching(/It rests on: .*Switch it off.*\.tierscope\.json/) },
      defaultConfiguration: { level: 'error' },
    });
    for (const { help } of run.tool.driver.rules) expect(help.text.length).toBeGreaterThan(40);
  });

  it('has a result for each error and finding, at the line of its record', () => {
    expect(run.results).toHaveLength(10);
    const lines = run.results.map(
      (result: { locations: { physicalLocation: { region: object } }[] }) =>
        result.locations[0]?.physicalLocation.region,
    );
    expect(lines[0]).toEqual({ startLine: 8 });
    // After the gap in seq, the line number no longer follows from it.
    expect(lines[4]).toEqual({ startLine: 15 });
    expect(run.results[1]).toMatchObject({
      ruleId: 'tier/protocol',
      ruleIndex: 0,
      level: 'error',
      message: {
        text: expect.stringMatching(
          /^protocol error -32602 name of -32602 at tools\/call nope: Tool nope not found\nThe server /,
        ),
      },
      locations: [{ physicalLocation: { artifactLocation: { uri: 'runs/a%20b.tierscope.jsonl' } } }],
    });
    expect(run.results.slice(7).map((result: { level: string }) => result.level)).toEqual([
      'warning',
      'error',
      'note',
    ]);
  });
});
