import type { Correction } from '../../app/codes/corrections.ts';
import { Button } from '../ui/controls/button.tsx';
import styles from './correction-item.module.css';
import { setLookup } from './lookup-store.ts';

/** Claims of widely read documents, each with the facts. */
export function CorrectionList({ corrections }: { readonly corrections: readonly Correction[] }) {
  return (
    <ul>
      {corrections.map((correction) => (
        <CorrectionItem key={correction.claim} correction={correction} />
      ))}
    </ul>
  );
}

/** What a widely read document says, and what is really so. */
function CorrectionItem({ correction }: { readonly correction: Correction }) {
  const { document, codes, claim, fact, source } = correction;
  return (
    <li className={styles.item}>
      <p className={styles.document}>
        {document}
        {codes.map((code) => (
          <Button look="link" key={code} onClick={() => setLookup({ query: String(code), view: 'meanings' })}>
            {code}
          </Button>
        ))}
      </p>
      <p className={styles.claim}>
        <span>It says</span> {claim}
      </p>
      <p>
        <span>Really</span> {fact}
      </p>
      <p className={styles.source}>{source}</p>
    </li>
  );
}
