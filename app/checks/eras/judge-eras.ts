import { messageText } from '../../base/message.ts';
import { HOST_ERAS, type HostEra, SDK_ERAS } from '../../hosts/host-eras.ts';
import {
  type Era,
  eraOf,
  FIRST_STATELESS,
  LAST_INITIALIZE,
  type McpRevision,
} from '../../protocol/revisions.ts';
import { type DoctorReport, firstFailure } from '../doctor/doctor-report.ts';
import type { BrokenRule, EraOutcome, EraRow, ErasReport, HostVerdict } from './era-report.ts';
import texts from './era-texts.json' with { type: 'json' };

/** One start of the server, as a client of one revision. */
export type EraStart = {
  readonly revision: McpRevision;
  readonly report: DoctorReport;
  /** True once the session was open and usable. */
  readonly ready: boolean;
  /** The revision that the server agreed to; empty for none. */
  readonly agreed: string;
  /** The server's violations, each rule once. */
  readonly rules: readonly BrokenRule[];
};

/** What is known about the server apart from its starts. */
export type ErasContext = Pick<ErasReport, 'server' | 'migration'> & {
  /** The SDK that it is built on; undefined if unknown. */
  readonly vocabulary: string | undefined;
};

export function judgeEras(
  starts: readonly EraStart[],
  { server, migration, vocabulary }: ErasContext,
): ErasReport {
  const command = starts[0]?.report.command ?? '';
  const rows = starts.map(eraRow);
  const ends = starts.some(({ revision, report }) => isEndAtDiscover(revision, report));
  const opens = (era: Era) => rows.some((row) => row.era === era && isOpen(row));
  const [initialize, modern] = [opens('initialize'), opens('modern')];
  const serves = initialize ? (modern ? 'both' : 'only-initialize') : modern ? 'only-modern' : 'none';
  const refused = rows
    .filter(({ outcome }) => outcome === 'refused-by-client')
    .map(({ revision }) => revision);
  const advice = [
    ...(initialize && !modern ? [modernAdvice(vocabulary)] : []),
    ...(modern && !initialize
      ? [messageText(texts.advice['serve-initialize'], { last: LAST_INITIALIZE })]
      : []),
    ...(initialize && ends ? [texts.advice['end-at-discover']] : []),
    ...(refused.length > 0
      ? [messageText(texts.advice['answer-asked'], { refused: refused.join(', ') })]
      : []),
  ];
  return {
    ...{ command, server, serves, rows, advice, migration },
    verdict: messageText(texts.verdict[serves], { modern: FIRST_STATELESS }),
    hosts: HOST_ERAS.map((host) => hostRow(host, rows, ends)),
  };
}

/**
 * A client supports its own and earlier revisions: the TypeScript SDK has those published before it in
 * `SUPPORTED_PROTOCOL_VERSIONS` (1.0.0, 1.8.0, 1.13.0, 1.24.0), and disconnects on any other (lifecycle, "Version
 * Negotiation").
 */
function eraRow({ revision, report, ready, agreed, rules }: EraStart): EraRow {
  const failed = firstFailure(report);
  const outcome = outcomeOf(revision, ready && failed === undefined, agreed);
  // An unsupported revision is the verdict itself, and the advice says what to do.
  const isOtherEra = failed?.id === 'era';
  const found = isOtherEra ? sentence(failed.evidence.join('; ')) : (failed?.found ?? '');
  const failedTodo = isOtherEra || isEndAtDiscover(revision, report) ? '' : (failed?.todo ?? '');
  const todo = outcome === 'refused-by-client' ? messageText(texts.todo[outcome], { agreed }) : failedTodo;
  return {
    ...{ revision, era: eraOf(revision), outcome, agreed, rules, todo },
    step: failed?.title ?? '',
    found: messageText(texts.found[outcome], { agreed, found }),
  };
}

/** Servers on old SDKs (rmcp 0.8.5, tried) exit on any request before initialize. */
function isEndAtDiscover(revision: McpRevision, report: DoctorReport): boolean {
  return eraOf(revision) === 'modern' && firstFailure(report)?.id === 'process';
}

function outcomeOf(asked: McpRevision, works: boolean, agreed: string): EraOutcome {
  if (agreed !== '' && agreed > asked) return 'refused-by-client';
  if (!works) return 'fails';
  return agreed === asked ? 'opens' : 'opens-earlier';
}

function isOpen({ outcome }: EraRow): boolean {
  return outcome === 'opens' || outcome === 'opens-earlier';
}

function modernAdvice(vocabulary: string | undefined): string {
  const sdk = SDK_ERAS.find((one) => one.vocabulary === vocabulary);
  const serving = SDK_ERAS.flatMap(({ package: name, since }) =>
    since === null ? [] : [`${name} ${since}`],
  );
  return messageText(texts.advice['serve-modern'], {
    ...{ modern: FIRST_STATELESS, ...sdk, since: sdk?.since ?? undefined },
    sdks: sdk === undefined ? [...new Set(serving)].join(', ') : undefined,
  });
}

/** Whether a host connects: by server/discover if it sends that first, else by `initialize` for its newest one. */
function hostRow(host: HostEra, rows: readonly EraRow[], ends: boolean): HostVerdict {
  const { id, name, version, source, asOf } = host;
  const newest = HOST_ERAS.findLast((one) => one.id === id) === host;
  return { id, name, version, newest, source, asOf, ...meeting(host, rows, ends) };
}

function meeting(
  { asks, accepts, discovers }: HostEra,
  rows: readonly EraRow[],
  ends: boolean,
): Pick<HostVerdict, 'connects' | 'revision' | 'why'> {
  const modern = discovers
    ? rows.find(({ era, outcome }) => era === 'modern' && outcome === 'opens')
    : undefined;
  if (modern !== undefined)
    return { connects: 'yes', revision: modern.revision, why: texts.host['connects-modern'] };
  const { agreed = '', outcome = 'fails' } = rows.find(({ revision }) => revision === asks) ?? {};
  const values = { asks, agreed };
  if (ends && discovers && agreed !== '') return { connects: 'unknown', revision: '', why: texts.host.ends };
  if (outcome === 'opens')
    return { connects: 'yes', revision: asks, why: messageText(texts.host.connects, values) };
  if (agreed === '' || outcome === 'fails')
    return { connects: 'no', revision: '', why: messageText(texts.host.fails, values) };
  if (accepts === null)
    return { connects: 'unknown', revision: '', why: messageText(texts.host.unknown, values) };
  if (accepts.includes(agreed))
    return { connects: 'yes', revision: agreed, why: messageText(texts.host['connects-other'], values) };
  return { connects: 'no', revision: '', why: messageText(texts.host.refused, values) };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
