import { inlineCode, inlineText } from '../base/markdown-text.ts';
import { shortened } from '../base/wrapped-text.ts';
import { firstFailure } from '../doctor/doctor-report.ts';
import { cellText, cutCases, otherCells, toolMatrix } from './matrix.ts';
import { mendedAndGone, statesText } from './probe-baseline.ts';
import type { ProbeReport } from './probe-report.ts';
import {
  bindingText,
  type FailureGroup,
  failureGroups,
  noteGroups,
  seenText,
  sideText,
} from './problem-list.ts';

const MAX_CASES = 8;
const MAX_CHARS = 600;

/** The report as Markdown: for a job's summary, an issue, a pull request. */
export function probeMarkdown(report: ProbeReport): string {
  return [...parts(report)].join('');
}

function* parts(report: ProbeReport): Generator<string> {
  const { server, command, protocolVersion, vocabulary, recording, counts, grade, cases, doctor } = report;
  yield `# Probe of ${inlineText(server === null ? command : `${server.name} ${server.version}`.trim())}\n\n`;
  yield `**${grade.grade}**\n\n`;
  for (const reason of grade.reasons) yield `- ${inlineText(reason)}\n`;
  yield `\n| passed | failed | not applicable | inconclusive |\n|---:|---:|---:|---:|\n`;
  yield `| ${counts.passed} | ${counts.failed} | ${counts['not-applicable']} | ${counts.inconclusive} |\n\n`;
  if (protocolVersion !== null) yield `- Protocol revision: ${inlineText(protocolVersion)}\n`;
  if (vocabulary !== null) yield `- Vocabulary: ${inlineText(vocabulary.id)}\n`;
  if (recording !== '') yield `- Recording: ${inlineCode(recording)}\n`;
  const states = statesText(report);
  if (states !== '') yield `- Beside the baseline: ${states}\n`;
  const step = doctor === null ? undefined : firstFailure(doctor);
  if (step !== undefined)
    yield `\n## What fails first\n\n${inlineText(step.found)}\n\n${inlineText(step.todo)}\n`;
  const { kinds, rows } = toolMatrix(cases);
  if (rows.length > 0) {
    yield `\n## Tools\n\n| tool | ${kinds.join(' | ')} |\n|---|${kinds.map(() => '---|').join('')}\n`;
    for (const { target, cells } of rows)
      yield `| ${inlineText(target)} | ${cells.map(cellText).join(' | ')} |\n`;
  }
  yield '\n## Everything else\n\n| family | case | outcome |\n|---|---|---|\n';
  for (const { family, kind, cell } of otherCells(cases)) {
    yield `| ${family} | ${inlineText(kind)} | ${cellText(cell)} |\n`;
  }
  const cut = cutCases(cases);
  if (cut.length > 0) yield '\n## Left out\n\n';
  for (const { id, why } of cut) yield `- ${inlineText(`${id}: ${why}`)}\n`;
  const failures = failureGroups(cases);
  if (failures.length > 0) yield '\n## Failed\n';
  for (const group of failures) yield failureMarkdown(group, report);
  const mended = mendedAndGone(report);
  if (mended.length > 0)
    yield `\n## Mended and gone\n\n${mended.map((line) => `- ${inlineText(line)}\n`).join('')}`;
  const notes = noteGroups(cases).filter(({ note }) => note.severity !== 'info');
  if (notes.length > 0) yield '\n## Advice\n\n';
  for (const { note, cases: own } of notes) {
    yield `- **${note.rule ?? 'note'}**, for ${sideText(note.side, vocabulary)}, ${own.length === 1 ? '1 case' : `${own.length} cases`}: ${inlineText(`${note.message} ${note.todo}`.trim())}\n`;
  }
}

function failureMarkdown(
  { failure, first, cases }: FailureGroup,
  { vocabulary: sdk }: Pick<ProbeReport, 'vocabulary'>,
): string {
  const { rule, binding, side, message, todo, before, after, source } = failure;
  const state = first.state === null ? '' : ` · ${first.state}`;
  const shown = cases
    .slice(0, MAX_CASES)
    .map(({ id, requestSeq }) => `  - ${inlineText(id)} (#${requestSeq ?? 0})\n`);
  const more = cases.length > MAX_CASES ? `  - and ${cases.length - MAX_CASES} more\n` : '';
  const code = (label: string, text: string | null) =>
    text === null ? '' : `- **${label}:** ${inlineCode(shortened(text, MAX_CHARS))}\n`;
  return [
    `\n### ${inlineText(`${rule} · ${bindingText(binding)} · for ${sideText(side, sdk)}${state}`)}\n\n`,
    `- **what:** ${inlineText(message)} (${inlineText(source)})\n`,
    todo === '' ? '' : `- **do:** ${inlineText(todo)}\n`,
    `- **seen:** ${inlineText(shortened(seenText(first), MAX_CHARS))}\n`,
    code('before', before),
    code('after', after),
    `- **cases:** ${cases.length}\n${shown.join('')}${more}`,
  ].join('');
}
