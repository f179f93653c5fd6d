import { liveInfo, type SessionInfo } from '../../app/contract/session-info.ts';
import { askKind, askMessage } from '../../app/protocol/ask-words.ts';
import { type AnsweredAsk, isDone, useAsks } from '../state/server-requests/asks-store.ts';
import { RowLink } from '../ui/controls/row-link.tsx';
import styles from './asks.module.css';

/** The last answers of a session, the newest first, with what the server said of a visit since. */
export function AnsweredList({ info }: { readonly info: SessionInfo }) {
  const answered = useAsks((state) => state.answered[info.session]) ?? NONE;
  const withdrawn = liveInfo(info)?.withdrawnAsks ?? [];
  if (answered.length === 0 && withdrawn.length === 0) return null;
  return (
    <section aria-label="Asks before" className={styles.before}>
      <h3>Before</h3>
      <ul>
        {answered.toReversed().map((one) => (
          <li key={one.ask}>
            <RowLink session={info.session} seq={one.seq}>
              row {one.seq}
            </RowLink>{' '}
            {askKind(one.method, one.params)}: <b>{one.words}</b>
            {visitWords(info, one)}
            <span className={styles.teaser}> {askMessage(one.method, one.params)}</span>
          </li>
        ))}
        {withdrawn.toReversed().map((one) => (
          <li key={one.ask}>
            <RowLink session={info.session} seq={one.seq}>
              row {one.seq}
            </RowLink>{' '}
            {askKind(one.method, one.params)}: taken back, {one.why}
          </li>
        ))}
      </ul>
    </section>
  );
}

const NONE: readonly AnsweredAsk[] = [];

function visitWords(info: SessionInfo, one: AnsweredAsk): string {
  // 2026-07-28 has no such word of the server, and no id for it.
  if (!one.visits || typeof one.params.elicitationId !== 'string') return '';
  if (isDone(info, one)) return ', and the server says that the visit is done';
  return info.state === 'ready' ? ', waiting for the server to say that the visit is done' : '';
}
