import { type Document, type Field, fields, paragraph, section } from '../../base/document/document.ts';
import { type DoctorReport, type DoctorStep, firstFailure } from './doctor-report.ts';

const MARKS: Readonly<Record<DoctorStep['status'], string>> = {
  passed: 'ok',
  failed: 'FAILED',
  warning: 'note',
  skipped: '-',
};

/** A report for people: the first failed check, then all of them in order. */
export function doctorDocument(report: DoctorReport): Document {
  const first = firstFailure(report);
  const all = report.steps.flatMap((step, index) => {
    const { status, title, found } = step;
    const label = MARKS[status];
    const name = `${index + 1}. ${title}`;
    if (step === first) return [{ label, text: `${name}: see above` }];
    return [{ label, text: `${name}: ${found}` }, ...moreFields(step)];
  });
  return {
    title: report.command,
    blocks: [
      first === undefined
        ? paragraph(healthy(report))
        : section(`Failed first: ${first.title}`, [
            fields([{ label: 'found', text: first.found }, ...moreFields(first)]),
          ]),
      section('All checks, in order', [fields(all)]),
    ],
  };
}

/** One summary line: how many checks passed. */
function healthy({ steps }: DoctorReport): string {
  const notes = steps.filter(({ status }) => status === 'warning').length;
  return notes === 0
    ? 'The server starts and answers.'
    : `The server starts and answers, with ${notes === 1 ? 'one note' : `${notes} notes`} below.`;
}

function moreFields({ todo, evidence }: DoctorStep): Field[] {
  return [{ label: 'do', text: todo }, ...evidence.map((text) => ({ label: '', text, isRaw: true }))];
}
