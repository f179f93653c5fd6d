import { z } from 'zod';
import { parseJson, withoutMark } from '../../base/json-value.ts';
import { TIERS } from '../../frame/tier.ts';
import { doctorReport } from '../doctor/doctor-report.ts';
import { BINDINGS, CASE_FAMILIES } from './probe-case.ts';

export const CASE_OUTCOMES = ['failed', 'inconclusive', 'passed', 'not-applicable'] as const;
export type CaseOutcome = (typeof CASE_OUTCOMES)[number];
export const GRADES = ['exemplary', 'sound', 'flawed', 'broken', 'unknown'] as const;

const sides = z.enum(['server', 'sdk', 'client']);
const count = z.number().int().min(0);
const seq = count.nullable();
const texts = z.array(z.string()).readonly();

const failure = z.object({
  /** The rule's id; or the probe's own `no-answer`, `process-ended`, `wrong-answer`. */
  rule: z.string(),
  binding: z.enum(BINDINGS),
  side: sides,
  message: z.string(),
  todo: z.string(),
  /** What was sent, and what would have been right; null for none. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  source: z.string(),
});

const note = z.object({
  /** The rule's id; null for the probe's own. */
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
  /** Why it is not applicable or inconclusive; empty otherwise. */
  why: z.string(),
  /** Null if nothing was sent. */
  seen: z
    .object({ tier: z.enum([...TIERS, 'silence']), code: z.number().nullable(), text: z.string() })
    .readonly()
    .nullable(),
  asked: z
    .object({
      tier: z.enum([...TIERS, 'silence', 'any']),
      binding: z.enum(BINDINGS),
      sentence: z.string(),
      source: z.string(),
    })
    .readonly()
    .nullable(),
  failure: failure.readonly().nullable(),
  notes: z.array(note.readonly()).readonly(),
  /** The records of its first line and of its last answer; null for none. */
  requestSeq: seq,
  answerSeq: seq,
  /** Compared with an earlier report, for a case that fails or failed then; null for any other. */
  state: z.enum(['new', 'known', 'fixed']).nullable(),
});

/** The output of `probe --format json`. */
const report = z.object({
  tool: z.object({ name: z.literal('tierscope'), version: z.string() }),
  command: z.string(),
  server: z.object({ name: z.string(), version: z.string() }).readonly().nullable(),
  protocolVersion: z.string().nullable(),
  vocabulary: z.object({ id: z.string(), confidence: z.number(), evidence: texts }).readonly().nullable(),
  recording: z.string(),
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  seed: z.number(),
  /** The tools that were allowed to be called with valid arguments, by name. */
  calls: texts,
  grade: z.object({ grade: z.enum(GRADES), reasons: texts }).readonly(),
  counts: z.object({ failed: count, inconclusive: count, passed: count, 'not-applicable': count }).readonly(),
  cases: z.array(verdict.readonly()).readonly(),
  /** The earlier failures that are no longer tested; null without an earlier report. */
  gone: z
    .array(z.object({ id: z.string(), rule: z.string(), message: z.string() }).readonly())
    .readonly()
    .nullable(),
  /** The doctor's checks if the server could not be started; null otherwise. */
  doctor: doctorReport.readonly().nullable(),
});

export type ProbeReport = Readonly<z.infer<typeof report>>;
export type CaseVerdict = ProbeReport['cases'][number];
/** Why a case fails: a rule's finding, or an observation of the probe. */
export type CaseFailure = Readonly<z.infer<typeof failure>>;
/** Another remark on a case; it fails nothing. */
export type CaseNote = CaseVerdict['notes'][number];
export type ProbeGrade = ProbeReport['grade'];

/** Reads a stored probe report; undefined for a damaged or different text. */
export function readSavedReport(text: string): ProbeReport | undefined {
  return report.safeParse(parseJson(withoutMark(text))).data;
}

export function countOutcomes(cases: readonly CaseVerdict[]): ProbeReport['counts'] {
  const count = (outcome: CaseOutcome) => cases.filter((one) => one.outcome === outcome).length;
  return {
    failed: count('failed'),
    inconclusive: count('inconclusive'),
    passed: count('passed'),
    'not-applicable': count('not-applicable'),
  };
}

/** The first case that sent a line, with the bookmark before it in the probe's recording. */
export function firstBookmark({
  cases,
}: ProbeReport): { readonly seq: number; readonly label: string } | undefined {
  const sent = cases.flatMap(({ family, requestSeq, id, title }) =>
    family === 'opening' || requestSeq === null
      ? []
      : [{ seq: requestSeq - 1, label: caseBookmark({ id, title }) }],
  );
  return sent.sort((a, b) => a.seq - b.seq)[0];
}

export function caseBookmark({ id, title }: { readonly id: string; readonly title: string }): string {
  return `probe ${id}: ${title}`;
}

/** The grade and the number of handlers it rests on: without handler calls it only covers the wire. */
export function gradeText({ grade: { grade }, cases }: Pick<ProbeReport, 'grade' | 'cases'>): string {
  if (grade === 'unknown') return grade;
  const ran = new Set(
    cases.flatMap(({ family, seen, target }) => (family === 'calls' && seen !== null ? target : [])),
  );
  return `${grade} on the wire; ${ran.size === 1 ? 'one handler' : `${ran.size} handlers`} ran`;
}
