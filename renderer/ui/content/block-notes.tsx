import type { BlockNotes } from './content-block.ts';
import styles from './content-blocks.module.css';

/** For whom a block is, how much it matters, and from when it is. */
export function BlockNotesView({ notes }: { readonly notes: BlockNotes }) {
  const { audience, priority, lastModified } = notes;
  return (
    <>
      {audience.length > 0 && <span className={styles.note}>for {audience.join(' and ')}</span>}
      {priority !== undefined && <span className={styles.note}>priority {priority}</span>}
      {lastModified !== '' && <span className={styles.note}>modified {lastModified}</span>}
    </>
  );
}
