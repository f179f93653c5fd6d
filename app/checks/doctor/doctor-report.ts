import { z } from 'zod';
import { type Document, type Field, fields, paragraph, section } from '../../base/document/document.ts';
import { type Message, type MessageValues, messageText } from '../../base/message.ts';
import type { StartCause } from '../../explain/start-cause.ts';
import { looksRandom } from '../../frame/redaction/secret-shapes.ts';
import { namesSecret } from '../../hosts/profiles/profile.ts';
import { stepText } from '../../protocol/actor.ts';
import texts from './doctor-texts.json' with { type: 'json' };
import titles from './step-titles.json' with { type: 'json' };

/** The checks of a start, in the order in which it can fail. */
export const STEP_TITLES = titles;

export type StepId = keyof typeof STEP_TITLES;
const stepId = z.enum(Object.keys(STEP_TITLES) as [StepId, ...StepId[]]);

/** One check: what was examined, the result, and what to do about it. */
const step = z.object({
  id: stepId,
  title: z.string(),
  /** `warning`: the start succeeds here, but may fail elsewhere; `skipped`: nothing is known, and `found` says why. */
  status: z.enum(['passed', 'failed', 'warning', 'skipped']),
  /** The result, in whole sentences. */
  found: z.string(),
  /** What was examined, one line each: a path, a line of stderr, an answer. */
  evidence: z.array(z.string()).readonly(),
  /** What to do, in whole sentences. Empty for a step that passed or was skipped. */
  todo: z.string(),
});
export type DoctorStep = Readonly<z.infer<typeof step>>;

export const doctorReport = z.object({
  command: z.string(),
  /** The first failed step; null if none failed. */
  failed: stepId.nullable(),
  steps: z.array(step.readonly()).readonly(),
});
export type DoctorReport = Readonly<z.infer<typeof doctorReport>>;

export type CheckVerdict = Omit<DoctorStep, 'id' | 'title'>;

const TEXTS = texts as Readonly<
  Record<string, { readonly status: DoctorStep['status']; readonly found: Message; readonly todo?: Message }>
>;

/** A verdict from `doctor-texts.json`, with its values filled in. */
export function verdict(
  key: keyof typeof texts,
  values: MessageValues = {},
  evidence: readonly string[] = [],
): CheckVerdict {
  const { status = 'failed', found = '', todo = '' } = TEXTS[key] ?? {};
  return { status, found: messageText(found, values), evidence, todo: messageText(todo, values) };
}

/** A start that failed for a cause named on stderr; `evidence` precedes its line. */
export function causeVerdict({ found, step, line }: StartCause, evidence: readonly string[] = []) {
  return verdict('cause', { found, todo: stepText(step) }, [...evidence, line]);
}

/** The step that failed first; undefined if none did. */
export function firstFailure({ failed: id, steps }: DoctorReport): DoctorStep | undefined {
  return steps.find((step) => step.id === id);
}

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

/** Shorter values occur in too many harmless words. */
const MIN_SECRET = 3;
const MIN_OTHER = 8;

/** Replaces secret values of a session's own variables in a text by the variables' names. */
export function hidingValues(env: Readonly<Record<string, string>>): (text: string) => string {
  const secrets = Object.entries(env)
    .filter(([name, value]) => isSecret(name, value))
    // A value may contain a shorter one.
    .toSorted(([, left], [, right]) => right.length - left.length);
  return (text) =>
    secrets.reduce((rest, [name, value]) => rest.replaceAll(value, `<value of ${name}>`), text);
}

function isSecret(name: string, value: string): boolean {
  if (namesSecret(name)) return value.length >= MIN_SECRET;
  return value.length >= MIN_OTHER && looksRandom(value) && !/[\s/\\]/.test(value);
}
