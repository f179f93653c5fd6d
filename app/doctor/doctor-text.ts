import { type DoctorReport, type DoctorStep, firstFailure } from './doctor-report.ts';

const MARKS: Readonly<Record<DoctorStep['status'], string>> = {
  passed: 'ok    ',
  failed: 'FAILED',
  warning: 'note  ',
  skipped: '-     ',
};

/** A report for a terminal: the first check that failed in front, then all of them in order. */
export function doctorText(report: DoctorReport): string {
  const first = firstFailure(report);
  const head = first === undefined ? healthy(report) : block(first);
  const list = report.steps.map((step, index) => listed(step, index, step === first)).join('\n');
  return `${report.command}\n\n${head}\n\nAll checks, in order:\n${list}\n`;
}

/** One line for all: how many checks passed. */
function healthy({ steps }: DoctorReport): string {
  const notes = steps.filter(({ status }) => status === 'warning').length;
  return notes === 0
    ? 'The server starts and answers.'
    : `The server starts and answers, with ${notes === 1 ? 'one note' : `${notes} notes`} below.`;
}

function block({ title, found, todo, evidence }: DoctorStep): string {
  const lines = [
    `Failed first: ${title}`,
    found,
    `What to do: ${todo}`,
    ...evidence.map((line) => `  | ${line}`),
  ];
  return lines.join('\n');
}

function listed(
  { title, status, found, todo, evidence }: DoctorStep,
  index: number,
  isShown: boolean,
): string {
  const number = String(index + 1).padStart(2);
  const head = `${number}. ${MARKS[status]}  ${title}`;
  if (isShown) return `${head}: see above`;
  const more = [
    found,
    ...(todo === '' ? [] : [`What to do: ${todo}`]),
    ...evidence.map((line) => `| ${line}`),
  ];
  return [head, ...more.map((line) => `            ${line}`)].join('\n');
}
