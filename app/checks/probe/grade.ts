import type { ReportVocabulary } from '../../report/report.ts';
import { verdictText } from './judge-case.ts';
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
    return { grade: 'unknown', reasons: [why === '' ? verdictText('grade.none') : why] };
  }
  const ofAuthor = failed.filter(({ failure }) => failure?.side === 'server');
  const demanded = ofAuthor.filter(({ failure }) => failure?.binding === 'MUST');
  const ofProject = ofAuthor.filter(({ failure }) => failure?.binding === 'project');
  const ofSdk = failed.length - ofAuthor.length;
  const advised = passed.filter(({ notes }) =>
    notes.some(({ severity, side }) => severity !== 'info' && side === 'server'),
  );
  const reasons = [
    ...counted('grade.demanded', demanded.length),
    ...counted('grade.recommended', ofAuthor.length - demanded.length - ofProject.length),
    ...counted('grade.project', ofProject.length),
    ...counted(sdk === null ? 'grade.before-tools' : 'grade.sdk', ofSdk, sideText('sdk', sdk)),
    ...counted('grade.advice', advised.length),
    ...counted('grade.unsure', unsure.length),
  ];
  const rest =
    failed.length === 0 ? [verdictText('grade.all-passed', { cases: caseCount(passed.length) })] : [];
  return { grade: word(demanded.length, ofAuthor.length, advised.length), reasons: [...rest, ...reasons] };
}

function counted(key: Parameters<typeof verdictText>[0], count: number, who = ''): string[] {
  return count === 0 ? [] : [verdictText(key, { cases: caseCount(count), who })];
}

/** A suite says whether what it pins still holds; it grades no server. */
export function suiteGrade(cases: readonly CaseVerdict[], why: string): ProbeGrade {
  if (why !== '') return { grade: 'unknown', reasons: [why] };
  const entries = cases.filter(({ family }) => family === 'suite');
  const count = (outcome: CaseVerdict['outcome']) => entries.filter((one) => one.outcome === outcome).length;
  const failed = count('failed');
  const values = { passed: count('passed'), count: entries.length, failed };
  return {
    grade: 'unknown',
    reasons: [
      verdictText(failed === 0 ? 'suite.holds' : 'suite.failed', values),
      verdictText('suite.no-grade'),
    ],
  };
}

function word(demanded: number, ofAuthor: number, advised: number): ProbeGrade['grade'] {
  if (demanded > 0) return 'broken';
  if (ofAuthor > 0) return 'flawed';
  return advised > 0 ? 'sound' : 'exemplary';
}

function caseCount(count: number): string {
  return count === 1 ? 'One case' : `${count} cases`;
}
