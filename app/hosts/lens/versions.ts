import type { TableRow } from './host-table.ts';

/** `version`: the row's range holds the version; `any`: it names no version; `other`: it is about other versions. */
export type Fit = 'version' | 'any' | 'other';

type Ranged = Pick<TableRow, 'versions'>;

/** True for a row that counts for a version; for one that nobody knows, what ended does not count. */
export function countsFor(row: Ranged, version: string): boolean {
  return fitOf(row, version) !== 'other' || (version === '' && row.versions?.until === undefined);
}

export function fitOf({ versions }: Ranged, version: string): Fit {
  if (versions?.from === undefined && versions?.until === undefined) return 'any';
  if (version === '') return 'other';
  const { from, until } = versions;
  const isIn =
    (from === undefined || compareVersions(version, from) >= 0) &&
    (until === undefined || // As many numbers of the version as the other one has: 0.20.4 is not behind 0.20.
      compareVersions(numbersOf(version).slice(0, numbersOf(until).length).join('.'), until) <= 0);
  return isIn ? 'version' : 'other';
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
