import { CONFLICTS, conflictOf } from '../../app/codes/conflicts.ts';
import { integerOf } from '../../app/codes/lookup.ts';
import styles from './code-lookup.module.css';
import { ConflictTable } from './conflict-table.tsx';

/** Every number that several sources use in their own way; the looked-up one first. */
export function ConflictsView({ query }: { readonly query: string }) {
  const number = integerOf(query);
  const about = number === undefined ? undefined : conflictOf(number);
  const others = CONFLICTS.filter((conflict) => conflict !== about);
  return (
    <>
      <p className={styles.count}>
        {CONFLICTS.length} numbers have more than one meaning.
        {number !== undefined && about === undefined && ` ${number} is not among them.`}
      </p>
      <div className={styles.tables}>
        {[...(about === undefined ? [] : [about]), ...others].map((conflict) => (
          <ConflictTable key={conflict.label} conflict={conflict} />
        ))}
      </div>
    </>
  );
}
