import type { EnvelopeFault } from '../../../app/wire/envelope.ts';
import { Card } from '../../ui/controls/card.tsx';
import styles from './explain.module.css';

/** The rules of JSON-RPC that the envelope breaks, in plain language. */
export function FaultsCard({ faults }: { readonly faults: readonly EnvelopeFault[] }) {
  if (faults.length === 0) return null;
  return (
    <Card title="The envelope breaks JSON-RPC">
      <ul className={styles.issues}>
        {faults.map((fault) => {
          const [sentence, section] = FAULT_TEXTS[fault];
          return (
            <li key={fault}>
              {sentence}{' '}
              <span className={styles.source}>
                {section.startsWith('RFC') ? section : `JSON-RPC 2.0 ${section}`}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** Each fault in plain language, with the section of JSON-RPC 2.0, or of the RFC, that it breaks. */
const FAULT_TEXTS: Record<EnvelopeFault, readonly [sentence: string, section: string]> = {
  'byte-order-mark': ['The line begins with a byte order mark. Strict parsers refuse it.', 'RFC 8259 §8.1'],
  'version-not-2.0': ['jsonrpc is missing or is not "2.0".', '§4, §5'],
  'id-null': ['The id is null, so no client can tell which call this answers.', '§5'],
  'id-missing': ['The answer has no id, so no client can tell which call it answers.', '§5'],
  'id-not-string-or-integer': ['The id is neither a string nor an integer.', '§4, §5'],
  'params-not-structured': ['params is neither an object nor an array.', '§4.2'],
  'result-and-error': ['The answer has both result and error. It must have one of them.', '§5'],
  'no-result-no-error': ['The answer has neither result nor error. It must have one of them.', '§5'],
  'error-not-object': ['error is not an object with code and message.', '§5.1'],
  'code-missing': ['The error has no code.', '§5.1'],
  'code-not-integer': ['The code is not an integer. Strict clients drop the whole answer.', '§5.1'],
  'message-not-string': ['The error has no message, or one that is not a string.', '§5.1'],
  'method-in-answer': [
    'The answer repeats the method of its request. Strict clients take it for a request.',
    '§5',
  ],
};
