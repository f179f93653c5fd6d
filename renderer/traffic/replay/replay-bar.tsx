import { useRef, useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { useFocusTarget } from '../../state/screen/focus-targets.ts';
import { showDialog } from '../../state/screen/screen-store.ts';
import { CheckLine, Select } from '../../ui/controls/fields.tsx';
import { Button } from '../../ui/kit.tsx';
import styles from './replay-bar.module.css';
import {
  SPEEDS,
  seekTime,
  showWhole,
  stepError,
  stepFrame,
  toggleLater,
  togglePlaying,
  toggleSkipIdle,
  usePlayhead,
  useReplay,
} from './replay-control.ts';
import {
  type DayClock,
  readReplayTime,
  replayTime,
  Scrubber,
  startOfDay,
  useRecordedTimes,
} from './scrubber.tsx';

/** Plays a recording on its time axis: the playhead moves over rows that are already there. */
export function ReplayBar({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  const { mirror } = useSessionLog(session);
  const playhead = usePlayhead(session);
  const whole = useRecordedTimes(session, 1)?.whole;
  const playing = useReplay((state) => state.playing.includes(session));
  if (mirror.length === 0 || whole === undefined) return null;
  const at = playhead?.at ?? whole.to;
  const seek = (time: number) => seekTime(session, time);
  return (
    <div role="toolbar" aria-label="Replay" className={styles.bar} data-playing={playing}>
      <Scrubber info={info} span={whole} at={at} seek={seek} />
      <div className={styles.controls}>
        <div className={styles.group}>
          <Icon
            name="Previous error"
            keys="E"
            path={PATHS['previous-error']}
            act={() => stepError(session, -1)}
          />
          <Icon name="Previous frame" keys="," path={PATHS.previous} act={() => stepFrame(session, -1)} />
          <Icon
            name={playing ? 'Pause' : 'Play'}
            keys="space"
            path={playing ? PATHS.pause : PATHS.play}
            act={() => togglePlaying(session)}
          />
          <Icon name="Next frame" keys="." path={PATHS.next} act={() => stepFrame(session, 1)} />
          <Icon name="Next error" keys="e" path={PATHS['next-error']} act={() => stepError(session, 1)} />
        </div>
        <span className={styles.clock}>
          <TimeField at={at} clock={{ startOfDay: startOfDay(info.startedAt), end: whole.to }} seek={seek} />
          <span>/ {replayTime(whole.to)}</span>
        </span>
        <Pace />
        <span className={styles.rest}>
          {playhead !== null ? (
            <Button look="quiet" title="Leave the playback (w)" onClick={() => showWhole(session)}>
              Show all
            </Button>
          ) : null}
          <Button title="Add a bookmark with a note (m)" onClick={() => showDialog('bookmark')}>
            Bookmark…
          </Button>
          <Button title="Export this session, or a part of it (x)" onClick={() => showDialog('export')}>
            Export…
          </Button>
        </span>
      </div>
    </div>
  );
}

function Pace() {
  const { speed, skipIdle, later } = useReplay();
  return (
    <>
      <Select
        className={styles.speed}
        aria-label="Speed"
        title="Speed (< and >)"
        value={speed}
        onChange={(chosen) => useReplay.setState({ speed: chosen })}
        options={SPEEDS.map((one) => [one, `${one}×`])}
      />
      <CheckLine title="Jump over stretches without rows (i)" checked={skipIdle} onChange={toggleSkipIdle}>
        <span>
          Skip idle<span className={styles.long}> time</span>
        </span>
      </CheckLine>
      <CheckLine
        title="Hide rows later than the playhead instead of dimming them (l)"
        checked={later === 'hidden'}
        onChange={toggleLater}
      >
        <span>
          Hide later<span className={styles.long}> rows</span>
        </span>
      </CheckLine>
    </>
  );
}

type IconProps = {
  readonly name: string;
  readonly keys: string;
  readonly path: string;
  readonly act: () => void;
};

function Icon({ name, keys, path, act }: IconProps) {
  return (
    <Button look="icon" aria-label={name} title={`${name} (${keys})`} onClick={act}>
      <svg aria-hidden="true" width="14" height="14" viewBox="0 0 14 14" fill="currentColor">
        <path d={path} />
      </svg>
    </Button>
  );
}

type TimeFieldProps = {
  readonly at: number;
  readonly clock: DayClock;
  readonly seek: (at: number) => void;
};

function TimeField({ at, clock, seek }: TimeFieldProps) {
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
          ? 'This is not a time. Write 12.5, 1:02.5, 500 ms, or a time of day as the log shows it.'
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

const PATHS = {
  play: 'M4 2.2v9.6L12 7z',
  pause: 'M3.5 2.5h2.6v9H3.5zM7.9 2.5h2.6v9H7.9z',
  next: 'M3 3v8l5-4zM9 3h1.8v8H9z',
  previous: 'M11 3v8L6 7zM3.2 3H5v8H3.2z',
  'next-error': 'M1.5 3v8l4.6-4zM9 4.2h3L13.4 7 12 9.8H9L7.6 7z',
  'previous-error': 'M12.5 3v8L7.9 7zM2 4.2h3L6.4 7 5 9.8H2L.6 7z',
} as const;
