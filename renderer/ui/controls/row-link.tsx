import type { ReactNode } from 'react';
import { selectRow } from '../../state/screen/screen-actions.ts';
import styles from './row-link.module.css';

type Props = { readonly session: string; readonly seq: number; readonly children: ReactNode };

/** Text that selects another row of the same log. */
export function RowLink({ session, seq, children }: Props) {
  return (
    <button type="button" className={styles.link} onClick={() => selectRow(session, seq)}>
      {children}
    </button>
  );
}
