import type { RetryAdvice } from '../../../app/findings/retry-advice.ts';
import { Card } from '../../ui/controls/card.tsx';
import styles from './explain.module.css';
import type { OutcomeText } from './outcome-text.ts';

type Props = {
  readonly text: OutcomeText;
  /** What may be done with the same call, if anything says it. */
  readonly retry?: RetryAdvice | undefined;
};

/** What happened, who must act, and what may be done with the same call. */
export function HappenedCard({ text, retry }: Props) {
  if (text.happened === '' && retry === undefined) return null;
  return (
    <Card title="What happened">
      <p>{text.happened}</p>
      {text.act !== '' && <p className={styles.act}>{text.act}</p>}
      {retry !== undefined && (
        <p className={styles.act}>
          <strong>Retry:</strong> {retryText(retry)}
        </p>
      )}
    </Card>
  );
}

/** The advice in one or two sentences: what to do, and what says so. */
export function retryText({ retry, notBefore, because }: RetryAdvice): string {
  const when = notBefore === undefined ? '' : ` (${notBefore})`;
  switch (retry) {
    case 'same':
      return `the same call may be sent again at once. ${because}`;
    case 'later':
      return `the same call may succeed after a pause${when}. ${because}`;
    case 'changed':
      return `only a changed call can succeed. ${because}`;
    case 'no':
      return `sending it again does not help. ${because}`;
  }
}
