import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { Row } from '../../../app/frame/row.ts';
import { selectRow } from '../../state/screen/screen-actions.ts';
import { isTapped } from '../../state/session/session-words.ts';
import { Button } from '../../ui/controls/button.tsx';
import callName from '../../ui/controls/call-name.module.css';
import { durationWords } from '../../ui/format/duration-words.ts';
import { progressWords } from './progress-of.ts';
import { cancelRunning } from './running-store.ts';
import styles from './running-strip.module.css';
import { useProgress } from './use-progress.ts';

type Props = { readonly info: SessionInfo; readonly row: Row; readonly elapsedMs: number };

/** A call under way: what it is, how far it has come, how long it takes so far. */
export function RunningCall({ info, row, elapsedMs }: Props) {
  const { session } = info;
  const progress = useProgress(session, row.seq);
  const name = `${row.method} ${row.target}`.trim();
  return (
    <div className={styles.call}>
      <Button
        look="bare"
        className={`${callName.name} ${styles.name}`}
        onClick={() => selectRow(session, row.seq)}
      >
        <span className={callName.method}>{row.method}</span>
        <b className={callName.target}> {row.target}</b>
      </Button>
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
