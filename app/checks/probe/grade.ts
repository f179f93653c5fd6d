import type { ReportVocabulary } from '../../report/report.ts';
import type { CaseVerdict, ProbeGrade } from './probe-report.ts';
import { sideText } from './problem-list.ts';

/** A word for the server, and the sentences that it rests on. What the SDK does by itself does not lower it. */
export function gradeOf(
  cases: readonly CaseVerdict[],
  why: string,
  sdk: ReportVocabulary | null,
): ProbeGrade {
  const passed = cases.filter(({ outcome }) => outcome === 'passed');
  const failed = cases.filter(({ outcome }) => outcome === 'failed');
  const unsure = cases.filter(({ outcome }) => outcome === 'inconclusive');
  if (why !== '' || passed.length + failed.length === 0) {
    return { grade: 'unknown', reasons: [why === '' ? 'No case came to a verdict.' : why] };
  }
  const ofAuthor = failed.filter(({ failure }) => failure?.side === 'server');
  const demanded = ofAuthor.filter(({ failure }) => failure?.binding === 'MUST');
  const ofProject = ofAuthor.filter(({ failure }) => failure?.binding === 'project');
  const ofSdk = failed.length - ofAuthor.length;
  const advised = passed.filter(({ notes }) =>
    notes.some(({ severity, side }) => severity !== 'info' && side === 'server'),
  );
  const reasons = [
    ...sentence(demanded.length, 'failed what the specification demands (MUST)', 'the author of the server'),
    ...sentence(
      ofAuthor.length - demanded.length - ofProject.length,
      'failed what the specification recommends or what is usual',
      'the author of the server',
    ),
    ...sentence(ofProject.length, 'ended otherwise than the project file says', 'the author of the server'),
    ...sentence(
      ofSdk,
      sdk === null ? 'failed before any tool was asked' : 'failed by what the SDK does',
      `${sideText('sdk', sdk)}; they do not lower the grade`,
    ),
    ...(advised.length === 0 ? [] : [`${caseCount(advised.length)} passed with advice for the author.`]),
    ...(unsure.length === 0 ? [] : [`${caseCount(unsure.length)} came to no verdict.`]),
  ];
  const rest = failed.length === 0 ? [`${caseCount(passed.length)} passed, and none failed.`] : [];
  return { grade: word(demanded.length, ofAuthor.length, advised.length), reasons: [...rest, ...reasons] };
}

/** A suite says whether what it pins still holds; it grades no server. */
export function suiteGrade(cases: readonly CaseVerdict[], why: string): ProbeGrade {
  if (why !== '') return { grade: 'unknown', reasons: [why] };
  const entries = cases.filter(({ family }) => family === 'suite');
  const count = (outcome: CaseVerdict['outcome']) => entries.filter((one) => one.outcome === outcome).length;
  const failed = count('failed');
  const holds = `${count('passed')} of ${entries.length} entries of the suite hold`;
  return {
    grade: 'unknown',
    reasons: [
      failed === 0 ? `${holds}, and none failed.` : `${holds}; ${failed} failed.`,
      'A suite grades no server: it says whether what was pinned still holds.',
    ],
  };
}

function word(demanded: number, ofAuthor: number, advised: number): ProbeGrade['grade'] {
  if (demanded > 0) return 'broken';
  if (ofAuthor > 0) return 'flawed';
  return advised > 0 ? 'sound' : 'exemplary';
}

function sentence(count: number, what: string, who: string): string[] {
  return count === 0 ? [] : [`${caseCount(count)} ${what}: for ${who}.`];
}

function caseCount(count: number): string {
  return count === 1 ? 'One case' : `${count} cases`;
}
