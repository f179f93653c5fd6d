import { sizeText, weightText } from '../base/byte-size.ts';
import type { OwnVocabulary } from '../codes/meaning-evidence.ts';
import type { Failure } from '../explain/failure.ts';
import { durationText } from '../explain/phrases.ts';
import { OTHER_TIER } from '../findings/expected-ends.ts';
import type { Redactor } from '../frame/redaction/redactor.ts';
import type { HostTable } from '../hosts/lens/host-table.ts';
import type { HostVersion } from '../hosts/lens/lens.ts';
import type { Taker } from '../hosts/tools/tool-judge.ts';
import { type Exchange, isUserCaused } from '../session/exchange.ts';
import type { ProjectSettings } from '../session/project/project-file.ts';
import type { ReportFinding } from './report.ts';

/** What a report leaves out, and what it adds. */
export type ReportOptions = {
  /** Only the findings of these rules, by id; all of them without it. */
  readonly only?: readonly string[];
  /** Not the findings of these rules. */
  readonly skip?: readonly string[];
  /** Calls that take longer become findings; in milliseconds. */
  readonly maxDurationMs?: number | undefined;
  /** Larger results become findings; in bytes of the line that brought them. */
  readonly maxResultBytes?: number | undefined;
  /** What is known of hosts; the built-in table without it. */
  readonly hosts?: HostTable;
  /** The host whose model reads the answers; without it, the one that the client says it is, if it is in the table. */
  readonly host?: HostVersion | undefined;
  /** Hosts and providers of which what they lose of a list of tools is said. */
  readonly takers?: readonly Taker[];
  /** True for a probe, which sends malformed messages in order to check the answers. */
  readonly checkRawMessages?: boolean;
  readonly redactor?: Redactor | undefined;
  /** What the repository says of its server. */
  readonly project?: ProjectSettings | undefined;
};

/** What a user knows of the codes of a session, beside what its frames show. */
export type KnownCodes = {
  /** What its server speaks, if the user has said so, the framework first; null for what the frames show. */
  readonly spoken: Failure['vocabularies'] | null;
  readonly own: readonly OwnVocabulary[];
};

export const NO_KNOWN_CODES: KnownCodes = { spoken: null, own: [] };

export const TOO_SLOW = 'max-duration';
export const TOO_LARGE = 'max-result';

/** True for a limit that was set for this run: what exceeds it fails the run, whatever `--fail-on` names. */
export function isRunLimit(rule: string): boolean {
  return rule === TOO_SLOW || rule === TOO_LARGE;
}

/** The findings of the rules that are asked for; how a call ends that the repository speaks of is always reported. */
export function keptFindings(
  findings: readonly ReportFinding[],
  { only = [], skip = [] }: ReportOptions,
): ReportFinding[] {
  return findings.filter(
    ({ rule }) => rule === OTHER_TIER || (!skip.includes(rule) && (only.length === 0 || only.includes(rule))),
  );
}

/**
 * A finding for each request of the client that was answered, given up or lost later than the limit, or whose result is
 * larger; `bytesAt` gives the size of the record of an answer, if it is above the limit.
 */
export function overLimits(
  exchanges: readonly Readonly<Exchange>[],
  { maxDurationMs = Number.POSITIVE_INFINITY, maxResultBytes = 0 }: ReportOptions,
  bytesAt: (seq: number) => number | undefined,
): ReportFinding[] {
  return exchanges.flatMap((exchange) => {
    const { startedAt, endedAt, sender, outcome, answerSeq, tier } = exchange;
    if (endedAt < 0 || sender === 'server-to-client' || isUserCaused(exchange)) return [];
    const found: ReportFinding[] = [];
    const took = endedAt - startedAt - exchange.heldMs;
    if (took > maxDurationMs) {
      const end = outcome === 'ok' || answerSeq > 0 ? 'was answered' : 'ended without an answer';
      const what = `${end} after ${durationText(took)}; the limit is ${durationText(maxDurationMs)}.`;
      found.push(overLimit(exchange, TOO_SLOW, 'A call slower than its limit', what, 'faster'));
    }
    const bytes = tier === 'ok' || tier === 'tool' ? bytesAt(answerSeq) : undefined;
    if (bytes !== undefined) {
      const what = `gave a result of ${weightText(bytes)}; the limit is ${sizeText(maxResultBytes)}.`;
      found.push(overLimit(exchange, TOO_LARGE, 'A result larger than its limit', what, 'answer with less'));
    }
    return found;
  });
}

function overLimit(
  { method, target, answerSeq, requestSeq }: Readonly<Exchange>,
  rule: string,
  title: string,
  what: string,
  better: string,
): ReportFinding {
  const name = target === '' ? method : `${method} ${target}`;
  return {
    ...{ rule, severity: 'violation', certainty: 'certain', side: 'server' },
    seq: answerSeq > 0 ? answerSeq : requestSeq,
    title,
    message: `${name} ${what}`,
    todo: `Make ${name} ${better}, or raise --${rule}.`,
    ...{ before: null, after: null, source: `the option --${rule}`, http: null },
  } satisfies ReportFinding;
}
