import { useMemo } from 'react';
import {
  failuresOf,
  type GroupStatistics,
  isToolGroup,
  nameOfGroup,
  TIME_PARTS,
} from '../../../app/analysis/stats/session-statistics.ts';
import { filterTerm } from '../../../app/frame/query/query.ts';
import { TIERS } from '../../../app/frame/tier.ts';
import { showInLog } from '../../state/log/filter-store.ts';
import { DurationStrip, TierBar, TimeSpark } from '../../ui/charts/charts.tsx';
import { TimeBins } from '../../ui/charts/time-bins.tsx';
import { drawnText } from '../../ui/format/drawn-text.tsx';
import { byteSize, counted, formatDuration } from '../../ui/format/quantity-text.ts';
import { Button, kit } from '../../ui/kit.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { percentText, type ShownGroup, type SortKey, TierChips } from './groups.tsx';
import styles from './statistics.module.css';

type Props = {
  readonly groups: readonly ShownGroup[];
  /** The name of the host of all sessions; undefined for several or none. */
  readonly host?: string | undefined;
  readonly sort: SortKey;
  readonly onSort: (sort: SortKey) => void;
};

/** How many rows are rendered at first (the most important ones), and per further step. */
const GROWS = { first: 40, step: 100 };

/** One row of small charts per tool or method, all on the same axes. */
export function GroupTable({ groups, host, sort, onSort }: Props) {
  const mostBytes = Math.max(1, ...groups.map(({ group }) => group.size.total));
  const fits = groups.some(({ fit }) => fit !== undefined);
  const columns = useMemo(
    () => [...groupColumns(mostBytes), ...(fits ? [fitColumn(host)] : [])],
    [mostBytes, fits, host],
  );
  return (
    <DataTable
      label="Calls by tool and method"
      className={`${kit.box} ${styles.table}`}
      columns={columns}
      rows={groups}
      keyOf={({ tab, group }) => `${tab} ${group.method} ${group.target}`}
      order={{ key: sort, descending: sort !== 'name' }}
      onSort={onSort}
      grows={GROWS}
    />
  );
}

type GroupColumn = Column<ShownGroup, SortKey>;

function groupColumns(mostBytes: number): readonly GroupColumn[] {
  return [
    NAME,
    ENDED,
    { head: 'Over time', className: styles.time, cell: (shown) => <OverTime shown={shown} /> },
    DURATION,
    {
      head: 'Results',
      sorts: [['bytes', 'Results']],
      className: styles.bytes,
      cell: ({ group: { size } }) =>
        size.count > 0 && (
          <span className={`${kit.mono} ${kit.block}`}>
            {byteSize(size.total)}
            <small className={kit.block} title="half of the results are no larger">
              p50 {byteSize(size.p50)}
            </small>
            <span className={styles.weight} style={{ width: `${(size.total / mostBytes) * 100}%` }} />
          </span>
        ),
    },
    RETRIES,
  ];
}

const NAME: GroupColumn = {
  head: 'Tool or method',
  sorts: [
    ['name', 'Tool or method'],
    ['calls', 'calls'],
  ],
  isName: true,
  cell: ({ session, group }) => (
    <>
      <Button
        look="bare"
        className={`${kit.truncate} ${styles.link} ${styles.name}`}
        title="Show these calls in the log"
        onClick={() => showInLog(groupTerms(group, session))}
      >
        {drawnText(nameOfGroup(group))}
      </Button>
      <small className={kit.block}>
        {counted(group.calls, 'call')}
        {group.open > 0 && `, ${group.open.toLocaleString('en')} open`}
        {session !== '' && ` · ${session}`}
      </small>
    </>
  ),
};

const ENDED: GroupColumn = {
  head: 'How they ended',
  sorts: [['failed', 'How they ended']],
  className: styles.ended,
  cell: ({ session, group }) => {
    const { calls, open, tiers } = group;
    const name = nameOfGroup(group);
    const failed = failuresOf(group);
    return (
      <>
        <TierBar
          tiers={tiers}
          open={open}
          width={128}
          label={`${name}: ${tiers.ok.toLocaleString('en')} of ${counted(calls, 'call')} ok`}
        />
        {failed > 0 && (
          <span className={`${kit.wrap} ${kit.gap2}`}>
            <span className={kit.mono}>{percentText(failed, calls - open)}</span>
            <TierChips
              tiers={tiers}
              calls={calls}
              of={name}
              onTier={(tier) => showInLog([...groupTerms(group, session), `tier:${tier}`])}
            />
          </span>
        )}
        {group.statuses.length > 0 && (
          <span className={`${kit.wrap} ${kit.gap2}`}>
            {group.statuses.map(([status, of]) => (
              <Button
                key={status}
                look="link"
                className={kit.mono}
                aria-label={`${name}: calls with HTTP status ${status} ×${of.toLocaleString('en')}`}
                onClick={() => showInLog([...groupTerms(group, session), `status:${status}`])}
              >
                {status} ×{of.toLocaleString('en')}
              </Button>
            ))}
          </span>
        )}
      </>
    );
  },
};

const DURATION: GroupColumn = {
  head: 'Duration: p50, p95, p99',
  under: (
    <span className={styles.axis} aria-hidden="true">
      {['0.1 ms', '10 ms', '1 s', '100 s'].map((mark) => (
        <span key={mark}>{mark}</span>
      ))}
    </span>
  ),
  sorts: [['p95', 'Duration: p50, p95, p99']],
  className: styles.duration,
  cell: ({ session, group }) => {
    const { duration, durations } = group;
    if (duration.count === 0) return null;
    const p95 = formatDuration(duration.p95);
    return (
      <>
        <DurationStrip steps={durations} percentiles={duration} width={158} height={20} />
        <span className={`${kit.row} ${kit.spread} ${kit.mono}`}>
          <span title="half of the calls took no longer">{formatDuration(duration.p50)}</span>
          <Button
            look="bare"
            className={styles.link}
            title="95 % of the calls took no longer: show those that took as long or longer"
            aria-label={`${nameOfGroup(group)}: p95 ${p95}, show calls that took as long or longer`}
            onClick={() => showInLog([...groupTerms(group, session), `dur:>=${duration.p95}ms`])}
          >
            {p95}
          </Button>
          <span title="99 % of the calls took no longer">{formatDuration(duration.p99)}</span>
        </span>
      </>
    );
  },
};

const RETRIES: GroupColumn = {
  head: 'Retries',
  sorts: [['retries', 'Retries']],
  className: styles.retries,
  cell: ({ group }) => {
    const { retries, helped, repeats } = group;
    if (retries === 0) return isToolGroup(group) && failuresOf(group) > 0 && <small>none</small>;
    return (
      <span
        className={`${kit.mono} ${kit.block}`}
        title="calls that came after the one before them had failed"
      >
        {retries.toLocaleString('en')}
        <small className={kit.block}>{helped.toLocaleString('en')} helped</small>
        {repeats > 0 && <small className={kit.block}>{repeats.toLocaleString('en')} unchanged</small>}
      </span>
    );
  },
};

/** How many results the host of the session takes: what it cuts, stores or refuses, and what comes after it gave up. */
function fitColumn(host: string | undefined): GroupColumn {
  return {
    head: `Fits ${host ?? 'its host'}`,
    className: styles.fits,
    cell: ({ fit }) => {
      if (fit === undefined) return null;
      const { results, large, late } = fit;
      if (large + late === 0) return <small>all</small>;
      return (
        <span className={`${kit.mono} ${kit.block}`} title={`of ${counted(results, 'result')}`}>
          {large > 0 && <span className={kit.block}>{large.toLocaleString('en')} too large</span>}
          {late > 0 && <span className={kit.block}>{late.toLocaleString('en')} too late</span>}
        </span>
      );
    },
  };
}

function OverTime({ shown: { session, group, time } }: { readonly shown: ShownGroup }) {
  const name = nameOfGroup(group);
  const terms = groupTerms(group, session);
  const counts = Array.from({ length: TIME_PARTS }, (_, part) =>
    group.overTime.slice(part * TIERS.length, (part + 1) * TIERS.length).reduce((sum, one) => sum + one, 0),
  );
  return (
    <TimeBins
      {...{ counts, width: 96, height: 22 }}
      label={`${name} over time`}
      span={time}
      noun="call"
      onChoose={(span) => showInLog(terms, span)}
    >
      <TimeSpark counts={group.overTime} width={96} label={`${name} over time`} />
    </TimeBins>
  );
}

type Group = Pick<GroupStatistics, 'method' | 'target'>;

/** The filter terms for the calls of a tool or another method; optionally of one session. */
export function groupTerms({ method, target }: Group, session: string): string[] {
  const own = method === 'tools/call' ? filterTerm('tool', target) : filterTerm('method', method);
  return session === '' ? [own] : [filterTerm('session', session), own];
}
