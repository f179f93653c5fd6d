import { useMemo, useState } from 'react';
import { statisticsCsv, statisticsMarkdown } from '../../../app/analysis/stats/statistics-table.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { useSessionNames } from '../../state/log/front-view.ts';
import { type StatisticsBySession, useStatistics } from '../../state/runs/statistics-store.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { kit } from '../../ui/kit.tsx';
import { SearchField } from '../../ui/list/list-view.tsx';
import { DeclaredReasons } from './declared-reasons.tsx';
import { EarlierRunsCard } from './earlier-runs-card.tsx';
import { GroupTable } from './group-table.tsx';
import { arranged, groupsOf, type SessionRead, type SortKey } from './shown-groups.ts';
import { ReadingFault, ReadingLog, SessionChooser, useShownSessions } from './shown-sessions.tsx';
import { SlowestCalls } from './slowest-calls.tsx';
import styles from './statistics.module.css';
import { hasToolCalls, notCountedText, Summary } from './summary.tsx';

type Props = {
  /** The session in front; without one, all sessions of the merged log. */
  readonly info?: SessionInfo | undefined;
};

/** How the calls of a session went, or those of all sessions, as a page of small charts. */
export function StatisticsView({ info }: Props) {
  const infos = useShownSessions(info);
  const [chosen, choose] = useState('');
  const shown = infos.filter(({ session }) => chosen === '' || session === chosen);
  const taking = shown.length === 0 ? infos : shown;
  const read = useStatistics(taking.map(({ session }) => session));
  return (
    <div className={`${kit.stack} ${kit.scroll} ${kit.sunk} ${styles.page}`}>
      <h2 className={kit.visuallyHidden}>Statistics</h2>
      <SessionChooser label="Sessions" infos={infos} chosen={chosen} onChoose={choose} withAll />
      {read === undefined ? <ReadingLog /> : <Page infos={taking} read={read} />}
    </div>
  );
}

function Page({
  infos,
  read,
}: {
  readonly infos: readonly SessionInfo[];
  readonly read: StatisticsBySession;
}) {
  const names = useSessionNames();
  const sessions = useMemo(() => sessionsOf(infos, read, names), [infos, read, names]);
  const [word, setWord] = useState('');
  const [sort, setSort] = useState<SortKey>('failed');
  const all = useMemo(() => groupsOf(sessions), [sessions]);
  const groups = useMemo(() => arranged(all, word, sort), [all, word, sort]);
  const faults = [...read.values()].flatMap((one) => (one.ok ? [] : [one.error]));
  const left = notCountedText(sessions);
  const [only] = sessions.length === 1 ? sessions : [];
  return (
    <>
      {faults.map((fault) => (
        <ReadingFault key={fault} text={fault} />
      ))}
      {all.length === 0 ? (
        <p className={kit.note}>Nothing was called yet. Each call shows here as soon as it is sent.</p>
      ) : (
        <>
          {hasToolCalls(sessions) && <Summary sessions={sessions} />}
          <div className={kit.row}>
            <SearchField
              className={kit.grow}
              aria-label="Find a tool or method"
              placeholder="Find a tool or method"
              value={word}
              onText={setWord}
            />
            <CopyButton
              label="Copy as table"
              text={() => statisticsMarkdown(groups)}
              done="Copied the statistics"
            />
            <CopyButton label="Copy as CSV" text={() => statisticsCsv(groups)} done="Copied the statistics" />
          </div>
          {groups.length === 0 && <p className={kit.note}>No name holds “{word}”.</p>}
          {groups.length > 0 && <GroupTable key={word} groups={groups} sort={sort} onSort={setSort} />}
          <div className={styles.cards}>
            <SlowestCalls sessions={sessions} />
            <DeclaredReasons sessions={sessions} />
          </div>
        </>
      )}
      {only !== undefined && <EarlierRunsCard session={only.tab} now={only.statistics.run} />}
      {left !== '' && <p className={kit.note}>{left}</p>}
    </>
  );
}

function sessionsOf(
  infos: readonly SessionInfo[],
  read: StatisticsBySession,
  names: ReturnType<typeof useSessionNames>,
): SessionRead[] {
  return infos.flatMap(({ session, label }) => {
    const one = read.get(session);
    if (one?.ok !== true) return [];
    return [{ tab: session, label: names.get(session)?.label ?? label, statistics: one.value }];
  });
}
