import { visibleText } from '../../../app/base/hidden-characters.ts';
import type { Row } from '../../../app/frame/row.ts';
import { counted } from '../../ui/format/counted.ts';
import { drawnText } from '../../ui/format/drawn-text.tsx';
import styles from './call-message.module.css';

type CallMessageProps = {
  /** The request: it names the arguments. */
  readonly request: Row;
  /** How many rows belong to the call beside its request and its answer. */
  readonly more: number;
};

/** What a call is about: the target first, its arguments in short, and the method behind them. */
export function CallMessage({ request, more }: CallMessageProps) {
  const { method, target, text, direction } = request;
  const fromServer = direction === 'server-to-client';
  // Who greets whom says less than that they do.
  const isNamed = target === '' || !method.includes('/');
  return (
    <span className={styles.call}>
      {isNamed ? <span className={styles.method}>{drawnText(method)}</span> : <Target text={target} />}
      {text === '' ? null : <span className={styles.arguments}>{drawnText(text)}</span>}
      <span className={styles.aside} title={visibleText(method)}>
        {[
          fromServer ? 'asked by the server' : visibleText(isNamed ? target : method),
          more > 0 ? `+${more}` : '',
        ]
          .filter((part) => part !== '')
          .join(' ')}
      </span>
    </span>
  );
}

/** A target in its colour; a path gives way in its middle, for its end tells most. */
export function Target({ text }: { readonly text: string }) {
  const at = tailStart(text);
  return (
    <span className={styles.target}>
      <span className={styles.head}>{drawnText(text.slice(0, at))}</span>
      {at === text.length ? null : <span className={styles.tail}>{drawnText(text.slice(at))}</span>}
    </span>
  );
}

const MOST_TAIL = 24;

/** Where the end of a path begins that is never cut: its last two parts, if they are short; else its length. */
export function tailStart(target: string): number {
  if (!target.includes('/')) return target.length;
  const last = target.lastIndexOf('/', target.length - 2);
  const before = last > 0 ? target.lastIndexOf('/', last - 1) : -1;
  for (const at of [before, last]) {
    const isInside = at > 0 && target.charAt(at - 1) !== '/' && target.charAt(at - 1) !== ':';
    if (isInside && target.length - at <= MOST_TAIL) return at;
  }
  return target.length;
}

type FoldNoteProps = { readonly kind: Row['kind']; readonly folded: number };

/** How many rows are folded into one: notifications that are alike, lines of stderr that came together. */
export function FoldNote({ kind, folded }: FoldNoteProps) {
  if (folded === 0) return null;
  const count = (folded + 1).toLocaleString('en');
  return (
    <span className={styles.count}>{kind === 'stderr' ? counted(folded + 1, 'line') : `×${count}`}</span>
  );
}
