import type { ToolStats } from '../analysis/stats/tool-stats.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { StructuredStatement } from '../codes/structured-error.ts';
import type { ClientsMake } from '../explain/client-rows.ts';
import type { Reaches } from '../explain/reaches.ts';
import type { Finding } from '../findings/finding.ts';
import type { RetryAdvice } from '../findings/retry-advice.ts';
import type { ErrorOrigin } from '../frame/error-origin.ts';
import { ERROR_TIERS, type ErrorTier, type Where } from '../frame/tier.ts';
import type { Actor } from '../protocol/actor.ts';
import type { LineProblem } from '../recording/recording-reader.ts';
import type { Counts } from '../session/exchange.ts';
import formats from './export/export-formats.json' with { type: 'json' };

/** The formats of `report --format`. */
export const REPORT_FORMATS = ['text', 'markdown', 'json', 'junit', 'sarif', 'github'] as const;

/** The output of `report --format json`. */
export type Report = {
  readonly tool: { readonly name: 'tierscope'; readonly version: string };
  readonly recordings: readonly RecordingReport[];
};

export type RecordingReport = {
  readonly path: string;
  readonly format: string;
  readonly problems: readonly LineProblem[];
  readonly sessions: readonly SessionReport[];
};

export type SessionReport = {
  readonly session: string;
  readonly label: string;
  readonly server: { readonly name: string; readonly version: string } | null;
  readonly protocolVersion: string | null;
  readonly vocabulary: ReportVocabulary | null;
  readonly counts: ReportCounts;
  /** Present if the first answer took longer than some hosts wait by default: their names and limits. */
  readonly slowStart?: { readonly firstAnswerMs: number; readonly hosts: string };
  /** All exchanges and events in an error tier, by seq. */
  readonly errors: readonly ReportError[];
  /** All findings by seq, including those of exchanges that are ok. */
  readonly findings: readonly ReportFinding[];
  /** The errors by cause, worst tier first. */
  readonly groups: readonly ProblemGroup[];
  readonly tools: readonly ToolStats[];
  /** The findings without an error by cause, most severe first. */
  readonly findingGroups: readonly CommonFinding[];
};

/** `provoked` is present only if a raw message or a changed answer caused an error. */
export type ReportCounts = Omit<Counts, 'expected' | 'consequences'> & { readonly provoked?: number };

/** The inferred error code vocabulary of the server; confidence from 0 to 1. */
export type ReportVocabulary = {
  readonly id: string;
  readonly confidence: number;
  readonly evidence: readonly string[];
};

export type ReportError = {
  /** The record of the answer or event; of the request if there was no answer. */
  readonly seq: number;
  readonly requestSeq: number | null;
  readonly tier: ErrorTier;
  readonly method: string | null;
  readonly target: string | null;
  /** The code on the wire; for a tool error its structured code. Null if missing or not an integer. */
  readonly code: number | null;
  readonly codeName: string | null;
  /** Its name after its tier: its code with that code's name, else how it ended. */
  readonly name: string;
  readonly message: string;
  /** `error.data` as sent; null for none. */
  readonly data: unknown;
  /** A tool error's own structured statement. */
  readonly structured: StructuredStatement | null;
  readonly explanation: string;
  /** What to do; empty if nobody must act. */
  readonly todo: string;
  readonly retry: RetryAdvice['retry'] | null;
  readonly reaches: Reaches;
  /** The most informative stderr lines, at most five. */
  readonly stderr: readonly string[];
  /** Present if a raw message caused it: it is in no tier's count. */
  readonly provoked?: true;
  /** Present if the project file expects this end: it fails nothing. */
  readonly expected?: true;
  readonly findings: readonly ErrorFinding[];
  readonly acts: Actor;
  readonly cause: string;
  /** Present if errors of several calls are one problem: the same for all of them. */
  readonly problem?: string;
  /** The explanation without stderr and the framework's choice of code; present if it contains either. */
  readonly happened?: string;
  /** `todo` for a position after the actor's label; present if it differs. */
  readonly instruction?: string;
  /** Where in the server's code it was raised; present if a stack trace shows it. */
  readonly origin?: ErrorOrigin;
  /** Present if neither the answer nor stderr says why. */
  readonly unknown?: true;
  /** The arguments of the call, as short JSON; present if it had any. */
  readonly arguments?: string;
  /** The records of its consequences: a start's failed first try, and the handshakes left open. */
  readonly caused?: readonly number[];
  /** The `id` of its group. */
  readonly group: string;
  /** The HTTP exchange, its status and where it failed; null over stdio, or for none. */
  readonly http: ReportPlace | null;
  /** What the official clients make of it, with its source; present over HTTP, if it was measured. */
  readonly clients?: ClientsMake;
};

export type ReportPlace = {
  readonly x: number;
  readonly status: number | null;
  readonly where: Where | null;
};

export type ErrorFinding = Pick<
  Finding,
  'rule' | 'severity' | 'certainty' | 'side' | 'actor' | 'title' | 'todo' | 'source'
> & {
  readonly message: string;
  /** What was sent, and what would have been right; null if missing, or if it needs an invented value. */
  readonly before: string | null;
  readonly after: string | null;
};

/** Errors with one cause. */
export type ProblemGroup = Pick<
  ReportError,
  'tier' | 'code' | 'method' | 'target' | 'acts' | 'todo' | 'instruction' | 'provoked' | 'expected'
> & {
  /** The same for the same cause in another recording. */
  readonly key: string;
  /** The common name of its errors, if they have one. */
  readonly name: string;
  /** The message without what varies between errors. */
  readonly text: string;
  readonly count: number;
  readonly first: number;
  readonly last: number;
  /** Compared with an earlier report; null without one. */
  readonly state: GroupState;
  /** A short id made of the key. */
  readonly id: string;
  /** The name of the project file's rule that groups them; null for none. */
  readonly by: string | null;
};

/** Compared with an earlier run; null without one. */
export type GroupState = 'new' | 'known' | 'gone' | null;

export type CommonFinding = Pick<
  ProblemGroup,
  'key' | 'id' | 'text' | 'count' | 'first' | 'last' | 'state' | 'acts' | 'todo' | 'by'
> &
  Pick<Finding, 'rule' | 'severity' | 'certainty' | 'title'>;

export type ReportFinding = ErrorFinding & {
  readonly seq: number;
  /** The 0-based index of the message in its batch. */
  readonly part?: number;
  /** The `id` of its group; undefined if an error shows it. */
  readonly group?: string;
  readonly http: ReportPlace | null;
  /** What a baseline knows it by, if a secret was replaced in its message. */
  readonly cause?: string;
};

/** What can make a report fail: an error in a tier, or a finding that is a violation. */
export const FAIL_ON_TERMS = [...ERROR_TIERS, 'violation'] as const;
export type FailOn = (typeof FAIL_ON_TERMS)[number];

/** Reads the words of `--fail-on`; an unknown word fails with a sentence that lists them. */
export function readFailOn(words: readonly string[]): Result<FailOn[]> {
  const known: FailOn[] = [];
  for (const word of words) {
    const found = FAIL_ON_TERMS.find((one) => one === word);
    if (found === undefined) return err(`--fail-on knows ${FAIL_ON_TERMS.join(', ')}, but not "${word}".`);
    known.push(found);
  }
  return ok(known);
}

export type ExportFormatName = keyof typeof formats;

type ExportFormat = {
  readonly title: string;
  /** The usual suffix of such a file's name. */
  readonly suffix: string;
  /** What the format cannot hold, as one sentence; empty if it holds everything. */
  readonly leavesOut: string;
};

/** The formats of `convert --to` and of the window's export; separate from their writers, since every start reads them. */
export const EXPORT_FORMATS: Readonly<Record<ExportFormatName, ExportFormat>> = formats;
export const EXPORT_FORMAT_NAMES = Object.keys(formats) as ExportFormatName[];
/** The formats that are tests of a server. */
export const TEST_FORMAT_NAMES = ['vitest', 'suite'] as const satisfies readonly ExportFormatName[];

export function isExportFormat(name: string): name is ExportFormatName {
  return Object.hasOwn(formats, name);
}
