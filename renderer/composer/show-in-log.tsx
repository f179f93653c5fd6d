import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { sessionLog } from '../store/log-mirrors.ts';
import { scrollToRow, selectRow, showDialog } from '../store/screen-actions.ts';

type Props = { readonly session: string; readonly seq: number; readonly children: ReactNode };

/** Closes the dialog and selects the row. */
export function ShowInLog({ session, seq, children }: Props) {
  const show = () => {
    showDialog(null);
    selectRow(session, seq);
    scrollToRow(session, sessionLog(session).mirror.table.indexOf(seq), 'centre');
  };
  return (
    <Button look="quiet" onClick={show}>
      {children}
    </Button>
  );
}
