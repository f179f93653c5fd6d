import type { HostTable, TableRow } from './host-table.ts';
import { isAbout, type SentAnswer, traitCount } from './sent-answer.ts';

/** A row that speaks of an answer, and how well it fits the version that is asked for. */
export type FittingRow = {
  readonly row: TableRow;
  /** `version`: its range holds the version; `any`: it names no version; `other`: it is about other versions. */
  readonly fits: 'version' | 'any' | 'other';
};

/** The row that counts, and those that say something else. */
export type FoundRow = FittingRow & { readonly others: readonly FittingRow[] };

/**
 * What the table says of this answer in this host. `version` is empty if it is not known. Measured rows count before
 * read and reported ones, a user's own before built-in ones; undefined if no row is about such an answer.
 */
export function findRow(
  { rows }: HostTable,
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

/** True if nobody says which version runs, and the row is about versions that ended: it is more likely a later one. */
function isPast({ row, fits }: FittingRow, version: string): boolean {
  return version === '' && fits === 'other' && row.versions?.until !== undefined;
}

/** A host by its id in the table, in a version; empty for a version that is not known. */
export type HostVersion = { readonly host: string; readonly version: string };

const FITS = ['version', 'any', 'other'] as const;
const EVIDENCE = ['measured', 'source-code', 'reported'] as const;

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

function fitOf({ versions }: TableRow, version: string): FittingRow['fits'] {
  if (versions?.from === undefined && versions?.until === undefined) return 'any';
  if (version === '') return 'other';
  const { from, until } = versions;
  const isIn =
    (from === undefined || compareVersions(version, from) >= 0) &&
    (until === undefined || compareVersions(startLike(version, until), until) <= 0);
  return isIn ? 'version' : 'other';
}

/** As many numbers of a version as the other one has: 0.20.4 is not behind 0.20. */
function startLike(version: string, other: string): string {
  return numbersOf(version).slice(0, numbersOf(other).length).join('.');
}

/** Compares dotted versions number by number, as `2.1.9` before `2.1.10`; what follows a hyphen or a plus counts for nothing. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numbersOf(version: string): number[] {
  const [core = ''] = version.replace(/^v/i, '').split(/[-+ ]/);
  return core.split('.').map((part) => Number.parseInt(part, 10) || 0);
}
