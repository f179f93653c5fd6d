import { useMemo, useState } from 'react';
import type { ValuePath } from '../../../app/base/json-value.ts';
import { checkPart } from '../../../app/schema/check-schema.ts';
import { counted } from '../format/counted.ts';
import styles from './form.module.css';
import { useFieldValue, useForm } from './form-context.ts';
import type { Branch } from './schema-form.ts';
import { startValue } from './start-value.ts';

type Props = { readonly path: ValuePath; readonly name: string; readonly branches: readonly Branch[] };

const UNSET = 'unset';
/** Shapes that can be chosen from the list. */
const MAX_LISTED = 200;

/** A value of one of several shapes: the shape is chosen, then its own fields are there. */
export function BranchField({ path, name, branches }: Props) {
  const { root, Field } = useForm();
  const { value, set, unset, disabled } = useFieldValue(path);
  const [chosen, setChosen] = useState(-1);
  const misses = useMemo(() => missesOf(root, branches, value), [root, branches, value]);
  const best = leastOf(misses);
  // The choice stands while the value does not speak against it more than against the others.
  const kept = branches[chosen] !== undefined && (misses[chosen] === 0 || misses[best] !== 0);
  const at = kept ? chosen : best;
  const branch = branches[at];
  const listed = branches.slice(0, MAX_LISTED);

  const choose = (option: string) => {
    if (option === UNSET) return unset();
    const next = branches[Number(option)];
    setChosen(Number(option));
    if (next !== undefined && (value === undefined || misses[Number(option)] !== 0))
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
        {listed.map(({ label }, index) => (
          <option key={label} value={String(index)}>
            {label}
          </option>
        ))}
        {at >= MAX_LISTED && <option value={String(at)}>{branch?.label}</option>}
      </select>
      {branches.length > MAX_LISTED && (
        <p className={styles.limits}>
          {MAX_LISTED} of {counted(branches.length, 'shape')} listed; a value of another one can be written as
          JSON
        </p>
      )}
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
  return leastOf(missesOf(root, branches, value));
}

function leastOf(misses: readonly number[]): number {
  return misses.indexOf(Math.min(...misses.slice(0, MAX_COMPARED)));
}

/** Steps that a branch may take, and all of them together: a schema may name as many as it likes. */
const STEPS = 3000;
const ALL_STEPS = 100_000;
/** Branches that are compared with the value; none after them is taken for the right one by itself. */
const MAX_COMPARED = 2000;

/** How much speaks against each branch. */
function missesOf(root: unknown, branches: readonly Branch[], value: unknown): number[] {
  const compared = branches.slice(0, MAX_COMPARED);
  const steps = Math.min(STEPS, Math.ceil(ALL_STEPS / Math.max(1, compared.length)));
  return compared.map(({ schema }) => branchMisses(root, schema, value, steps));
}

/** A wrong type is one mismatch however much else would be wrong: it counts as the most. */
function branchMisses(root: unknown, schema: unknown, value: unknown, steps: number): number {
  const { warnings } = checkPart(root, schema, value, { warnings: COUNTED, steps });
  return warnings.some(({ at }) => at.length === 0) ? COUNTED + 1 : warnings.length;
}
