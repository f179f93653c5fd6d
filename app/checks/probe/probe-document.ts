import {
  anySection,
  type Block,
  type Document,
  type Field,
  fields,
  section,
} from '../../base/document/document.ts';
import { groupedBy } from '../../base/grouped-by.ts';
import { versionedName } from '../../base/versioned-name.ts';
import { type JunitCase, junitXml } from '../../report/report-junit.ts';
import { firstFailure } from '../doctor/doctor-report.ts';
import { cellText, cutCases, otherCells, toolMatrix } from './matrix.ts';
import { fixedAndGone, statesText } from './probe-baseline.ts';
import { LEFT_OUT } from './probe-case.ts';
import { type CaseVerdict, gradeText, type ProbeReport } from './probe-report.ts';
import {
  bindingText,
  type FailureGroup,
  failureGroups,
  type NoteGroup,
  noteGroups,
  seenText,
  sideText,
} from './problem-list.ts';

const MAX_CASES = 6;
const MAX_NOTES = 12;

type Sdk = ProbeReport['vocabulary'];

/** The report for people: grade with reasons, matrix, failures with actions, advice. */
export function probeDocument(report: ProbeReport): Document {
  const { cases, vocabulary } = report;
  const notes = noteGroups(cases);
  const more = notes.length > MAX_NOTES ? [`and ${notes.length - MAX_NOTES} more: see --format json`] : [];
  const { kinds, rows } = toolMatrix(cases);
  return {
    title: titleOf(report),
    blocks: [
      fields(headFields(report)),
      ...anySection('what fails first (see tierscope doctor)', [fields(doctorFields(report))]),
      ...anySection('tools', [
        {
          kind: 'table',
          head: ['tool', ...kinds],
          rows: kinds.length === 0 ? [] : rows.map(({ target, cells }) => [target, ...cells.map(cellText)]),
        },
      ]),
      ...anySection('everything else', [
        {
          kind: 'table',
          head: ['family', 'case', 'outcome'],
          rows: otherCells(cases).map(({ family, kind, cell }) => [family, kind, cellText(cell)]),
        },
      ]),
      ...listSection(
        LEFT_OUT,
        cutCases(cases).map(({ id, why }) => `${id}: ${why}`),
      ),
      ...anySection(
        'failed',
        failureGroups(cases).map((group) => failureSection(group, vocabulary)),
      ),
      ...listSection('fixed and gone', fixedAndGone(report)),
      ...anySection('inconclusive', [fields(unsureFields(cases))]),
      ...anySection('advice and notes', [
        ...notes.slice(0, MAX_NOTES).map((group) => noteSection(group, vocabulary)),
        { kind: 'list', items: more },
      ]),
    ],
  };
}

function listSection(title: string, items: readonly string[]): Block[] {
  return anySection(title, [{ kind: 'list', items }]);
}

function titleOf({ server, command, protocolVersion, vocabulary }: ProbeReport): string {
  const named = server === null ? command : versionedName(server);
  const spoken =
    vocabulary === null ? [] : [`${vocabulary.id} (${Math.round(vocabulary.confidence * 100)} %)`];
  return [`Probe of ${named}`, ...(protocolVersion === null ? [] : [protocolVersion]), ...spoken].join(' · ');
}

function headFields(report: ProbeReport): Field[] {
  const { recording, counts, cases, seed, grade } = report;
  const counted = `${counts.passed} passed, ${counts.failed} failed, ${counts['not-applicable']} not applicable, ${counts.inconclusive} inconclusive`;
  return [
    { label: 'recording', text: recording, isRaw: true },
    { label: 'cases', text: `${cases.length} with seed ${seed}: ${counted}` },
    { label: 'grade', text: gradeText(report) },
    ...grade.reasons.map((text) => ({ label: '', text })),
    { label: 'baseline', text: statesText(report) },
  ];
}

function doctorFields({ doctor }: ProbeReport): Field[] {
  const step = doctor === null ? undefined : firstFailure(doctor);
  if (step === undefined) return [];
  return [
    { label: 'check', text: step.title },
    { label: 'found', text: step.found },
    { label: 'do', text: step.todo },
    ...step.evidence.map((text) => ({ label: '', text, isRaw: true })),
  ];
}

function failureSection({ failure, first, cases }: FailureGroup, sdk: Sdk): Block {
  const { rule, binding, side, message, todo, before, after, source } = failure;
  const isNew = cases.some(({ state }) => state === 'new');
  const state = first.state === null ? '' : isNew ? ' · new' : ' · known';
  const more = cases.length > MAX_CASES ? `and ${cases.length - MAX_CASES} more` : '';
  return section(
    `${rule} · ${bindingText(binding)} · for ${sideText(side, sdk)} · ${caseCount(cases)}${state}`,
    [
      fields([
        ...cases.slice(0, MAX_CASES).map((one) => ({ label: 'case', text: placedCase(one) })),
        { label: '', text: more },
        { label: 'asked', text: rule === 'wrong-answer' ? (first.asked?.sentence ?? '') : '' },
        { label: 'seen', text: seenText(first) },
        { label: 'what', text: message },
        { label: 'do', text: todo },
        { label: 'before', text: before ?? '', isRaw: true },
        { label: 'after', text: after ?? '', isRaw: true },
        { label: 'source', text: source },
      ]),
    ],
  );
}

function placedCase({ id, requestSeq }: CaseVerdict): string {
  return requestSeq === null ? id : `${id} (#${requestSeq})`;
}

function unsureFields(cases: readonly CaseVerdict[]): Field[] {
  const unsure = cases.filter(({ outcome }) => outcome === 'inconclusive');
  return [...groupedBy(unsure, ({ why }) => why)].flatMap(([why, own]) => {
    const ids = own.slice(0, MAX_CASES).map(({ id }) => id);
    const more = own.length > MAX_CASES ? ` and ${own.length - MAX_CASES} more` : '';
    return [
      { label: 'why', text: why },
      { label: 'cases', text: `${ids.join(', ')}${more}` },
    ];
  });
}

function noteSection({ note, cases }: NoteGroup, sdk: Sdk): Block {
  const { rule, severity, certainty, side, message, todo } = note;
  const [first] = cases;
  const where = cases.length === 1 ? '' : `${caseCount(cases)}, such as `;
  const title = [
    ...(rule === null ? [] : [rule]),
    certainty === 'likely' ? `${severity}, likely` : severity,
    ...(rule === null ? [] : [`for ${sideText(side, sdk)}`]),
    `${where}${first?.id ?? ''}`,
  ];
  return section(title.join(' · '), [
    fields([
      { label: 'what', text: message },
      { label: 'do', text: todo },
    ]),
  ]);
}

function caseCount({ length }: readonly CaseVerdict[]): string {
  return length === 1 ? '1 case' : `${length} cases`;
}

/** The report as JUnit XML: a suite per family, a test per case; inconclusive ones are skipped, with the reason. */
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
