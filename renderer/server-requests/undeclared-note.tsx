import type { Ask } from '../../app/contract/ask.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { undeclaredPart } from '../../app/protocol/undeclared-part.ts';
import styles from './asks.module.css';

/** Says of an ask that it uses what the session does not declare; it can be answered all the same. */
export function UndeclaredNote({ ask, info }: { readonly ask: Ask; readonly info: SessionInfo }) {
  const part = undeclaredPart(ask.method, ask.params, info.clientCapabilities);
  if (part === '') return null;
  return (
    <p className={styles.task}>
      This session does not declare <code>{part}</code>, and the server uses it: a client has to refuse that
      with the error -32602. Any other answer goes out all the same.
    </p>
  );
}
