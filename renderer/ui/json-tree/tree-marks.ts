import type { TreeRow } from './tree-rows.ts';

/**
 * What is wrong at a line of the tree. A line that hides places (closed, or the rest of a long list) counts
 * them; a place that is not in the value, such as a missing member, is told by the object that lacks it.
 */
export function markOf(row: TreeRow, marks: ReadonlyMap<string, string>): string {
  if (marks.size === 0 || row.kind !== 'value') return '';
  const own = marks.get(row.key);
  const lacking = [...marks]
    .filter(([key]) => isLacking(row, key))
    .map(([key, text]) => `${lastStep(key)} ${text}`);
  const hidden = row.branch && !row.open ? hiddenUnder(row.key, marks) - lacking.length : 0;
  const told = [...(own === undefined ? [] : [own]), ...lacking.slice(0, 4)];
  if (lacking.length > 4) told.push(`${lacking.length - 4} more`);
  if (hidden > 0)
    told.push(hidden === 1 ? '1 place inside does not fit' : `${hidden} places inside do not fit`);
  return told.join('; ');
}

function isLacking(row: Extract<TreeRow, { kind: 'value' }>, key: string): boolean {
  if (!key.startsWith(`${row.key}/`) || key.indexOf('/', row.key.length + 1) >= 0) return false;
  const { value } = row;
  return typeof value === 'object' && value !== null && !Object.hasOwn(value, lastStep(key));
}

function hiddenUnder(key: string, marks: ReadonlyMap<string, string>): number {
  let count = 0;
  for (const place of marks.keys()) if (place.startsWith(`${key}/`)) count += 1;
  return count;
}

function lastStep(key: string): string {
  return key
    .slice(key.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
}
