import { oneLine, textColumns } from '../base/text-columns.ts';
import { shortened, wrapped } from '../base/wrapped-text.ts';
import { firstFailure } from '../doctor/doctor-report.ts';
import { cellText, cutCases, otherCells, toolMatrix } from './matrix.ts';
import { mendedAndGone, statesText } from './probe-baseline.ts';
import { LEFT_OUT } from './probe-case.ts';
import type { CaseVerdict, ProbeReport } from './probe-report.ts';
import {
  bindingText,
  type FailureGroup,
  failureGroups,
  type NoteGroup,
  noteGroups,
  seenText,
  sideText,
} from './problem-list.ts';

const WIDTH = 100;
const LABEL = 10;
const MAX_CHARS = 480;
const MAX_CASES = 6;
const MAX_NOTES = 12;
const MAX_TOOL_CHARS = 32;

/** The report for people: the grade with its reasons, the matrix, what failed and what to do, advice. */
export function probeText(report: ProbeReport): string {
  const { cases } = report;
  const failures = failureGroups(cases);
  const unsure = cases.filter(({ outcome }) => outcome === 'inconclusive');
  const notes = noteGroups(cases);
  const states = statesText(report);
  const lines = [
    ...head(report),
    ...(states === '' ? [] : detail('baseline', states)),
    ...doctorLines(report),
    ...matrixLines(cases),
    ...otherLines(cases),
    ...section(
      LEFT_OUT,
      cutCases(cases).flatMap(({ id, why }) => detail('', `${id}: ${why}`)),
    ),
    ...section(
      'failed',
      failures.flatMap((group) => failureLines(group, report)),
    ),
    ...section(
      'mended and gone',
      mendedAndGone(report).flatMap((line) => detail('', line)),
    ),
    ...section('inconclusive', unsureLines(unsure)),
    ...section(
      'advice and notes',
      notes.slice(0, MAX_NOTES).flatMap((group) => noteLines(group, report)),
    ),
    ...(notes.length > MAX_NOTES ? [`  and ${notes.length - MAX_NOTES} more: see --format json`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function head({
  server,
  command,
  protocolVersion,
  vocabulary,
  recording,
  counts,
  cases,
  seed,
  grade,
}: ProbeReport) {
  const named = server === null ? command : `${server.name} ${server.version}`.trim();
  const spoken =
    vocabulary === null ? [] : [`${vocabulary.id} (${Math.round(vocabulary.confidence * 100)} %)`];
  const revision = protocolVersion === null ? [] : [protocolVersion];
  const counted = `${counts.passed} passed, ${counts.failed} failed, ${counts['not-applicable']} not applicable, ${counts.inconclusive} inconclusive`;
  return [
    [named, ...revision, ...spoken].map(oneLine).join(' · '),
    ...(recording === '' ? [] : detail('recording', recording)),
    ...detail('cases', `${cases.length} with seed ${seed}: ${counted}`),
    ...detail('grade', grade.grade),
    ...grade.reasons.flatMap((reason) => detail('', reason)),
  ];
}

function doctorLines({ doctor }: ProbeReport): string[] {
  const step = doctor === null ? undefined : firstFailure(doctor);
  if (step === undefined) return [];
  return section('what fails first (see tierscope doctor)', [
    ...detail('check', step.title),
    ...detail('found', step.found),
    ...detail('do', step.todo),
    ...step.evidence.flatMap((line) => detail('', line)),
  ]);
}

function matrixLines(cases: readonly CaseVerdict[]): string[] {
  const { kinds, rows } = toolMatrix(cases);
  if (rows.length === 0 || kinds.length === 0) return [];
  const table = textColumns([
    ['tool', ...kinds],
    ...rows.map(({ target, cells }) => [shortened(oneLine(target), MAX_TOOL_CHARS), ...cells.map(cellText)]),
  ]);
  return section(
    'tools',
    table.map((line) => `  ${line}`),
  );
}

function otherLines(cases: readonly CaseVerdict[]): string[] {
  const rows = otherCells(cases).map(({ family, kind, cell }) => [family, kind, cellText(cell)]);
  return section(
    'everything else',
    textColumns(rows).map((line) => `  ${line}`),
  );
}

function failureLines(
  { failure, first, cases }: FailureGroup,
  { vocabulary }: Pick<ProbeReport, 'vocabulary'>,
): string[] {
  const { rule, binding, side, message, todo, before, after, source } = failure;
  const count = cases.length === 1 ? '1 case' : `${cases.length} cases`;
  const isNew = cases.some(({ state }) => state === 'new');
  const state = first.state === null ? '' : isNew ? ' · new' : ' · known';
  return [
    `  ${rule} · ${bindingText(binding)} · for ${sideText(side, vocabulary)} · ${count}${state}`,
    ...cases.slice(0, MAX_CASES).flatMap((one) => detail('case', `${one.id} (#${one.requestSeq ?? 0})`)),
    ...(cases.length > MAX_CASES ? detail('', `and ${cases.length - MAX_CASES} more`) : []),
    ...(first.asked === null || rule !== 'wrong-answer' ? [] : detail('asked', first.asked.sentence)),
    ...detail('seen', seenText(first)),
    ...detail('what', message),
    ...(todo === '' ? [] : detail('do', todo)),
    ...(before === null ? [] : detail('before', before)),
    ...(after === null ? [] : detail('after', after)),
    ...detail('source', source),
    '',
  ];
}

function unsureLines(cases: readonly CaseVerdict[]): string[] {
  const byReason = new Map<string, CaseVerdict[]>();
  for (const one of cases) byReason.set(one.why, [...(byReason.get(one.why) ?? []), one]);
  return [...byReason].flatMap(([why, own]) => {
    const ids = own.slice(0, MAX_CASES).map(({ id }) => id);
    const more = own.length > MAX_CASES ? ` and ${own.length - MAX_CASES} more` : '';
    return [...detail('why', why), ...detail('cases', `${ids.join(', ')}${more}`)];
  });
}

function noteLines({ note, cases }: NoteGroup, { vocabulary }: Pick<ProbeReport, 'vocabulary'>): string[] {
  const { rule, severity, certainty, side, message, todo } = note;
  const count =
    cases.length === 1 ? (cases[0]?.id ?? '') : `${cases.length} cases, such as ${cases[0]?.id ?? ''}`;
  const label = [
    ...(rule === null ? [] : [rule]),
    certainty === 'likely' ? `${severity}, likely` : severity,
    ...(rule === null ? [] : [`for ${sideText(side, vocabulary)}`]),
  ];
  return [
    ...wrapped(oneLine(`${label.join(' · ')} · ${count}`), WIDTH - 2).map((line) => `  ${line}`),
    ...detail('what', message),
    ...(todo === '' ? [] : detail('do', todo)),
  ];
}

function section(name: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', name, ...(lines.at(-1) === '' ? lines.slice(0, -1) : lines)];
}

/** A label and its text, which goes on below itself. */
function detail(label: string, text: string): string[] {
  const lines = wrapped(shortened(oneLine(text).trim(), MAX_CHARS), WIDTH - 4 - LABEL);
  return lines.map((line, index) => `    ${(index === 0 ? label : '').padEnd(LABEL)}${line}`);
}
