import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeCase } from '../../../app/checks/probe/judge-case.ts';
import { reply, sampleRun } from '../../../app/checks/probe/testing/sample-verdicts.ts';
import { ruleById } from '../../../app/findings/all-rules.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { checked, ReportBuilder } from '../../../app/report/build-report.ts';
import type { ReportFinding } from '../../../app/report/report.ts';
import { FileRecords } from '../../recording/record-runs.ts';

const CORPUS = join(import.meta.dirname, '../../../e2e/corpus');

/** The findings for records, as in `report` or in a probe. */
function findingsIn(records: readonly KnownRecord[], checkRawMessages: boolean): readonly ReportFinding[] {
  const builder = new ReportBuilder(checked, { checkRawMessages });
  for (const [index, record] of records.entries()) builder.take(record, index + 2);
  return builder.finish('', 'tierscope', []).sessions.flatMap(({ findings }) => findings);
}

const said = ({ seq, rule, severity, certainty, side, message }: ReportFinding) =>
  `#${seq} ${rule} ${severity} ${certainty} ${side}: ${message}`;

test('a probe says of each frame of the corpus what a report says, for every rule', () => {
  const rules = new Set<string>();
  for (const name of readdirSync(CORPUS).filter((one) => one.endsWith('.tierscope.jsonl'))) {
    const records = [...new FileRecords(join(CORPUS, name), {})];
    const reported = findingsIn(records, false);
    const probed = new Set(findingsIn(records, true).map(said));
    // A probe reports more on raw messages only.
    expect([name, ...reported.map(said).filter((one) => !probed.has(one))]).toEqual([name]);
    for (const finding of reported) {
      rules.add(finding.rule);
      // A probe itself judges how a case ended, and what its own client did.
      if (finding.side === 'client' || ruleById(finding.rule)?.subject === 'lost-answer') continue;
      const { failure, notes } = judgeCase(sampleRun([reply('tool error')]), [finding], {
        onSdk: true,
        repairs: false,
      });
      const { rule, severity, certainty, side, message, todo } = finding;
      const isProof = severity === 'violation' && certainty === 'certain';
      expect(failure).toEqual(isProof ? expect.objectContaining({ rule, side, message, todo }) : null);
      expect(notes).toEqual(isProof ? [] : [{ rule, severity, certainty, side, message, todo }]);
    }
  }
  expect(rules.size).toBeGreaterThan(60);
}, 240_000);
