import { fileInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { isTapped, sendRefusal, sessionWord } from '../../state/session/session-words.ts';
import chip from '../../ui/controls/chip.module.css';
import { StateDot } from '../session/state-dot.tsx';
import styles from './origin-chip.module.css';

/** Says of a session that is not this app's own whose it is: tapped, or made from another tool's file. */
export function OriginChip({ info }: { readonly info: SessionInfo }) {
  if (isTapped(info)) {
    const [word, rest] = sessionWord(info).split(', ');
    return (
      <span className={`${chip.chip} ${styles.chip}`} data-origin="tap" title={sendRefusal(info)}>
        <StateDot state={info.state} kind="tapped" />
        <span>
          {word}
          <span className={styles.long}>, {rest}</span>
        </span>
      </span>
    );
  }
  if (fileInfo(info)?.format === undefined) return null;
  return (
    <span
      className={`${chip.chip} ${styles.chip}`}
      data-origin="import"
      title="What this format cannot tell is said below."
    >
      {sessionWord(info)}
    </span>
  );
}
