import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { useScreenServices } from './screen-services.ts';

type Props = { readonly session: string; readonly seq: number; readonly children?: ReactNode };

/** Text that selects another row of the same log; the number of the row if nothing else is given. */
export function RowLink({ session, seq, children }: Props) {
  const { selectRow } = useScreenServices();
  return (
    <Button look="link" onClick={() => selectRow(session, seq)}>
      {children ?? `row ${seq}`}
    </Button>
  );
}
