import { memo } from 'react';
import {
  failuresOf,
  isToolGroup,
  nameOfGroup,
  TIME_PARTS,
} from '../../../app/analysis/stats/session-statistics.ts';
import { TIERS } from '../../../app/frame/tier.ts';
import { showInLog } from '../../state/log/filter-store.ts';
import { DurationStrip, TierBar, TimeSpark } from '../../ui/charts/charts.tsx';
import { TimeBins } from '../../ui/charts/time-bins.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { byteSize, counted } from '../../ui/format/counted.ts';
import { formatDuration } from '../../ui/format/time-text.ts';
import { groupTerms } from './group-terms.ts';
import { percentText, type ShownGroup } from './shown-groups.ts';
import styles from './statistics.module.css';
import { TierChips } from './tier-chips.tsx';

type Props = {
  readonly shown: ShownGroup;
  /** The most bytes of results that a group on the page has. */
  readonly mostBytes: number;
};

/** The calls of one tool or method: how they ended, when, how long they took, and what they brought. */
export const GroupRow = memo(function GroupRow({ shown, mostBytes }: Props) {
  const { session, group } = shown;
  const name = nameOfGroup(group);
  const terms = groupTerms(group, session);
  const { calls, open, tiers, duration, size, retries, helped } = group;
  const failed = failuresOf(group);
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <Button
          look="bare"
          className={styles.link}
          title="Show these calls in the log"
          onClick={() => showInLog(terms)}
        >
          {name}
        </Button>
        <span className={styles.under}>
          {counted(calls, 'call')}
          {open > 0 && `, ${open.toLocaleString('en')} open`}
          {session !== '' && ` · ${session}`}
        </span>
      </th>
      <td className={styles.ended}>
        <TierBar
          tiers={tiers}
          open={open}
          width={128}
          label={`${name}: ${tiers.ok.toLocaleString('en')} of ${counted(calls, 'call')} ok`}
        />
        {failed > 0 && (
          <span className={styles.chips}>
            <span className={styles.share}>{percentText(failed, calls - open)}</span>
            <TierChips
              tiers={tiers}
              calls={calls}
              of={name}
              onTier={(tier) => showInLog([...terms, `tier:${tier}`])}
            />
          </span>
        )}
      </td>
      <td className={styles.time}>
        <OverTime shown={shown} name={name} terms={terms} />
      </td>
      <td className={styles.duration}>
        {duration.count > 0 && (
          <>
            <DurationStrip steps={group.durations} percentiles={duration} width={158} height={20} />
            <span className={styles.numbers}>
              <span title="half of the calls took no longer">{formatDuration(duration.p50)}</span>
              <Button
                look="bare"
                className={styles.link}
                title="95 % of the calls took no longer: show those that took as long or longer"
                aria-label={`${name}: p95 ${formatDuration(duration.p95)}, show calls that took as long or longer`}
                onClick={() => showInLog([...terms, `dur:>=${duration.p95}ms`])}
              >
                {formatDuration(duration.p95)}
              </Button>
              <span title="99 % of the calls took no longer">{formatDuration(duration.p99)}</span>
            </span>
          </>
        )}
      </td>
      <td className={styles.bytes}>
        {size.count > 0 && (
          <span className={styles.measure}>
            {byteSize(size.total)}
            <span className={styles.under} title="half of the results are no larger">
              p50 {byteSize(size.p50)}
            </span>
            <span className={styles.weight} style={{ width: `${(size.total / mostBytes) * 100}%` }} />
          </span>
        )}
      </td>
      <td className={styles.retries}>
        {retries > 0 && (
          <span className={styles.measure} title="calls that came after the one before them had failed">
            {retries.toLocaleString('en')}
            <span className={styles.under}>{helped.toLocaleString('en')} helped</span>
          </span>
        )}
        {retries === 0 && isToolGroup(group) && failed > 0 && <span className={styles.under}>none</span>}
      </td>
    </tr>
  );
});

type OverTimeProps = { readonly shown: ShownGroup; readonly name: string; readonly terms: readonly string[] };

/** When the calls began; a part of the time leads to its calls. */
function OverTime({ shown: { group, time }, name, terms }: OverTimeProps) {
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
