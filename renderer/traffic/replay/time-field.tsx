import { useRef, useState } from 'react';
import { useFocusTarget } from '../../state/screen/focus-targets.ts';
import styles from './replay-bar.module.css';
import { type DayClock, readReplayTime, replayTime } from './replay-time.ts';

export type TimeFieldProps = {
  /** Milliseconds where the playhead stands. */
  readonly at: number;
  readonly clock: DayClock;
  readonly seek: (at: number) => void;
};

/** The playhead's time; a time that is typed in is gone to with Enter. */
export function TimeField({ at, clock, seek }: TimeFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useFocusTarget('replay-time', field);
  const [draft, setDraft] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const leave = () => {
    setDraft(null);
    setWrong(false);
  };
  const go = () => {
    if (draft === null) return;
    const time = readReplayTime(draft, clock);
    setWrong(time === undefined);
    if (time === undefined) return;
    seek(time);
    leave();
  };
  return (
    <input
      ref={field}
      className={styles.time}
      aria-label="Time"
      aria-invalid={wrong}
      title={
        wrong
          ? 'This is no time. Write 12.5, 1:02.5, 500 ms, or a time of day as the log shows it.'
          : 'Jump to a time: 12.5, 1:02.5, 500 ms, or a time of day as the log shows it (t)'
      }
      spellCheck={false}
      autoComplete="off"
      value={draft ?? replayTime(at)}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') go();
        else if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}
