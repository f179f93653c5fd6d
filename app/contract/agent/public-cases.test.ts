import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LogAnalyzer } from '../../analysis/log-analyzer.ts';
import { allSteps } from '../../base/steps.ts';
import { lookUpText } from '../../codes/look-up-text.ts';
import type { KnownRecord } from '../../frame/record.ts';
import { RowTable } from '../../frame/row-table.ts';
import { detectFormat } from '../../recording/import/formats.ts';
import { importFile } from '../../recording/import/import-file.ts';
import { ReportBuilder } from '../../report/build-report.ts';
import { problemsIn } from '../../report/testing/problems-in.ts';
import cases from '../testing/cases.json' with { type: 'json' };
import { problemList } from './problem-list.ts';

// Cases of public threads, each rebuilt as a small recording or host log, with the answer that its people needed:
// report, the answers to coding agents, the window's problems and the look-up of the error's words must all give it.

type Expected = (typeof cases)[number]['errors'][number] & { count?: number; lookup?: string };

function recordsOf(input: string): readonly KnownRecord[] {
  const text = readFileSync(new URL(`../testing/cases/${input}`, import.meta.url), 'utf8');
  if (input.endsWith('.tierscope.jsonl'))
    return text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line));
  const format = detectFormat(text, input);
  if (format === null || format === 'tierscope') throw new Error('not the log of a host');
  return importFile(format, text, { fileName: input }).records.map((record, at) => ({
    ...record,
    seq: at + 1,
  }));
}

/** What each surface says of one input. */
function saidOf(input: string) {
  const builder = new ReportBuilder();
  const table = new RowTable();
  const analyzer = new LogAnalyzer(table, { keptSettled: 1 });
  for (const record of recordsOf(input)) {
    builder.take(record, 'seq' in record ? record.seq : 1);
    analyzer.take(record);
  }
  const report = builder.finish(input, 'tierscope', []);
  const [session] = report.sessions;
  if (session === undefined) throw new Error('no session');
  const window = allSteps(problemsIn(analyzer.session(session.session), table).problems());
  return { session, agent: problemList(report, { limit: 100 }).data, window };
}

describe.each(cases)('the case of $source', ({ input, errors, findings }) => {
  const said = saidOf(input);
  const expected: readonly Expected[] = errors;
  const problems = expected.map(({ seq, tier, acts, count = 1 }) => [seq, tier, acts, count]);

  it('is reported with its tier, who must act, why and what to do', () => {
    for (const { seq, tier, acts, cause, todo } of expected) {
      const error = said.session.errors.find((one) => one.seq === seq);
      expect(error).toMatchObject({ tier, acts, cause });
      expect(error?.todo).toMatch(new RegExp(todo));
    }
    const found = said.session.findings.map(({ rule, severity, side }) => `${rule} ${severity} ${side}`);
    expect(findings.filter((one) => !found.includes(one))).toEqual([]);
  });

  it('is the same problems, with the same to-dos, for a coding agent and in the window', () => {
    const inWindow = said.window.filter(({ tier }) => tier !== null);
    const asked = said.agent.problems;
    expect(asked.map(({ firstSeq, tier, acts, count }) => [firstSeq, tier, acts, count]).toSorted()).toEqual(
      problems.toSorted(),
    );
    expect(inWindow.map(({ first, tier, acts, count }) => [first, tier, acts, count]).toSorted()).toEqual(
      problems.toSorted(),
    );
    for (const { seq, todo } of expected) {
      expect(asked.find(({ firstSeq }) => firstSeq === seq)?.todo).toMatch(new RegExp(todo));
      expect(inWindow.find(({ first }) => first === seq)?.todo).toMatch(new RegExp(todo));
    }
    const rules = said.window.filter(({ rule }) => rule !== null).map(({ rule }) => rule);
    expect(said.agent.findings.map(({ rule }) => rule)).toEqual(rules);
  });

  it('leads to its answer from the words of the error', () => {
    for (const { seq, lookup } of expected) {
      const message = said.session.errors.find((one) => one.seq === seq)?.message ?? '';
      if (lookup !== undefined) expect(lookUpText(message).matches[0]?.entry.how).toMatch(new RegExp(lookup));
    }
  });
});
