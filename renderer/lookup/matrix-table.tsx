import { Fragment, memo } from 'react';
import { MATRIX_CASES, type MatrixCell, SDK_MATRIX } from '../../app/codes/reference-tables.ts';
import { useActiveSession } from '../state/screen/screen-store.ts';
import { useServerVocabularyIds } from '../state/session/use-server-vocabulary.ts';
import { DialogShell, kit, ScrollBox } from '../ui/kit.tsx';
import { type Column, DataTable } from '../ui/list/data-table.tsx';
import styles from './matrix-table.module.css';

/** The behavior of 19 stacks in 13 cases. The header row and the first column are sticky. */
export const MatrixTable = memo(function MatrixTable({ here }: { readonly here: readonly string[] }) {
  return (
    <DataTable
      label="What SDKs really do"
      look="grid"
      className={styles.table}
      columns={COLUMNS}
      rows={SDK_MATRIX.map((stack) => ({ ...stack, isHere: here.includes(stack.vocabulary) }))}
      keyOf={({ name }) => name}
      row={({ isHere }) => ({ 'data-here': isHere })}
    />
  );
});

type Stack = (typeof SDK_MATRIX)[number] & { readonly isHere: boolean };

const COLUMNS: readonly Column<Stack>[] = [
  {
    head: 'stack',
    isName: true,
    cell: ({ name, measured, isHere }) => (
      <>
        {name}
        {isHere && <p className={kit.accent}>this server</p>}
        <p className={kit.note}>{measured ? 'measured' : 'read in its source'}</p>
      </>
    ),
  },
  ...MATRIX_CASES.map(
    ({ id, title }): Column<Stack> => ({
      head: title,
      of: ({ cells }) => ({ 'data-violation': cells[id].violation }),
      cell: ({ cells }) => <Cell cell={cells[id]} />,
    }),
  ),
];

function Cell({ cell }: { readonly cell: MatrixCell }) {
  return (
    <>
      {cell.violation && <Breach />}
      {cell.text.split('✗ ').map((part, index) => (
        <Fragment key={`${index} ${part}`}>
          {index > 0 && <Breach />}
          {part}
        </Fragment>
      ))}
    </>
  );
}

/** A shape with a name: many users cannot tell colors apart. */
export function Breach() {
  return (
    <svg
      className={styles.breach}
      width="9"
      height="9"
      viewBox="0 0 9 9"
      role="img"
      aria-label="breaks the specification:"
    >
      <path d="M1.5 1.5l6 6M7.5 1.5l-6 6" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  );
}

/** The actual behavior of SDKs, in full width. */
export function MatrixDialog() {
  const here = useServerVocabularyIds(useActiveSession());
  return (
    <DialogShell title="What SDKs really do" width={1920}>
      <ScrollBox className={`${kit.well} ${styles.wide}`}>
        <MatrixTable here={here} />
      </ScrollBox>
      <div className={`${kit.foot} ${kit.note}`}>
        <Breach /> breaks the specification
      </div>
    </DialogShell>
  );
}
