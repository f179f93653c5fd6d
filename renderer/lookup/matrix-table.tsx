import { Fragment, memo } from 'react';
import { MATRIX_CASES, type MatrixCell, SDK_MATRIX } from '../../app/codes/reference-tables.ts';
import { useActiveSession } from '../state/screen/screen-store.ts';
import { ScrollBox } from '../ui/content/scroll-box.tsx';
import { DialogShell } from '../ui/controls/dialog-shell.tsx';
import styles from './matrix-table.module.css';
import matrixViewStyles from './matrix-view.module.css';
import { useSpoken } from './use-spoken.ts';

type Props = {
  /** The vocabularies that the server in front speaks: their rows are marked. */
  readonly here: readonly string[];
};

/** What 19 stacks do in 13 cases. Head row and first column stay in sight. */
export const MatrixTable = memo(function MatrixTable({ here }: Props) {
  return (
    <table className={styles.table} aria-label="What SDKs really do">
      <thead>
        <tr>
          <th scope="col" className={styles.corner}>
            stack
          </th>
          {MATRIX_CASES.map(({ id, title }) => (
            <th key={id} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {SDK_MATRIX.map(({ name, vocabulary, measured, cells }) => (
          <tr key={name} data-here={here.includes(vocabulary)}>
            <th scope="row">
              {name}
              {here.includes(vocabulary) && <em>this server</em>}
              <small>{measured ? 'measured' : 'read in its source'}</small>
            </th>
            {MATRIX_CASES.map(({ id }) => (
              <Cell key={id} cell={cells[id]} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
});

function Cell({ cell }: { readonly cell: MatrixCell }) {
  return (
    <td data-violation={cell.violation}>
      {cell.violation && <Breach />}
      {cell.text.split('✗ ').map((part, index) => (
        <Fragment key={`${index} ${part}`}>
          {index > 0 && <Breach />}
          {part}
        </Fragment>
      ))}
    </td>
  );
}

/** Drawn and named: colour alone says nothing to many. */
export function Breach() {
  return (
    <svg width="9" height="9" viewBox="0 0 9 9" role="img" aria-label="breaks the specification:">
      <path d="M1.5 1.5l6 6M7.5 1.5l-6 6" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  );
}

/** What SDKs really do, in full width. */
export function MatrixDialog() {
  const here = useSpoken(useActiveSession());
  return (
    <DialogShell title="What SDKs really do" width={1400}>
      <ScrollBox className={matrixViewStyles.wide}>
        <MatrixTable here={here} />
      </ScrollBox>
    </DialogShell>
  );
}
