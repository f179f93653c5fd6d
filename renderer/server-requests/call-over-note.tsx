import { RowLink } from '../ui/controls/row-link.tsx';
import styles from './asks.module.css';
import type { CallOver } from './call-over.ts';

type Props = { readonly session: string; readonly over: CallOver };

/** Says that no call waits for the answer any more. It can still be given: how the server takes it is a test. */
export function CallOverNote({ session, over }: Props) {
  return (
    <p role="status" className={styles.over}>
      {over.words}{' '}
      <RowLink session={session} seq={over.seq}>
        row {over.seq}
      </RowLink>{' '}
      An answer still goes to the server; to dismiss it sends nothing.
    </p>
  );
}
