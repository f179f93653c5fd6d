import { useEffect } from 'react';
import type { RunHealth } from '../../app/report/health/run-health.ts';
import { failuresOf } from '../../app/stats/session-statistics.ts';
import {
  type EarlierRuns,
  findEarlierRuns,
  RUNS_AT_ONCE,
  readEarlierRuns,
  stopEarlierRuns,
  useEarlierRuns,
} from '../state/runs/earlier-runs.ts';
import { DurationStrip } from '../ui/charts/duration-strip.tsx';
import { TierBar } from '../ui/charts/tier-bar.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Card } from '../ui/controls/card.tsx';
import { counted } from '../ui/format/counted.ts';
import { formatDuration, formatMoment } from '../ui/format/time-text.ts';
import styles from './cards.module.css';
import { percentText } from './shown-groups.ts';

type Props = {
  readonly session: string;
  /** The run in front, which the others are held against. */
  readonly now: RunHealth;
};

/** The same server in its earlier recordings, read when they are wanted: one row a run. */
export function EarlierRunsCard({ session, now }: Props) {
  const earlier = useEarlierRuns(session);
  useEffect(() => {
    void findEarlierRuns(session);
  }, [session]);
  const { recordings, runs, faults } = earlier;
  if (recordings === undefined || (recordings.length === 0 && faults.length === 0)) return null;
  return (
    <Card
      title="Over its recordings"
      aside={`${counted(recordings.length, 'earlier recording')} of this server`}
    >
      {runs.length > 0 && (
        <table className={styles.runs} aria-label="Tool calls of each run">
          <thead>
            <tr>
              <th scope="col">Run</th>
              <th scope="col">How its tool calls ended</th>
              <th scope="col">Failed</th>
              <th scope="col">Duration</th>
              <th scope="col">p95</th>
            </tr>
          </thead>
          <tbody>
            {[now, ...runs].map((run, at) => (
              <RunRow key={`${run.file} ${run.label} ${run.startedAt}`} run={run} isNow={at === 0} />
            ))}
          </tbody>
        </table>
      )}
      <ReadingBar session={session} earlier={earlier} />
      {faults.map((fault) => (
        <p key={fault} className={styles.fault}>
          {fault}
        </p>
      ))}
    </Card>
  );
}

function RunRow({ run, isNow }: { readonly run: RunHealth; readonly isNow: boolean }) {
  const { all } = run.statistics;
  const failed = failuresOf(all);
  const when = isNow ? 'this one' : formatMoment(run.startedAt);
  return (
    <tr aria-current={isNow ? 'true' : undefined}>
      <th scope="row" title={run.label}>
        {when}
        <span className={styles.under}>{run.server === '' ? run.label : run.server}</span>
      </th>
      <td>
        <TierBar
          tiers={all.tiers}
          open={all.open}
          width={150}
          label={`${when}: ${all.tiers.ok} of ${counted(all.calls, 'call')} ok`}
        />
      </td>
      <td>
        {percentText(failed, all.calls - all.open)}
        <span className={styles.under}>of {all.calls.toLocaleString('en')}</span>
      </td>
      <td>
        <DurationStrip steps={all.durations} percentiles={all.duration} height={16} />
      </td>
      <td>{all.duration.count === 0 ? '' : formatDuration(all.duration.p95)}</td>
    </tr>
  );
}

/** Reads the next recordings, says how far it has come, and can be stopped. */
function ReadingBar({ session, earlier }: { readonly session: string; readonly earlier: EarlierRuns }) {
  const { recordings = [], read, reading } = earlier;
  const next = Math.min(RUNS_AT_ONCE, recordings.length - read);
  if (reading !== undefined)
    return (
      <p className={styles.reading}>
        <progress max={reading.to} value={read} aria-label="Recordings read" />
        <span role="status">
          Reading {read + 1} of {reading.to}: {recordings[read]?.name}
        </span>
        <Button size="small" onClick={() => stopEarlierRuns(session)}>
          Stop
        </Button>
      </p>
    );
  if (next === 0) return null;
  return (
    <p className={styles.reading}>
      <Button size="small" onClick={() => void readEarlierRuns(session)}>
        {read === 0 ? `Read the last ${counted(next, 'recording')}` : `Read ${next} more`}
      </Button>
      <span className={styles.under}>They are read one after the other, and can be stopped.</span>
    </p>
  );
}
