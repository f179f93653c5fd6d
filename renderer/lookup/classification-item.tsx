import type { ClassifyRow, ClassifyStep } from '../../app/codes/auto-classify.ts';
import type { RetryAdvice } from '../../app/codes/retry-advice.ts';
import { setLookup } from '../state/screen/screen-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import type { ClassifiedLine } from './classify-lines.ts';
import styles from './classify-view.module.css';

const STEPS: Record<ClassifyStep, string> = {
  'own-code': '1. its own code',
  constructor: '2. its class',
  provider: '3. words of a provider',
  common: '4. common words',
  abort: '5. AbortError',
  fallback: '6. nothing fits',
};

type Props = { readonly error: ClassifiedLine; readonly open: boolean };

/** One error: its code, the row that decides, the rows that come too late, and whether a retry is safe. */
export function ClassificationItem({ error, open }: Props) {
  const { text, classification } = error;
  const { row, shadowed, category, retry } = classification;
  return (
    <li className={styles.item}>
      <p className={styles.error}>{text.length > 300 ? `${text.slice(0, 300)}…` : text}</p>
      <p className={styles.code}>
        <Button look="link" onClick={() => setLookup({ query: String(row.code), view: 'meanings' })}>
          {row.code}
        </Button>{' '}
        <strong>{row.codeName}</strong>
      </p>
      {category !== null && (
        <p>
          The prefix <code>ERROR:{category.text}</code>{' '}
          {category.codeName === null
            ? 'is no category that is known.'
            : `is the category of ${category.codeName}; the tables do not read it.`}
        </p>
      )}
      <p className={styles.retry} data-safety={retry.safety}>
        <strong>{RETRY_WORDS[retry.safety]}</strong> {retry.sentence}
      </p>
      <details open={open}>
        <summary>{STEPS[row.step]}</summary>
        <dl className={styles.rows}>
          <Row row={row} verdict="decides" />
          {shadowed.map((late) => (
            <Row key={`${late.step} ${late.order} ${late.test}`} row={late} verdict="too late" />
          ))}
        </dl>
      </details>
    </li>
  );
}

function Row({ row, verdict }: { readonly row: ClassifyRow; readonly verdict: string }) {
  return (
    <div data-late={verdict === 'too late'}>
      <dt>
        {STEPS[row.step]}
        {row.order > 0 && `, row ${row.order}`} <span>{verdict}</span>
      </dt>
      <dd>
        {row.test !== '' && <code>{row.test}</code>} → {row.code} {row.codeName}
        {row.matched !== '' && row.matched !== row.test && (
          <>
            {' '}
            by “<mark>{row.matched.slice(0, 80)}</mark>”
          </>
        )}
      </dd>
    </div>
  );
}

const RETRY_WORDS: Record<RetryAdvice['safety'], string> = {
  wait: 'Retry later.',
  refresh: 'Look first.',
  change: 'Change first.',
  never: 'No retry.',
  unknown: 'Unknown.',
};
