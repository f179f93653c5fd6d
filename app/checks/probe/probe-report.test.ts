import { describe, expect, it } from 'vitest';
import { markdownText } from '../../base/document/markdown-writer.ts';
import { terminalText } from '../../base/document/text-writer.ts';
import { cellText, otherCells, toolMatrix } from './matrix.ts';
import { compareToProbeBaseline, readProbeBaseline } from './probe-baseline.ts';
import { probeDocument, probeJunit } from './probe-document.ts';
import { findingsReport, probeFails } from './probe-findings.ts';
import type { CaseVerdict, ProbeReport } from './probe-report.ts';
import { reply, reportOf, sampleFinding, sampleRun } from './testing/sample-verdicts.ts';

const probeText = (report: ProbeReport) => terminalText(probeDocument(report));
const probeMarkdown = (report: ProbeReport) => markdownText(probeDocument(report));

const good = reportOf([sampleRun([reply('tool error')])]);
const bad = reportOf([sampleRun([reply('result')])]);
const ofSdk = reportOf([sampleRun([reply(-32602)])], [sampleFinding({ side: 'sdk' })]);
const unsure = reportOf([sampleRun([], { kind: 'not-run', why: 'No time was left.' })]);

describe('the grade', () => {
  it('comes with its reasons', () => {
    expect(good.grade).toEqual({ grade: 'exemplary', reasons: ['2 cases passed, and none failed.'] });
    expect(bad.grade.grade).toBe('flawed');
    expect(bad.grade.reasons.join(' ')).toMatch(/One case failed what the specification recommends/);
  });

  it('is not lowered by what the SDK does', () => {
    expect(ofSdk.counts.failed).toBe(1);
    expect(ofSdk.grade.grade).toBe('exemplary');
  });

  it('is broken by what the specification demands, and sound with advice', () => {
    expect(reportOf([sampleRun([reply(-32602)])], [sampleFinding()]).grade.grade).toBe('broken');
    const advised = reportOf([sampleRun([reply('tool error')])], [sampleFinding({ severity: 'advice' })]);
    expect(advised.grade.grade).toBe('sound');
  });
});

describe('the matrix', () => {
  it('has a cell for a tool under each kind, with the worst outcome', () => {
    const { kinds, rows } = toolMatrix(bad.cases);
    expect(kinds).toEqual(['missing']);
    expect(rows.map(({ target, cells }) => [target, ...cells.map(cellText)])).toEqual([['find', 'FAIL 1/1']]);
    expect(otherCells(bad.cases).map(({ kind }) => kind)).toEqual(['opening']);
  });

  it('has a question mark for what came to no verdict', () => {
    expect(toolMatrix(unsure.cases).rows.flatMap(({ cells }) => cells.map(cellText))).toEqual(['? 1/1']);
  });
});

it('gives a finding that belongs to no case to the opening', () => {
  const report = reportOf([sampleRun([reply('tool error')])], [sampleFinding({ seq: 3 })]);
  expect(report.cases.find(({ family }) => family === 'opening')).toMatchObject({
    outcome: 'failed',
    requestSeq: 3,
  });
});

describe('the end of the command', () => {
  it('is a failure for what is the author’s, unless other kinds are named', () => {
    expect([good, bad, ofSdk].map((report) => probeFails(report, []))).toEqual([false, true, false]);
    expect([bad, ofSdk].map((report) => probeFails(report, ['violation']))).toEqual([true, true]);
    expect([bad, ofSdk].map((report) => probeFails(report, ['protocol']))).toEqual([false, true]);
  });

  it('does not fail for what the baseline knows', () => {
    const baseline = readProbeBaseline(JSON.stringify(bad)) ?? [];
    const states = (report: ProbeReport) => report.cases.flatMap(({ state }) => state ?? []);
    expect(states(compareToProbeBaseline(bad, baseline))).toEqual(['known']);
    expect(probeFails(compareToProbeBaseline(bad, baseline), [])).toBe(false);
    const otherRule = reportOf([sampleRun([reply('result')])], [sampleFinding()]);
    expect(states(compareToProbeBaseline(otherRule, baseline))).toEqual(['new']);
    expect(readProbeBaseline('{"recordings":[]}')).toBeUndefined();
  });
});

describe('beside a baseline', () => {
  const baseline = readProbeBaseline(JSON.stringify(bad)) ?? [];

  it('a case that passes now is fixed, and one that is not asked any more is gone', () => {
    const fixed = compareToProbeBaseline(good, baseline);
    expect(fixed.cases.flatMap(({ id, state }) => (state === null ? [] : [[id, state]]))).toEqual([
      ['arguments/find/missing/all', 'fixed'],
    ]);
    const gone = compareToProbeBaseline(reportOf([]), baseline);
    expect(gone.gone).toEqual([
      { id: 'arguments/find/missing/all', rule: 'wrong-answer', message: 'The tool ran.' },
    ]);
  });

  it('what came to no verdict is neither fixed nor gone', () => {
    const report = compareToProbeBaseline(unsure, baseline);
    expect([report.gone, report.cases.flatMap(({ state }) => state ?? [])]).toEqual([[], []]);
  });

  it('text and Markdown say what is new, known, fixed and gone', () => {
    for (const format of [probeText, probeMarkdown]) {
      expect(format(compareToProbeBaseline(bad, []))).toContain('1 new, 0 known, 0 fixed, 0 gone');
      expect(format(compareToProbeBaseline(good, baseline))).toMatch(/fixed: arguments.find.missing.all/);
      expect(format(compareToProbeBaseline(reportOf([]), baseline))).toMatch(
        /gone: arguments.find.missing.all/,
      );
      expect(format(bad)).not.toContain('fixed');
    }
  });
});

describe('the formats', () => {
  it('say in text what failed, how binding it is, who must act, and where it stands', () => {
    const text = probeText(bad);
    for (const part of [
      'flawed',
      'SHOULD · for the author of the server',
      'The tool ran.',
      '(#7)',
      'The server must validate.',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('call what reads the lines an SDK only if the frames show one', () => {
    expect(ofSdk.vocabulary).toBeNull();
    expect(probeText(ofSdk)).toContain('the frames do not show');
    const known = { ...ofSdk, vocabulary: { id: 'rmcp', confidence: 0.6, evidence: [] } };
    for (const format of [probeText, probeMarkdown]) expect(format(known)).toContain('rmcp, 60 % sure');
  });

  it('say what was left out because there is too much of it', () => {
    const [first] = good.cases;
    if (first === undefined) throw new Error('no case');
    const cut: CaseVerdict = {
      ...first,
      ...{ id: 'targets/left out/prompts', family: 'targets', kind: 'left out', why: 'Of 23 only 20.' },
      outcome: 'not-applicable',
    };
    for (const format of [probeText, probeMarkdown]) {
      expect(format({ ...good, cases: [...good.cases, cut] })).toContain('Of 23 only 20.');
    }
  });

  it('have a test for each case in JUnit, skipped if there is no verdict', () => {
    const xml = probeJunit(bad);
    expect(xml).toContain('<failure type="wrong-answer" message="The tool ran."');
    expect(xml).toContain('<skipped message="not applicable: It may not run."/>');
    expect(xml.match(/<testcase /g)?.length).toBe(bad.cases.length);
    expect(probeJunit(unsure)).toContain('<skipped message="inconclusive: No time was left."/>');
  });

  it('have the matrix and the failed cases in Markdown', () => {
    const markdown = probeMarkdown(bad);
    expect(markdown).toContain('| find | FAIL 1/1 |');
    expect(markdown).toContain('The tool ran.');
  });

  it('show no record of a case that sent nothing, and link to no issue', () => {
    const cases = bad.cases.map((one) => ({ ...one, requestSeq: null }));
    expect(probeText({ ...bad, cases })).toMatch(/case +arguments\/find\/missing\/all\n/);
    for (const format of [probeText, probeMarkdown]) expect(format({ ...bad, cases })).not.toContain('#0');
    expect(probeMarkdown(bad)).toContain('(#<!-- -->7)');
  });

  it('turn failed cases into findings for SARIF and annotations, without what is known', () => {
    const findings = (report: ProbeReport) => findingsReport(report).recordings[0]?.sessions[0]?.findings;
    expect(findings(bad)).toMatchObject([
      {
        rule: 'wrong-answer',
        severity: 'violation',
        seq: 7,
        title: 'An answer that no server may give',
        message: expect.stringMatching(/^arguments\/find\/missing\/all, .*The tool ran/),
      },
    ]);
    const known = compareToProbeBaseline(bad, readProbeBaseline(JSON.stringify(bad)) ?? []);
    expect(findings(known)).toEqual([]);
  });
});
