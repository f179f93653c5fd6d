import { useMemo } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { hostFindings, isBeyond, TOO_LARGE_RULE } from '../../../app/explain/host-advice.ts';
import type { Row } from '../../../app/frame/row.ts';
import { seenThrough } from '../../../app/hosts/lens/lens.ts';
import { leastTooLarge } from '../../../app/hosts/lens/result-limit.ts';
import { sentAnswer } from '../../../app/hosts/lens/sent-answer.ts';
import { FindingMark } from '../../shared/finding-mark.tsx';
import { LONG_LINE, useEnvelope } from '../../state/log/use-record.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { useHostLens } from '../../state/session/use-host-lens.ts';
import styles from './row-message.module.css';

/** Marks a tool result that the session's host cuts or refuses for its size; a line over `LONG_LINE` is not read for it. */
export function HostLimit({ session, row }: { readonly session: string; readonly row: Row }) {
  const info = useScreen((state) => state.sessions.find((one) => one.session === session));
  return info === undefined ? null : <Limit info={info} row={row} />;
}

function Limit({ info, row }: { readonly info: SessionInfo; readonly row: Row }) {
  const { session } = info;
  const lens = useHostLens(info);
  const { table } = lens;
  const least = useMemo(() => {
    const entry = lens.table.hosts.find(({ id }) => id === lens.host?.host);
    return entry === undefined ? LONG_LINE : leastTooLarge(lens.table.rows, entry);
  }, [lens]);
  const { seq, sizeBytes: chars } = row;
  const isRead = chars > least && chars <= LONG_LINE;
  const answer = sentAnswer(row, useEnvelope(session, isRead ? seq : null));
  if (answer === undefined) return null;
  const seen = seenThrough(lens, answer);
  if (!isBeyond(answer, seen, chars)) return null;
  const found = hostFindings(answer, seen, { session, seq }, { chars, table }).find(
    ({ rule }) => rule === TOO_LARGE_RULE,
  );
  return (
    <span className={styles.finding} data-flag="advice" title={found?.explanation}>
      <FindingMark severity="advice" />
      <span className={styles.rule}>{found?.rule}</span>
    </span>
  );
}
