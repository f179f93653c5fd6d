import { useEffect, useState } from 'react';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import type { Row } from '../../app/frame/row.ts';
import { Button } from '../controls/button.tsx';
import { durationWords } from '../inspector/duration-words.ts';
import { offerActivity } from '../offers/offer-activity.ts';
import { isTapped } from '../session/session-words.ts';
import { useSessionLog } from '../store/log-mirrors.ts';
import { selectRow } from '../store/screen-actions.ts';
import { type Progress, progressOf, progressTokenOf, progressWords } from './progress-of.ts';
import { cancelRunning } from './running-store.ts';
import styles from './running-strip.module.css';
import { useEnvelope } from './use-envelope.ts';

type Props = { readonly info: SessionInfo; readonly row: Row; readonly elapsedMs: number };

/** A call under way: what it is, how far it has come, how long it takes so far. */
export function RunningCall({ info, row, elapsedMs }: Props) {
  const { session } = info;
  const progress = useProgress(session, row);
  const name = `${row.method} ${row.target}`.trim();
  return (
    <div className={styles.call}>
      <button type="button" className={styles.name} onClick={() => selectRow(session, row.seq)}>
        <span>{row.method}</span> {row.target}
      </button>
      <progress
        aria-label={`Progress of ${name}`}
        {...(progress?.total === undefined
          ? {}
          : { max: progress.total, value: Math.min(progress.progress, progress.total) })}
      />
      <span className={styles.words}>
        {progress === undefined ? 'no progress yet' : progressWords(progress)}
      </span>
      <span className={styles.time}>{durationWords(elapsedMs)}</span>
      {!isTapped(info) && (
        <Button aria-label={`Cancel ${name}`} onClick={() => void cancelRunning(session, row.seq)}>
          Cancel
        </Button>
      )}
    </div>
  );
}

/** The newest progress that the server told of a call. */
function useProgress(session: string, row: Row): Progress | undefined {
  const { mirror } = useSessionLog(session);
  const request = useEnvelope(session, row.seq);
  const token = request?.kind === 'request' ? progressTokenOf(request.params) : '';
  const seq = token === '' ? undefined : offerActivity(mirror).progress.get(token);
  // A progress from before the request belongs to an older one with the same token.
  const told = useEnvelope(session, seq === undefined || seq < row.seq ? null : seq);
  const progress = told?.kind === 'notification' ? progressOf(told.params) : undefined;
  const [last, setLast] = useState<Progress>();
  useEffect(() => {
    // While the next record is read, the bar stays where it was.
    if (progress !== undefined) setLast(progress);
  }, [progress]);
  return progress ?? last;
}
