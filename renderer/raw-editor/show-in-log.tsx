import type { ReactNode } from 'react';
import { sessionLog } from '../state/log/log-mirrors.ts';
import { scrollToRow, selectRow, showDialog } from '../state/screen/screen-actions.ts';
import { Button } from '../ui/controls/button.tsx';

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
