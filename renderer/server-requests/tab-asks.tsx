import { liveInfo, type SessionInfo } from '../../app/contract/session-info.ts';
import styles from './ask-mark.module.css';
import { AskMark } from './ask-mark.tsx';

/** On a session's tab: how much its server asks. */
export function TabAsks({ info }: { readonly info: SessionInfo }) {
  const count = liveInfo(info)?.asks.length ?? 0;
  if (count === 0) return null;
  return (
    <span className={styles.count} data-asks={count} title={`The server asks: ${count}`}>
      <AskMark />
      {count}
    </span>
  );
}

/** The same for the ear, behind the words of the tab that are seen. */
export function tabAsksWords(info: SessionInfo): string {
  const asks = liveInfo(info)?.asks ?? [];
  if (asks.length === 0) return '';
  return asks.length === 1 ? ' 1 open ask' : ` ${asks.length} open asks`;
}
