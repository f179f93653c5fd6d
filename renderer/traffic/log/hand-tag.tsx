import type { Row } from '../../../app/frame/row.ts';
import styles from '../../ui/controls/hand-tag.module.css';
import { handWord } from './hand-word.ts';

/** Marks a line that was written by hand, and the answer to one: neither is counted against anybody. */
export function HandTag({ row }: { readonly row: Row }) {
  const why =
    row.direction === 'client-to-server'
      ? 'Written by hand: what is wrong with it was meant'
      : 'Answers a line written by hand: not counted against the server';
  return (
    <span className={styles.tag} title={why}>
      {handWord(row)}
    </span>
  );
}
