import type { ToolStats } from '../analysis/stats/tool-stats.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { StructuredStatement } from '../codes/structured-error.ts';
import type { Reaches } from '../explain/reaches.ts';
import type { Finding } from '../findings/finding.ts';
import type { RetryAdvice } from '../findings/retry-advice.ts';
import type { ErrorOrigin } from '../frame/error-origin.ts';
import { ERROR_TIERS, type ErrorTier, type Where } from '../frame/tier.ts';
import type { Actor } from '../protocol/actor.ts';
import type { LineProblem } from '../recording/recording-reader.ts';
import type { Counts } from '../session/exchange.ts';

/** The formats of `report --format`. */
export const REPORT_FORMATS = ['text', 'markdown', 'json', 'junit', 'sarif', 'github'] as const;

/** What `report --format json` prints. */
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
  /** Present if hosts wait less for a first answer by default than it took: their names and limits. */
  readonly slowStart?: { readonly firstAnswerMs: number; readonly hosts: string };
  /** Every exchange or event whose tier is not ok, by seq. */
  readonly errors: readonly ReportError[];
  /** Every finding, also of exchanges that are ok, by seq. */
  readonly findings: readonly ReportFinding[];
  /** The errors by their causes, the worst tier first. */
  readonly groups: readonly ProblemGroup[];
  readonly tools: readonly ToolStats[];
  /** The findings that no error shows, by their causes, the most severe first. */
  readonly findingGroups: readonly CommonFinding[];
};

/** `provoked` is present only if a raw message or a changed answer has caused an error. */
export type ReportCounts = Omit<Counts, 'expected' | 'consequences'> & { readonly provoked?: number };

/** The error codes' vocabulary that the server was inferred to speak; confidence from 0 to 1. */
export type ReportVocabulary = {
  readonly id: string;
  readonly confidence: number;
  readonly evidence: readonly string[];
};

export type ReportError = {
  /** The record of the answer or the event; of the request if there was no answer. */
  readonly seq: number;
  readonly requestSeq: number | null;
  readonly tier: ErrorTier;
  readonly method: string | null;
  readonly target: string | null;
  /** The code on the wire; of a tool error its structured code. Null if there is none, or if it is not an integer. */
  readonly code: number | null;
  readonly codeName: string | null;
  /** What it is called behind its tier: its code and the name of that, else how it ended. */
  readonly name: string;
  readonly message: string;
  /** `error.data` as it was sent; null for none. */
  readonly data: unknown;
  /** What a tool error says in its own structured form. */
  readonly structured: StructuredStatement | null;
  readonly explanation: string;
  /** What to do; empty if nobody must do anything. */
  readonly todo: string;
  readonly retry: RetryAdvice['retry'] | null;
  readonly reaches: Reaches;
  /** The lines of the server's stderr that say most about it, at most five. */
  readonly stderr: readonly string[];
  /** Present if a raw message has caused it: it is in no count of a tier. */
  readonly provoked?: true;
  /** Present if the project file says that the call ends so: it fails nothing. */
  readonly expected?: true;
  readonly findings: readonly ErrorFinding[];
  readonly acts: Actor;
  /** What kind of failure it is. */
  readonly cause: string;
  /** Present if errors of several calls are one problem: the same for all of them. */
  readonly problem?: string;
  /** The explanation without what stderr says, and how a framework chose the code; present if it says either. */
  readonly happened?: string;
  /** `todo` as it reads behind a label of who has to act; present if it differs. */
  readonly instruction?: string;
  /** Where in the server's code it was raised; present if a stack trace shows it. */
  readonly origin?: ErrorOrigin;
  /** Present if neither the answer nor stderr says why. */
  readonly unknown?: true;
  /** The arguments of the call, as short JSON; present if it had any. */
  readonly arguments?: string;
  /** The records of what belongs to it: of a start that failed its first try, and the handshakes that it left open. */
  readonly caused?: readonly number[];
  /** The `id` of its group. */
  readonly group: string;
  /** The HTTP exchange, its status and where it failed; null over a pipe, or for none. */
  readonly http: ReportPlace | null;
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
  /** What was sent, and what would have been right; null for none, or if only an invented value would do. */
  readonly before: string | null;
  readonly after: string | null;
};

/** Errors of one cause. */
export type ProblemGroup = {
  /** The same for the same cause in another recording. */
  readonly key: string;
  readonly tier: ErrorTier;
  readonly code: number | null;
  /** What its errors are called, if all have one name. */
  readonly name: string;
  readonly target: string | null;
  /** The message, with what differs from one error to the next left out. */
  readonly text: string;
  readonly count: number;
  readonly first: number;
  readonly last: number;
  /** Beside an earlier report; null without one. */
  readonly state: GroupState;
  /** A short name made of the key. */
  readonly id: string;
  readonly method: string | null;
  readonly acts: Actor;
  /** What to do, by the first of them. */
  readonly todo: string;
  /** The same behind a label of who has to act; present if it differs. */
  readonly instruction?: string;
  /** The name of the rule of the project file by which they stand together; null for none. */
  readonly by: string | null;
  /** Present if the user or a probe has caused all of them on purpose. */
  readonly provoked?: true;
  /** Present if the project file says of all of them that the call ends so. */
  readonly expected?: true;
};

/** Beside an earlier run; null without one. */
export type GroupState = 'new' | 'known' | 'gone' | null;

export type CommonFinding = Pick<
  ProblemGroup,
  'key' | 'id' | 'text' | 'count' | 'first' | 'last' | 'state' | 'acts' | 'todo' | 'by'
> &
  Pick<Finding, 'rule' | 'severity' | 'certainty' | 'title'>;

export type ReportFinding = ErrorFinding & {
  readonly seq: number;
  /** Which message of a batch it is about, counted from 0. */
  readonly part?: number;
  /** The `id` of its group; left out if an error shows it. */
  readonly group?: string;
  readonly http: ReportPlace | null;
  /** What a baseline knows it by, if a secret was replaced in its message. */
  readonly cause?: string;
};

/** What can make a report fail: an error of a tier, or a finding that is a violation. */
export const FAIL_ON_TERMS = [...ERROR_TIERS, 'violation'] as const;
export type FailOn = (typeof FAIL_ON_TERMS)[number];

/** Reads the words of `--fail-on`; a word that is none fails with a sentence that lists them. */
export function readFailOn(words: readonly string[]): Result<FailOn[]> {
  const known: FailOn[] = [];
  for (const word of words) {
    const found = FAIL_ON_TERMS.find((one) => one === word);
    if (found === undefined) return err(`--fail-on knows ${FAIL_ON_TERMS.join(', ')}, but not "${word}".`);
    known.push(found);
  }
  return ok(known);
}

/** The formats that a recording can be exported in; apart from their writers, since every start reads the names. */
export const EXPORT_FORMAT_NAMES = [
  'tierscope',
  'json-rpc',
  'mcpsnoop',
  'har',
  'markdown',
  'otlp',
  'log',
  'vitest',
  'suite',
] as const;
/** Those of them that are tests of a server. */
export const TEST_FORMAT_NAMES = ['vitest', 'suite'] as const satisfies readonly ExportFormatName[];
export type ExportFormatName = (typeof EXPORT_FORMAT_NAMES)[number];
