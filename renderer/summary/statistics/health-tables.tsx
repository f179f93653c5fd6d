import { useEffect } from 'react';
import { failuresOf } from '../../../app/analysis/stats/session-statistics.ts';
import { filterTerm } from '../../../app/frame/query/query.ts';
import type { RunHealth } from '../../../app/report/health/run-health.ts';
import type { ServerHealth } from '../../../app/report/health/server-health.ts';
import { FindingMark } from '../../shared/finding-mark.tsx';
import { showInLog } from '../../state/log/filter-store.ts';
import {
  type EarlierRuns,
  findEarlierRuns,
  RUNS_AT_ONCE,
  readEarlierRuns,
  stopEarlierRuns,
  useEarlierRuns,
} from '../../state/runs/statistics-store.ts';
import { DurationStrip, TierBar, TrendLine } from '../../ui/charts/charts.tsx';
import { drawnText } from '../../ui/format/drawn-text.tsx';
import { byteSize, counted, formatDuration, formatMoment } from '../../ui/format/quantity-text.ts';
import { Button, Card, kit } from '../../ui/kit.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { percentText } from './groups.tsx';

type HealthTablesProps = { readonly health: ServerHealth };
type RuleHealth = ServerHealth['rules'][number];
type ToolHealth = ServerHealth['tools'][number];

/** The findings by rule, most severe first. */
export function HealthRules({ health: { rules, runs } }: HealthTablesProps) {
  return (
    <Card title="Findings by rule" aside={rules.length === 0 ? 'none' : undefined}>
      {rules.length > 0 && (
        <DataTable
          label="Findings by rule"
          columns={ruleColumns(runs.length)}
          rows={rules}
          keyOf={(one) => `${one.rule} ${one.severity} ${one.side}`}
        />
      )}
    </Card>
  );
}

function ruleColumns(runs: number): readonly Column<RuleHealth>[] {
  const columns: readonly Column<RuleHealth>[] = [
    {
      head: 'Rule',
      isName: true,
      cell: ({ rule, severity }) => (
        <span className={`${kit.inline} ${kit.mono} ${kit.unbroken}`}>
          <FindingMark severity={severity} />
          <LogLink
            text={rule}
            hint="Show the rows of this session in which it was found"
            term={filterTerm('rule', rule)}
          />
        </span>
      ),
    },
    {
      head: 'What',
      cell: ({ title, certain, count }) => (
        <>
          {title}{' '}
          {certain < count && (
            <span className={kit.note}>{certain === 0 ? 'likely' : `${count - certain} likely`}</span>
          )}
        </>
      ),
    },
    { head: 'Who acts', cell: ({ side }) => side },
    {
      head: runs > 1 ? 'Now' : 'Found',
      isNumber: true,
      cell: ({ newest }) => newest.toLocaleString('en'),
    },
  ];
  if (runs === 1) return columns;
  return [
    ...columns,
    {
      head: 'All runs',
      isNumber: true,
      cell: (one) => (
        <>
          {one.count.toLocaleString('en')}
          <span className={kit.note}>
            in {one.runs} of {runs}
          </span>
        </>
      ),
    },
  ];
}

type LogLinkProps = { readonly text: string; readonly hint: string; readonly term: string };

function LogLink({ text, hint, term }: LogLinkProps) {
  return (
    <Button look="link" title={hint} onClick={() => showInLog([term])}>
      {drawnText(text)}
    </Button>
  );
}

/** The duration of each tool, and its trend over the runs. */
export function HealthTools({ health: { tools, runs } }: HealthTablesProps) {
  if (tools.length === 0) return null;
  return (
    <Card title="p95 by tool">
      <DataTable
        label="p95 by tool"
        columns={runs.length > 1 ? [...TOOL_COLUMNS, TREND] : TOOL_COLUMNS}
        rows={tools}
        keyOf={({ name }) => name}
        pages={{ noun: 'tool', size: 50 }}
      />
    </Card>
  );
}

const TOOL_COLUMNS: readonly Column<ToolHealth>[] = [
  {
    head: 'Tool',
    isName: true,
    cell: ({ name }) => (
      <LogLink text={name} hint="Show these calls in the log" term={filterTerm('tool', name)} />
    ),
  },
  { head: 'Calls', isNumber: true, cell: ({ calls }) => calls.toLocaleString('en') },
  { head: 'Failed', isNumber: true, cell: ({ failed, calls }) => percentText(failed, calls) },
  {
    head: 'p95',
    isNumber: true,
    cell: ({ p95Ms }) => (p95Ms === null ? '' : formatDuration(p95Ms)),
  },
  {
    head: 'p95 of results',
    isNumber: true,
    cell: ({ p95Bytes }) => (p95Bytes === null ? '' : byteSize(p95Bytes)),
  },
];

const TREND: Column<ToolHealth> = {
  head: 'Over the runs',
  cell: ({ name, p95ByRun }) => (
    <TrendLine values={p95ByRun.toReversed()} label={trendText(name, p95ByRun)} />
  ),
};

function trendText(name: string, newestFirst: readonly (number | null)[]): string {
  const values = newestFirst.toReversed().map((value) => (value === null ? 'none' : formatDuration(value)));
  return `p95 of ${name}, from the oldest run to the newest: ${values.join(', ')}`;
}

type EarlierRunsCardProps = {
  readonly session: string;
  /** The current run, which the others are compared with. */
  readonly now: RunHealth;
};

/** The same server in its earlier recordings, read on demand: one row per run. */
export function EarlierRunsCard({ session, now }: EarlierRunsCardProps) {
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
