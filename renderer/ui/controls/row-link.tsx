import type { ReactNode } from 'react';
import styles from './row-link.module.css';
import { useScreenServices } from './screen-services.ts';

type Props = { readonly session: string; readonly seq: number; readonly children: ReactNode };

/** Text that selects another row of the same log. */
export function RowLink({ session, seq, children }: Props) {
  const { selectRow } = useScreenServices();
  return (
    <button type="button" className={styles.link} onClick={() => selectRow(session, seq)}>
      {children}
    </button>
  );
}
