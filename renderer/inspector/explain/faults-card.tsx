import { assertNever } from '../../../app/base/assert-never.ts';
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
          const { sentence, source } = faultText(fault);
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

/** A fault of an envelope in plain language, with the section of JSON-RPC 2.0 that it breaks. */
type FaultText = { readonly sentence: string; readonly source: string };

function faultText(fault: EnvelopeFault): FaultText {
  switch (fault) {
    case 'byte-order-mark':
      return faultOf('The line begins with a byte order mark. Strict parsers refuse it.', 'RFC 8259 §8.1');
    case 'version-not-2.0':
      return faultOf('jsonrpc is missing or is not "2.0".', '§4, §5');
    case 'id-null':
      return faultOf('The id is null, so no client can tell which call this answers.', '§5');
    case 'id-missing':
      return faultOf('The answer has no id, so no client can tell which call it answers.', '§5');
    case 'id-not-string-or-integer':
      return faultOf('The id is neither a string nor an integer.', '§4, §5');
    case 'params-not-structured':
      return faultOf('params is neither an object nor an array.', '§4.2');
    case 'result-and-error':
      return faultOf('The answer has both result and error. It must have one of them.', '§5');
    case 'no-result-no-error':
      return faultOf('The answer has neither result nor error. It must have one of them.', '§5');
    case 'error-not-object':
      return faultOf('error is not an object with code and message.', '§5.1');
    case 'code-missing':
      return faultOf('The error has no code.', '§5.1');
    case 'code-not-integer':
      return faultOf('The code is not an integer. Strict clients drop the whole answer.', '§5.1');
    case 'message-not-string':
      return faultOf('The error has no message, or one that is not a string.', '§5.1');
    case 'method-in-answer':
      return faultOf(
        'The answer repeats the method of its request. Strict clients take it for a request.',
        '§5',
      );
    default:
      return assertNever(fault);
  }
}

function faultOf(sentence: string, section: string): FaultText {
  return { sentence, source: section.startsWith('RFC') ? section : `JSON-RPC 2.0 ${section}` };
}
