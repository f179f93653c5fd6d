import type { Ask } from '../../app/contract/ask.ts';
import { askMessage } from '../../app/protocol/ask-words.ts';
import { askShape } from '../state/server-requests/ask-draft.ts';
import styles from './asks.module.css';
import { SamplingRequest } from './sampling-request.tsx';

/** What the server says that it wants, before the answer. */
export function AskSubject({ ask }: { readonly ask: Ask }) {
  switch (askShape(ask)) {
    case 'values':
    case 'visit':
      return (
        <p className={styles.says}>{askMessage(ask.method, ask.params) || 'The server says no word.'}</p>
      );
    case 'message':
      return <SamplingRequest params={ask.params} />;
    case 'roots':
      return <p className={styles.says}>The server asks which folders it may work in.</p>;
    case 'nothing':
      return <p className={styles.says}>The server asks whether the client is there.</p>;
  }
}
