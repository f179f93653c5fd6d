import { useEffect } from 'react';
import type { Row } from '../../app/frame/row.ts';
import { Button } from '../controls/button.tsx';
import { durationWords } from '../inspector/duration-words.ts';
import { useSessionLog } from '../store/log-mirrors.ts';
import { selectRow } from '../store/screen-actions.ts';
import { dismissCancelled } from './running-store.ts';
import styles from './running-strip.module.css';

type Props = { readonly session: string; readonly seq: number };

/** Where nothing comes after a cancel, the note goes by itself after this time. */
const KEPT_MS = 15_000;

/** What came after a call was cancelled: nothing, an answer all the same, or one that was quicker. */
export function AfterCancel({ session, seq }: Props) {
  const { mirror } = useSessionLog(session);
  const row = mirror.rowOf(seq);
  useEffect(() => {
    const timer = setTimeout(() => dismissCancelled(session, seq), KEPT_MS);
    return () => clearTimeout(timer);
  }, [session, seq]);
  if (row === undefined) return null;
  const answer = row.pair > 0 ? row.pair : seq;
  return (
    <div className={styles.call}>
      <span className={styles.name}>
        <span>{row.method}</span> {row.target}
      </span>
      <span role="status" className={styles.words}>
        {afterWords(row)}
      </span>
      <Button look="quiet" onClick={() => selectRow(session, answer)}>
        Show
      </Button>
      <Button
        look="icon"
        aria-label={`Dismiss ${row.method} ${row.target}`}
        onClick={() => dismissCancelled(session, seq)}
      >
        ×
      </Button>
    </div>
  );
}

function afterWords(row: Row): string {
  switch (row.outcome) {
    case 'pending':
      return 'Cancelling…';
    case 'cancelled':
      return 'Cancelled. The server has sent nothing for it since, which is right.';
    case 'late':
      return `Cancelled, and answered all the same, ${durationWords(row.durationMs)} after the request.`;
    default:
      return `It had ended before the cancel: ${row.outcome}.`;
  }
}
