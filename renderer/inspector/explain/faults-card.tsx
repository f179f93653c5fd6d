import type { EnvelopeFault } from '../../../app/wire/envelope.ts';
import { Card } from '../../ui/controls/card.tsx';
import styles from './explain.module.css';
import { faultWords } from './fault-words.ts';

/** What the envelope breaks of JSON-RPC, in plain words. */
export function FaultsCard({ faults }: { readonly faults: readonly EnvelopeFault[] }) {
  if (faults.length === 0) return null;
  return (
    <Card title="The envelope breaks JSON-RPC">
      <ul className={styles.issues}>
        {faults.map((fault) => {
          const { sentence, source } = faultWords(fault);
          return (
            <li key={fault}>
              {sentence} <span className={styles.source}>{source}</span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
