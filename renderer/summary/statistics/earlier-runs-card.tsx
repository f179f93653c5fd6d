import { useEffect } from 'react';
import { failuresOf } from '../../../app/analysis/stats/session-statistics.ts';
import type { RunHealth } from '../../../app/report/health/run-health.ts';
import {
  type EarlierRuns,
  findEarlierRuns,
  RUNS_AT_ONCE,
  readEarlierRuns,
  stopEarlierRuns,
  useEarlierRuns,
} from '../../state/runs/statistics-store.ts';
import { DurationStrip, TierBar } from '../../ui/charts/charts.tsx';
import { counted, formatDuration, formatMoment } from '../../ui/format/quantity-text.ts';
import { Button, Card, kit } from '../../ui/kit.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { percentText } from './groups.tsx';

type Props = {
  readonly session: string;
  /** The current run, which the others are compared with. */
  readonly now: RunHealth;
};

/** The same server in its earlier recordings, read on demand: one row per run. */
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
        <DataTable
          label="Tool calls of each run"
          columns={COLUMNS}
          rows={[now, ...runs].map((run, at) => ({ run, isNow: at === 0 }))}
          keyOf={({ run }) => `${run.file} ${run.label} ${run.startedAt}`}
          row={({ isNow }) => ({ 'aria-current': isNow })}
        />
      )}
      <ReadingBar session={session} earlier={earlier} />
      {faults.map((fault) => (
        <p key={fault} className={kit.fault}>
          {fault}
        </p>
      ))}
    </Card>
  );
}

const COLUMNS: readonly Column<{ readonly run: RunHealth; readonly isNow: boolean }>[] = [
  {
    head: 'Run',
    isName: true,
    of: ({ run }) => ({ title: run.label }),
    cell: ({ run, isNow }) => (
      <>
        {whenText(run, isNow)}
        <span className={kit.note}>{run.server === '' ? run.label : run.server}</span>
      </>
    ),
  },
  {
    head: 'How its tool calls ended',
    cell: ({ run, isNow }) => {
      const { all } = run.statistics;
      const label = `${whenText(run, isNow)}: ${all.tiers.ok} of ${counted(all.calls, 'call')} ok`;
      return <TierBar tiers={all.tiers} open={all.open} width={150} label={label} />;
    },
  },
  {
    head: 'Failed',
    cell: ({ run: { statistics } }) => (
      <>
        {percentText(failuresOf(statistics.all), statistics.all.calls - statistics.all.open)}
        <span className={kit.note}>of {statistics.all.calls.toLocaleString('en')}</span>
      </>
    ),
  },
  {
    head: 'Duration',
    cell: ({ run: { statistics } }) => (
      <DurationStrip steps={statistics.all.durations} percentiles={statistics.all.duration} height={16} />
    ),
  },
  {
    head: 'p95',
    cell: ({ run: { statistics } }) =>
      statistics.all.duration.count === 0 ? '' : formatDuration(statistics.all.duration.p95),
  },
];

function whenText(run: RunHealth, isNow: boolean): string {
  return isNow ? 'this one' : formatMoment(run.startedAt);
}

function ReadingBar({ session, earlier }: { readonly session: string; readonly earlier: EarlierRuns }) {
  const { recordings = [], read, reading } = earlier;
  const next = Math.min(RUNS_AT_ONCE, recordings.length - read);
  if (reading !== undefined)
    return (
      <p className={`${kit.row} ${kit.above}`}>
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
    <p className={`${kit.row} ${kit.above}`}>
      <Button size="small" onClick={() => void readEarlierRuns(session)}>
        {read === 0 ? `Read the last ${counted(next, 'recording')}` : `Read ${next} more`}
      </Button>
      <span className={kit.note}>They are read one after the other, and can be stopped.</span>
    </p>
  );
}
