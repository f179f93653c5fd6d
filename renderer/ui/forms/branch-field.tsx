import { useState } from 'react';
import { checkPart } from '../../../app/schema/check-schema.ts';
import styles from './form.module.css';
import { useFieldValue, useForm } from './form-context.ts';
import type { ValuePath } from './form-value.ts';
import type { Branch } from './schema-form.ts';
import { startValue } from './start-value.ts';

type Props = { readonly path: ValuePath; readonly name: string; readonly branches: readonly Branch[] };

const UNSET = 'unset';

/** A value of one of several shapes: the shape is chosen, then its own fields are there. */
export function BranchField({ path, name, branches }: Props) {
  const { root, Field } = useForm();
  const { value, set, unset, disabled } = useFieldValue(path);
  const [chosen, setChosen] = useState(-1);
  const best = fittingBranch(root, branches, value);
  // The choice stands while the value does not speak against it more than against the others.
  const kept = branches[chosen] !== undefined && (fits(root, branches[chosen].schema, value) || !fitsAny());
  const at = kept ? chosen : best;
  const branch = branches[at];

  function fitsAny(): boolean {
    return branches.some(({ schema }) => fits(root, schema, value));
  }
  const choose = (option: string) => {
    if (option === UNSET) return unset();
    const next = branches[Number(option)];
    setChosen(Number(option));
    if (next !== undefined && (value === undefined || !fits(root, next.schema, value)))
      set(startValue(root, next.schema));
  };
  return (
    <div className={styles.nested}>
      <select
        className={styles.control}
        aria-label={`Shape of ${name}`}
        disabled={disabled}
        value={value === undefined ? UNSET : String(at)}
        onChange={(event) => choose(event.target.value)}
      >
        <option value={UNSET}>not set</option>
        {branches.map(({ label }, index) => (
          <option key={label} value={String(index)}>
            {label}
          </option>
        ))}
      </select>
      {value !== undefined && branch !== undefined && (
        <Field key={at} path={path} name={name} schema={branch.schema} required={false} bare />
      )}
    </div>
  );
}

/** Mismatches counted per branch: enough to distinguish a near miss from another shape. */
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

/** True if nothing in `value` contradicts the schema. */
function fits(root: unknown, schema: unknown, value: unknown): boolean {
  return branchMisses(root, schema, value) === 0;
}

/** A wrong type is one mismatch however much else would be wrong: it counts as the most. */
function branchMisses(root: unknown, schema: unknown, value: unknown): number {
  const { warnings } = checkPart(root, schema, value, { warnings: COUNTED, steps: 3000 });
  return warnings.some(({ at }) => at.length === 0) ? COUNTED + 1 : warnings.length;
}
