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

/** What a report leaves out and adds. */
export type ReportOptions = {
  /** Only the findings of these rules, by id; all if undefined. */
  readonly only?: readonly string[];
  /** Leave out the findings of these rules. */
  readonly skip?: readonly string[];
  /** Milliseconds; longer calls become findings. */
  readonly maxDurationMs?: number | undefined;
  /** Bytes of the result's line; larger results become findings. */
  readonly maxResultBytes?: number | undefined;
  /** The host table; the built-in one by default. */
  readonly hosts?: HostTable;
  /** The host whose model reads the answers; by default, the one that the client claims to be, if in the table. */
  readonly host?: HostVersion | undefined;
  /** Hosts and providers whose tool losses are reported. */
  readonly takers?: readonly Taker[];
  /** True for a probe, which sends malformed messages to check the answers. */
  readonly checkRawMessages?: boolean;
  readonly redactor?: Redactor | undefined;
  readonly project?: ProjectSettings | undefined;
};

export type KnownCodes = {
  /** The server's vocabularies according to the user, framework first; null for those in the frames. */
  readonly spoken: Failure['vocabularies'] | null;
  readonly own: readonly OwnVocabulary[];
};

export const NO_KNOWN_CODES: KnownCodes = { spoken: null, own: [] };

export const TOO_SLOW = 'max-duration';
export const TOO_LARGE = 'max-result';

/** True for a limit set for this run: exceeding it fails the run, whatever `--fail-on` says. */
export function isRunLimit(rule: string): boolean {
  return rule === TOO_SLOW || rule === TOO_LARGE;
}

/** The findings of the requested rules; expected ends in the repository are always reported. */
export function filterFindings(
  findings: readonly ReportFinding[],
  { only = [], skip = [] }: ReportOptions,
): ReportFinding[] {
  return findings.filter(
    ({ rule }) => rule === OTHER_TIER || (!skip.includes(rule) && (only.length === 0 || only.includes(rule))),
  );
}

/**
 * A finding for each client request that took longer than the limit, or whose result is larger; `bytesAt` gives the
 * size of an answer's record if it exceeds the limit.
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
