import { groupedBy } from '../base/grouped-by.ts';
import { type JunitCase, junitXml } from '../report/report-junit.ts';
import type { CaseVerdict, ProbeReport } from './probe-report.ts';
import { bindingText, seenText, sideText } from './problem-list.ts';

/** The report as JUnit XML: a suite for each family, each case a test; what has no verdict is skipped, with the reason. */
export function probeJunit(report: ProbeReport): string {
  const suites = [...groupedBy(report.cases, ({ family }) => family)].map(([family, cases]) => ({
    name: `${report.command} · ${family}`,
    cases: cases.map((one) => caseOf(one, report.vocabulary)),
  }));
  return junitXml(report.tool.version, suites);
}

function caseOf(verdict: CaseVerdict, vocabulary: ProbeReport['vocabulary']): JunitCase {
  const { id, family, target, title, outcome, why, failure, state } = verdict;
  const named = { classname: target === '' ? family : `${family} · ${target}`, name: `${id}: ${title}` };
  if (outcome === 'inconclusive' || outcome === 'not-applicable') {
    return { ...named, skipped: `${outcome === 'inconclusive' ? 'inconclusive' : 'not applicable'}: ${why}` };
  }
  if (failure === null || state === 'known') return named;
  const { rule, binding, side, message, todo, before, after, source } = failure;
  const text = [
    `for ${sideText(side, vocabulary)} (${bindingText(binding)})`,
    `seen: ${seenText(verdict)}`,
    `do: ${todo}`,
    ...(before === null ? [] : [`before: ${before}`]),
    ...(after === null ? [] : [`after: ${after}`]),
    `source: ${source}`,
  ].join('\n');
  return { ...named, failure: { type: rule, message, text } };
}
