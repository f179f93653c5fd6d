import type { Inspected } from '../../state/inspected/inspected.ts';
import { openRawEditor } from '../../state/raw-editor/raw-editor-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { RowLink } from '../../ui/controls/row-link.tsx';
import styles from './hand-note.module.css';

/** Says of a line that was written by hand, or of the answer to one, that nobody is blamed for it. */
export function HandNote({ inspected }: { readonly inspected: Inspected }) {
  const { row, session } = inspected;
  if (!row.deliberate) return null;
  const own = row.direction === 'client-to-server';
  return (
    <section className={styles.note} aria-label="Written by hand">
      <strong>{own ? 'You wrote this line by hand.' : 'This answers a line that you wrote by hand.'}</strong>{' '}
      {own
        ? 'What is wrong with it was meant: no rule judges it, and what comes of it is counted at no tier.'
        : 'It is shown at its tier and counted at none. A rule speaks only where it breaks the protocol itself.'}{' '}
      {row.pair > 0 && (
        <RowLink session={session} seq={row.pair}>
          {own ? 'Select what came back' : 'Select the line'}
        </RowLink>
      )}{' '}
      <Button look="link" onClick={openRawEditor}>
        Open the composer
      </Button>
    </section>
  );
}
