import { liveInfo, type ServerRequest, type SessionInfo } from '../../../app/contract/session-info.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { selectRow } from '../../state/screen/screen-actions.ts';
import { ANSWER_KEY, showServerRequest } from '../../state/server/server-requests-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { formatDuration } from '../../ui/format/time-text.ts';
import { CallTitle } from './call-title.tsx';
import { cancelRunning } from './running-store.ts';
import styles from './running-strip.module.css';

/** What a call is said to do while its server has asked the user something. */
export const WAITS_FOR_USER = 'waits for your answer';

/** The server request that came while the call of a seq was open; undefined if nothing waits for the user. */
export function requestDuring(info: SessionInfo, seq: number): ServerRequest | undefined {
  return liveInfo(info)?.serverRequests.find(({ during }) => during?.includes(seq) === true);
}

/** Leads to the form that answers a server request. */
export function AnswerButton({
  info,
  request,
}: {
  readonly info: SessionInfo;
  readonly request: ServerRequest;
}) {
  return (
    <Button size="small" look="primary" onClick={() => showServerRequest(info.session, request.requestId)}>
      Answer <kbd>{ANSWER_KEY}</kbd>
    </Button>
  );
}

/** The calls that a result asked for input: each goes on with the user's answers (2026-07-28). */
export function inputRequests(info: SessionInfo): readonly ServerRequest[] {
  const all = (liveInfo(info)?.serverRequests ?? []).filter(({ via }) => via === 'input-required');
  return all.filter(({ seq }, at) => all.findIndex((other) => other.seq === seq) === at);
}

type Props = { readonly info: SessionInfo; readonly request: ServerRequest; readonly now: number };

/** A call whose last answer asked the user for input: none of its requests is open, and it is not over. */
export function WaitingCall({ info, request, now }: Props) {
  const { session } = info;
  const row = useSessionLog(session).mirror.rowOf(request.seq);
  if (row === undefined) return null;
  return (
    <div className={styles.call}>
      <CallTitle method={row.method} target={row.target} onClick={() => selectRow(session, row.seq)} />
      <span className={styles.waits}>{WAITS_FOR_USER}</span>
      <span className={styles.time}>{formatDuration(now - Date.parse(info.startedAt) - row.at)}</span>
      <AnswerButton info={info} request={request} />
      <Button
        aria-label={`Cancel ${row.method} ${row.target}`}
        onClick={() => void cancelRunning(session, row.pair)}
      >
        Cancel
      </Button>
    </div>
  );
}
