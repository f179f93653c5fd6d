import type { DoctorReport } from '../doctor/doctor-report.ts';
import type { Certainty, Severity, Side } from '../findings/finding.ts';
import type { Tier } from '../frame/tier.ts';
import type { ReportVocabulary } from '../report/report.ts';
import type { AskedTier, Binding, CaseFamily } from './probe-case.ts';

export const CASE_OUTCOMES = ['failed', 'inconclusive', 'passed', 'not-applicable'] as const;
export type CaseOutcome = (typeof CASE_OUTCOMES)[number];

/** What a case fails by: a finding of a rule, or what the probe itself saw. */
export type CaseFailure = {
  /** The rule's id; or `no-answer`, `process-ended`, `wrong-answer`, which are the probe's own. */
  readonly rule: string;
  readonly binding: Binding;
  /** Who must act. */
  readonly side: Side;
  /** What is wrong. */
  readonly message: string;
  readonly todo: string;
  /** What was sent, and what would have been right; null for none. */
  readonly before: string | null;
  readonly after: string | null;
  readonly source: string;
};

/** What else is worth saying of a case; it fails nothing. */
export type CaseNote = {
  /** The rule's id; null for the probe's own. */
  readonly rule: string | null;
  readonly severity: Severity;
  readonly certainty: Certainty;
  readonly side: Side;
  readonly message: string;
  readonly todo: string;
};

export type CaseVerdict = {
  readonly id: string;
  readonly family: CaseFamily;
  readonly kind: string;
  readonly target: string;
  readonly title: string;
  readonly outcome: CaseOutcome;
  /** Why it is not applicable or inconclusive; empty otherwise. */
  readonly why: string;
  /** Null if nothing was sent. */
  readonly seen: {
    readonly tier: Tier | 'silence';
    readonly code: number | null;
    readonly text: string;
  } | null;
  readonly asked: {
    readonly tier: AskedTier;
    readonly binding: Binding;
    readonly sentence: string;
    readonly source: string;
  } | null;
  readonly failure: CaseFailure | null;
  readonly notes: readonly CaseNote[];
  /** The record of its first line and that of its last answer; null for none. */
  readonly requestSeq: number | null;
  readonly answerSeq: number | null;
  /** Beside an earlier report, of a case that fails or failed then; null for any other. */
  readonly state: 'new' | 'known' | 'mended' | null;
};

export const GRADES = ['exemplary', 'sound', 'flawed', 'broken', 'unknown'] as const;

/** A word with the sentences that led to it. */
export type ProbeGrade = { readonly grade: (typeof GRADES)[number]; readonly reasons: readonly string[] };

/** What `probe --format json` prints. */
export type ProbeReport = {
  readonly tool: { readonly name: 'tierscope'; readonly version: string };
  /** The command as it can be typed. */
  readonly command: string;
  readonly server: { readonly name: string; readonly version: string } | null;
  readonly protocolVersion: string | null;
  readonly vocabulary: ReportVocabulary | null;
  /** The path of the recording. */
  readonly recording: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly seed: number;
  /** The tools that were allowed to be called with valid arguments, by name. */
  readonly calls: readonly string[];
  readonly grade: ProbeGrade;
  readonly counts: { readonly [Outcome in CaseOutcome]: number };
  readonly cases: readonly CaseVerdict[];
  /** What failed in the earlier report and is not asked any more; null without one. */
  readonly gone: readonly { readonly id: string; readonly rule: string; readonly message: string }[] | null;
  /** The doctor's checks if the server could not be started; null otherwise. */
  readonly doctor: DoctorReport | null;
};

export function countOutcomes(cases: readonly CaseVerdict[]): ProbeReport['counts'] {
  const count = (outcome: CaseOutcome) => cases.filter((one) => one.outcome === outcome).length;
  return {
    failed: count('failed'),
    inconclusive: count('inconclusive'),
    passed: count('passed'),
    'not-applicable': count('not-applicable'),
  };
}
