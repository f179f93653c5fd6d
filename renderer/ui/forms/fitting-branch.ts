import { checkPart } from '../../../app/schema/check-schema.ts';
import type { Branch } from './schema-form.ts';

/** Mismatches counted per branch: enough to tell a near miss from another shape. */
const COUNTED = 8;

/** The index of the branch that a value follows best; -1 without branches. The first wins a draw. */
export function fittingBranch(root: unknown, branches: readonly Branch[], value: unknown): number {
  let best = -1;
  let fewest = Number.POSITIVE_INFINITY;
  for (const [index, { schema }] of branches.entries()) {
    const misses = branchMisses(root, schema, value);
    if (misses >= fewest) continue;
    best = index;
    fewest = misses;
  }
  return best;
}

/** True where nothing in `value` contradicts the schema. */
export function fits(root: unknown, schema: unknown, value: unknown): boolean {
  return branchMisses(root, schema, value) === 0;
}

/** A wrong type is one mismatch however much else would be wrong: it counts as the most. */
function branchMisses(root: unknown, schema: unknown, value: unknown): number {
  const { warnings } = checkPart(root, schema, value, { warnings: COUNTED, steps: 3000 });
  return warnings.some(({ at }) => at.length === 0) ? COUNTED + 1 : warnings.length;
}
