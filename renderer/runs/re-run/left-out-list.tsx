import type { LeftOutView } from '../../../app/contract/send-again-commands.ts';
import { leaveSentence } from './risk-words.ts';
import styles from './send-again.module.css';

/** What is not sent again, and why. */
export function LeftOutList({ leftOut }: { readonly leftOut: readonly LeftOutView[] }) {
  const count = leftOut.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return null;
  return (
    <details className={styles.fold}>
      <summary>
        {count === 1 ? '1 line of the client is' : `${count.toLocaleString('en')} lines of the client are`}{' '}
        left out
      </summary>
      <ul className={styles.reasons}>
        {leftOut.map(({ reason, count: of, examples }) => (
          <li key={reason}>
            <b>{of.toLocaleString('en')}</b> {leaveSentence(reason)}
            <small>
              {examples.map(({ seq, label }) => `${label} (row ${seq})`).join(', ')}
              {of > examples.length ? ' …' : ''}
            </small>
          </li>
        ))}
      </ul>
    </details>
  );
}
