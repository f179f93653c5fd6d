import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { showDialog } from '../../state/screen/screen-actions.ts';
import { Button } from '../../ui/controls/button.tsx';
import { wholeSpan } from '../overview/overview-columns.ts';
import { SPEEDS } from './playback.ts';
import styles from './replay-bar.module.css';
import {
  playheadOf,
  seekTime,
  showWhole,
  stepError,
  stepFrame,
  toggleLater,
  togglePlaying,
  toggleSkipIdle,
} from './replay-control.ts';
import { ReplayIcon, type ReplayIconName } from './replay-icon.tsx';
import { usePlayhead, useReplay } from './replay-store.ts';
import { replayTime, startOfDay } from './replay-time.ts';
import { Scrubber } from './scrubber.tsx';
import { TimeField } from './time-field.tsx';

/** Plays a recording on its time axis: the playhead moves over rows that are already there. */
export function ReplayBar({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  const log = useSessionLog(session);
  const engaged = usePlayhead(session) !== null;
  const playing = useReplay((state) => state.playing.includes(session));
  if (log.mirror.length === 0) return null;
  const { at } = playheadOf(session);
  const span = wholeSpan([{ base: 0, log }]);
  const seek = (time: number) => seekTime(session, time);
  return (
    <div role="toolbar" aria-label="Replay" className={styles.bar} data-playing={playing}>
      <Scrubber info={info} log={log} span={span} at={at} seek={seek} />
      <div className={styles.controls}>
        <div className={styles.group}>
          <Icon name="Previous error" keys="E" icon="previous-error" act={() => stepError(session, -1)} />
          <Icon name="Previous frame" keys="," icon="previous" act={() => stepFrame(session, -1)} />
          <Icon
            name={playing ? 'Pause' : 'Play'}
            keys="space"
            icon={playing ? 'pause' : 'play'}
            act={() => togglePlaying(session)}
          />
          <Icon name="Next frame" keys="." icon="next" act={() => stepFrame(session, 1)} />
          <Icon name="Next error" keys="e" icon="next-error" act={() => stepError(session, 1)} />
        </div>
        <span className={styles.clock}>
          <TimeField at={at} clock={{ startOfDay: startOfDay(info.startedAt), end: span.to }} seek={seek} />
          <span>/ {replayTime(span.to)}</span>
        </span>
        <Pace />
        <span className={styles.rest}>
          {engaged ? (
            <Button look="quiet" title="Leave the playback (w)" onClick={() => showWhole(session)}>
              Show all
            </Button>
          ) : null}
          <Button title="Set a mark with a note (m)" onClick={() => showDialog('mark')}>
            Mark…
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
      <select
        className={styles.speed}
        aria-label="Speed"
        title="Speed (< and >)"
        value={speed}
        onChange={(event) => {
          const chosen = SPEEDS.find((one) => String(one) === event.target.value);
          if (chosen !== undefined) useReplay.setState({ speed: chosen });
        }}
      >
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {one}×
          </option>
        ))}
      </select>
      <label className={styles.check} title="Jump over stretches without rows (i)">
        <input type="checkbox" checked={skipIdle} onChange={toggleSkipIdle} />
        <span>
          Skip idle<span className={styles.long}> time</span>
        </span>
      </label>
      <label className={styles.check} title="Hide rows later than the playhead instead of dimming them (l)">
        <input type="checkbox" checked={later === 'hidden'} onChange={toggleLater} />
        <span>
          Hide later<span className={styles.long}> rows</span>
        </span>
      </label>
    </>
  );
}

type IconProps = {
  readonly name: string;
  readonly keys: string;
  readonly icon: ReplayIconName;
  readonly act: () => void;
};

function Icon({ name, keys, icon, act }: IconProps) {
  return (
    <Button look="icon" aria-label={name} title={`${name} (${keys})`} onClick={act}>
      <ReplayIcon name={icon} />
    </Button>
  );
}
