import { err, ok, type Result } from '../../base/result.ts';
import { versionedName } from '../../base/versioned-name.ts';
import type { Peer } from '../../session/session-facts.ts';
import { type HostEntry, type HostTable, hostOfClient, isNamed, type TableRow } from './host-table.ts';
import { limited, type PassedOn, passedLength, passedOn } from './passed-on.ts';
import { type Exceeded, exceededLimit } from './result-limit.ts';
import { isAbout, type SentAnswer, traitCount } from './sent-answer.ts';
import { type Fit, fitOf } from './versions.ts';

/** The host application through which an answer is seen; undefined for none, so only the specification applies. */
export type Lens = {
  readonly table: HostTable;
  readonly host: HostVersion | undefined;
};

/** The view of an answer through a lens, if the client can read the answer. */
export type Seen =
  /** The table has a row for it. */
  | {
      readonly kind: 'row';
      readonly entry: HostEntry;
      readonly version: string;
      readonly found: FoundRow;
      readonly passed: PassedOn;
      /** Characters that the model would get without a limit on results, and the limit or warning that they exceed. */
      readonly size: number;
      readonly over: Exceeded | undefined;
    }
  /** The host is known, but no row covers such an answer. */
  | { readonly kind: 'no-row'; readonly entry: HostEntry; readonly version: string }
  | { readonly kind: 'no-host' };

/** The view of an answer by the model of the lens's host. */
export function seenThrough({ table, host }: Lens, answer: SentAnswer): Seen {
  const entry = host === undefined ? undefined : table.hosts.find(({ id }) => id === host.host);
  if (host === undefined || entry === undefined) return { kind: 'no-host' };
  const { version } = host;
  const found = findRow(table, host, answer);
  if (found === undefined) return { kind: 'no-row', entry, version };
  const passed = passedOn(found.row, answer);
  const size = passedLength(passed.segments);
  const over = answer.kind === 'protocol-error' ? undefined : exceededLimit(entry, version, answer, size);
  const isLimited = over !== undefined && !over.isWarning;
  return {
    ...{ kind: 'row', entry, version, found, size, over },
    passed: isLimited ? limited(passed, over.limit) : passed,
  };
}

/** The host and version that a client claims to be; undefined if no file names it. */
export function hostOfPeer(table: HostTable, client: Peer | null): HostVersion | undefined {
  const entry = client === null ? undefined : hostOfClient(table, client);
  if (entry === undefined || client === null) return undefined;
  const isOwn = entry.clients.some((known) => known.ownVersion === true && isNamed(known.name, client.name));
  return { host: entry.id, version: isOwn ? client.version : '' };
}

/** Parses a host as users write it: an id, optionally with @version. Fails with a sentence that lists the hosts. */
export function readHost({ hosts }: HostTable, typed: string): Result<HostVersion> {
  const [, host = '', version = ''] = /^([^@]*)@?(.*)$/s.exec(typed) ?? [];
  if (hosts.some(({ id }) => id === host)) return ok({ host, version });
  const known = hosts.map(({ id }) => id).join(', ');
  return err(`there is no host "${host}". There are: ${known}; a version follows after @.`);
}

/** "Claude Code 2.1.260", or the name alone if the version is unknown. */
export function hostLabel({ name }: Pick<HostEntry, 'name'>, version: string): string {
  return versionedName({ name, version });
}

/** The host and date of the evidence: "Claude Code 2.1.245 to 2.1.260, reported 2026-08-11". */
export function evidenceLabel(entry: Pick<HostEntry, 'name'>, { row }: { readonly row: Evidence }): string {
  return `${hostLabel(entry, versionsText(row.versions))}, ${EVIDENCE_LABELS[row.evidence]} ${row.asOf}`;
}

type Evidence = Pick<TableRow, 'versions' | 'evidence' | 'asOf'>;

const EVIDENCE_LABELS = {
  measured: 'measured',
  'source-code': 'read in its source',
  documented: 'documented',
  reported: 'reported',
} as const;

function versionsText(versions: FoundRow['row']['versions']): string {
  const { from, until } = versions ?? {};
  if (from === until) return from ?? '';
  if (until === undefined) return `${from} and later`;
  return from === undefined ? `up to ${until}` : `${from} to ${until}`;
}

type FittingRow = {
  readonly row: TableRow;
  readonly fits: Fit;
};

/** The row that applies, and those that contradict it. */
type FoundRow = FittingRow & { readonly others: readonly FittingRow[] };

/** The table's row for this answer: measured before read and reported, a user's own first. */
export function findRow(
  { rows }: Pick<HostTable, 'rows'>,
  { host, version }: HostVersion,
  answer: SentAnswer,
): FoundRow | undefined {
  const [first, ...rest] = rows
    .filter((row) => row.host === host && isAbout(row.when, answer))
    .map((row): FittingRow => ({ row, fits: fitOf(row, version) }))
    .sort((a, b) => Number(isPast(a, version)) - Number(isPast(b, version)) || byTrust(a, b));
  if (first === undefined) return undefined;
  const said = JSON.stringify(first.row.gets);
  return { ...first, others: rest.filter(({ row }) => JSON.stringify(row.gets) !== said) };
}

/** True if the running version is unknown and the row's range has ended: the version is probably later. */
function isPast({ row, fits }: FittingRow, version: string): boolean {
  return version === '' && fits === 'other' && row.versions?.until !== undefined;
}

/** A host by its table id, with its version; empty if unknown. */
export type HostVersion = { readonly host: string; readonly version: string };

const FITS = ['version', 'any', 'other'] as const;
const EVIDENCE = ['measured', 'source-code', 'documented', 'reported'] as const;

function byTrust(a: FittingRow, b: FittingRow): number {
  return (
    Number(a.fits === 'other') - Number(b.fits === 'other') ||
    Number(b.row.own) - Number(a.row.own) ||
    EVIDENCE.indexOf(a.row.evidence) - EVIDENCE.indexOf(b.row.evidence) ||
    FITS.indexOf(a.fits) - FITS.indexOf(b.fits) ||
    traitCount(b.row.when) - traitCount(a.row.when) ||
    b.row.asOf.localeCompare(a.row.asOf)
  );
}
