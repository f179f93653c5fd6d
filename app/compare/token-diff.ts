import { diffArrays } from 'diff';
import type { Segment } from './text-diff.ts';

const TOKEN = /"(?:[^"\\]|\\.)*"|[\w.+-]+|\s+|[^\s]/g;

/** Longer lines are compared as a whole. */
const MAX_TOKENS = 400;

/**
 * Two lines of JSON, each cut where a token begins that the other does not have: a string, a number, a bracket. Nothing
 * is marked in lines that have no more than brackets in common.
 */
export function tokenDiff(
  left: string,
  right: string,
): { readonly left: readonly Segment[]; readonly right: readonly Segment[] } {
  const [before, after] = [left.match(TOKEN) ?? [], right.match(TOKEN) ?? []];
  const changes = before.length + after.length > MAX_TOKENS ? undefined : diffArrays([...before], [...after]);
  // Lines that share no more than brackets are two lines, of which no part is another.
  const shared = changes?.some(
    ({ value, added, removed }) => !added && !removed && /\w/.test(value.join('')),
  );
  if (changes === undefined || shared !== true) return { left: whole(left), right: whole(right) };
  const side = (other: 'added' | 'removed') =>
    changes
      .filter((change) => !change[other])
      .map(
        ({ value, added, removed }): Segment => ({
          text: value.join(''),
          mark: added || removed ? 'changed' : '',
        }),
      );
  return { left: side('added'), right: side('removed') };
}

function whole(text: string): readonly Segment[] {
  return [{ text, mark: '' }];
}
