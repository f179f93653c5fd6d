import { z } from 'zod';
import { parseJson } from '../base/json-value.ts';
import { type DoctorReport, STEP_TITLES, type StepId } from '../doctor/doctor-report.ts';
import { TIERS } from '../frame/tier.ts';
import { BINDINGS, CASE_FAMILIES } from './probe-case.ts';
import { CASE_OUTCOMES, GRADES, type ProbeReport } from './probe-report.ts';

const sides = z.enum(['server', 'sdk', 'client']);
const count = z.number().int().min(0);
const seq = count.nullable();
const stepIds = Object.keys(STEP_TITLES) as [StepId, ...StepId[]];

const failure = z.object({
  rule: z.string(),
  binding: z.enum(BINDINGS),
  side: sides,
  message: z.string(),
  todo: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  source: z.string(),
});

const note = z.object({
  rule: z.string().nullable(),
  severity: z.enum(['violation', 'advice', 'info']),
  certainty: z.enum(['certain', 'likely']),
  side: sides,
  message: z.string(),
  todo: z.string(),
});

const verdict = z.object({
  id: z.string(),
  family: z.enum(CASE_FAMILIES),
  kind: z.string(),
  target: z.string(),
  title: z.string(),
  outcome: z.enum(CASE_OUTCOMES),
  why: z.string(),
  seen: z
    .object({ tier: z.enum([...TIERS, 'silence']), code: z.number().nullable(), text: z.string() })
    .nullable(),
  asked: z
    .object({
      tier: z.enum([...TIERS, 'silence', 'any']),
      binding: z.enum(BINDINGS),
      sentence: z.string(),
      source: z.string(),
    })
    .nullable(),
  failure: failure.nullable(),
  notes: z.array(note),
  requestSeq: seq,
  answerSeq: seq,
  state: z.enum(['new', 'known', 'mended']).nullable(),
});

const doctor: z.ZodType<DoctorReport> = z.object({
  command: z.string(),
  failed: z.enum(stepIds).nullable(),
  steps: z.array(
    z.object({
      id: z.enum(stepIds),
      title: z.string(),
      status: z.enum(['passed', 'failed', 'warning', 'skipped']),
      found: z.string(),
      evidence: z.array(z.string()),
      todo: z.string(),
    }),
  ),
});

const report: z.ZodType<ProbeReport> = z.object({
  tool: z.object({ name: z.literal('tierscope'), version: z.string() }),
  command: z.string(),
  server: z.object({ name: z.string(), version: z.string() }).nullable(),
  protocolVersion: z.string().nullable(),
  vocabulary: z.object({ id: z.string(), confidence: z.number(), evidence: z.array(z.string()) }).nullable(),
  recording: z.string(),
  startedAt: z.string(),
  seed: z.number(),
  calls: z.array(z.string()),
  grade: z.object({ grade: z.enum(GRADES), reasons: z.array(z.string()) }),
  counts: z.object({ failed: count, inconclusive: count, passed: count, 'not-applicable': count }),
  cases: z.array(verdict),
  gone: z.array(z.object({ id: z.string(), rule: z.string(), message: z.string() })).nullable(),
  doctor: doctor.nullable(),
});

/** Reads the report of a probe as it was kept; undefined for a text that is damaged, or is none. */
export function readKeptReport(text: string): ProbeReport | undefined {
  return report.safeParse(parseJson(text)).data;
}

/** The first case that sent a line, with the bookmark that stands before it in the recording of its probe. */
export function firstBookmark({
  cases,
}: ProbeReport): { readonly seq: number; readonly label: string } | undefined {
  const sent = cases.filter(({ family, requestSeq }) => family !== 'opening' && requestSeq !== null);
  const first = sent.reduce<(typeof sent)[number] | undefined>(
    (least, one) => ((one.requestSeq ?? 0) < (least?.requestSeq ?? Number.POSITIVE_INFINITY) ? one : least),
    undefined,
  );
  return first === undefined ? undefined : { seq: (first.requestSeq ?? 1) - 1, label: caseBookmark(first) };
}

/** The label of the bookmark before a case. */
export function caseBookmark({ id, title }: { readonly id: string; readonly title: string }): string {
  return `probe ${id}: ${title}`;
}
