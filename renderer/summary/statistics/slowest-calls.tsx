import { nameOfGroup } from '../../../app/analysis/stats/session-statistics.ts';
import { showRow } from '../../state/session/show-row.ts';
import { placeOfDuration } from '../../ui/charts/charts.tsx';
import { TierMark } from '../../ui/controls/tier-mark.tsx';
import { formatDuration } from '../../ui/format/time-text.ts';
import { Button, Card, kit } from '../../ui/kit.tsx';
import type { SessionRead } from './shown-groups.ts';
import styles from './statistics.module.css';

const MOST = 10;

/** The calls that took longest, each the way to its row. */
export function SlowestCalls({ sessions }: { readonly sessions: readonly SessionRead[] }) {
  const slowest = sessions
    .flatMap(({ tab, label, statistics }) =>
      statistics.run.statistics.slowest.map((call) => ({ tab, label, call })),
    )
    .sort((a, b) => b.call.durationMs - a.call.durationMs)
    .slice(0, MOST);
  if (slowest.length === 0) return null;
  return (
    <Card title="Slowest calls">
      <ol>
        {slowest.map(({ tab, label, call }) => (
          <li key={`${tab} ${call.seq}`}>
            <Button
              look="bare"
              className={`${kit.option} ${styles.slow}`}
              onClick={() => showRow(tab, call.seq)}
            >
              <span className={styles.slowBar}>
                <span style={{ width: `${placeOfDuration(call.durationMs) * 100}%` }} data-tier={call.tier} />
              </span>
              <span className={kit.mono}>{formatDuration(call.durationMs)}</span>
              <TierMark tier={call.tier} size={10} named />
              <span className={`${kit.truncate} ${kit.mono}`}>{nameOfGroup(call)}</span>
              <span className={kit.note}>
                {sessions.length > 1 && `${label} `}#{call.seq}
              </span>
            </Button>
          </li>
        ))}
      </ol>
    </Card>
  );
}
