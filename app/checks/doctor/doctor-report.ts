import { z } from 'zod';
import { type Message, type MessageValues, messageText } from '../../base/message.ts';
import type { StartCause } from '../../explain/start-cause.ts';
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
