import { useEffect, useMemo, useRef, useState } from 'react';
import { isToolGroup, nameOfGroup } from '../../../app/analysis/stats/session-statistics.ts';
import { statisticsCsv, statisticsMarkdown } from '../../../app/analysis/stats/statistics-table.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { ToolReasons } from '../../../app/contract/stats-commands.ts';
import { TIERS, type Tier } from '../../../app/frame/tier.ts';
import type { Lens } from '../../../app/hosts/lens/lens.ts';
import { showInLog } from '../../state/log/filter-store.ts';
import { useSessionNames } from '../../state/log/front-view.ts';
import { type StatisticsBySession, useStatistics } from '../../state/runs/statistics-store.ts';
import { showRow } from '../../state/session/session-commands.ts';
import { useHostLenses } from '../../state/session/use-host-lens.ts';
import { TierBar } from '../../ui/charts/charts.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Fault } from '../../ui/controls/fields.tsx';
import { drawnText } from '../../ui/format/drawn-text.tsx';
import { byteSize, counted, formatDuration } from '../../ui/format/quantity-text.ts';
import { Button, Card, kit, TierMark } from '../../ui/kit.tsx';
import { SearchField } from '../../ui/list/list-view.tsx';
import { GroupTable } from './group-table.tsx';
import { arranged, groupsOf, type SessionRead, type SortKey, TierChips } from './groups.tsx';
import { EarlierRunsCard } from './health-tables.tsx';
import { ReadingLog, SessionChooser, useShownSessions } from './shown-sessions.tsx';
import styles from './statistics.module.css';

type Props = {
  /** The active session; undefined for all sessions of the merged log. */
  readonly info?: SessionInfo | undefined;
};

/** How the calls of one or all sessions went, as a page of small charts. */
export function StatisticsView({ info }: Props) {
  const infos = useShownSessions(info);
  const [chosen, choose] = useState('');
  const shown = infos.filter(({ session }) => chosen === '' || session === chosen);
  const taking = shown.length === 0 ? infos : shown;
  const sessions = taking.map(({ session }) => session);
  const lenses = useHostLenses(taking);
  const read = useStatistics(sessions, lenses);
  return (
    <div className={`${kit.stack} ${kit.scroll} ${kit.sunk} ${styles.page}`}>
      <h2 className={kit.visuallyHidden}>Statistics</h2>
      <SessionChooser label="Sessions" infos={infos} chosen={chosen} onChoose={choose} withAll />
      {read === undefined ? <ReadingLog /> : <Page infos={taking} read={read} lenses={lenses} />}
    </div>
  );
}

type PageProps = {
  readonly infos: readonly SessionInfo[];
  readonly read: StatisticsBySession;
  readonly lenses: ReadonlyMap<string, Lens>;
};

function Page({ infos, read, lenses }: PageProps) {
  const names = useSessionNames();
  const sessions = useMemo(() => sessionsOf(infos, read, names), [infos, read, names]);
  const [word, setWord] = useState('');
  const [sort, setSort] = useState<SortKey>('failed');
  const all = useMemo(() => groupsOf(sessions), [sessions]);
  const groups = useMemo(() => arranged(all, word, sort), [all, word, sort]);
  const faults = [...read.values()].flatMap((one) => (one.ok ? [] : [one.error]));
  const left = notCountedText(sessions);
  const [only] = sessions.length === 1 ? sessions : [];
  const lens = only && lenses.get(only.tab);
  const host = lens?.table.hosts.find(({ id }) => id === lens.host?.host)?.name;
  return (
    <>
      {faults.map((fault) => (
        <Fault key={fault} text={fault} />
      ))}
      {all.length === 0 ? (
        faults.length === 0 && (
          <p className={kit.note}>No call to show. Each call is counted here, with its time and outcome.</p>
        )
      ) : (
        <>
          {sessions.some(({ statistics }) => statistics.run.statistics.groups.some(isToolGroup)) && (
            <Summary sessions={sessions} />
          )}
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
          {groups.length > 0 && (
            <GroupTable key={word} groups={groups} host={host} sort={sort} onSort={setSort} />
          )}
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

const MOST = 10;

export function SlowestCalls({ sessions }: { readonly sessions: readonly SessionRead[] }) {
  const slowest = sessions
    .flatMap(({ tab, label, statistics }) =>
      statistics.run.statistics.slowest.map((call) => ({ tab, label, call })),
    )
    .sort((a, b) => b.call.durationMs - a.call.durationMs)
    .slice(0, MOST);
  const longest = Math.max(slowest[0]?.call.durationMs ?? 0, 1);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // A user who came by a key has the focus nowhere inside yet: Enter shows the slowest call.
    if (document.activeElement?.contains(list.current)) list.current?.querySelector('button')?.focus();
  }, []);
  if (slowest.length === 0) return null;
  return (
    <Card title="Slowest calls">
      <ol ref={list} aria-label="Slowest calls">
        {slowest.map(({ tab, label, call }) => (
          <li key={`${tab} ${call.seq}`}>
            <Button
              look="bare"
              className={`${kit.option} ${styles.slow}`}
              title={call.text}
              onClick={() => showRow(tab, call.seq)}
            >
              <span className={styles.slowBar}>
                <span style={{ width: `${(100 * call.durationMs) / longest}%` }} data-tier={call.tier} />
              </span>
              <span className={kit.mono}>{formatDuration(call.durationMs)}</span>
              <TierMark tier={call.tier} size={10} named />
              <span className={`${kit.truncate} ${kit.mono}`}>
                {drawnText(nameOfGroup(call))} <span className={kit.mute}>{drawnText(call.text)}</span>
              </span>
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

const MAX_TOOLS = 50;

/** The failure reasons that tools declare, seen and never seen; nothing if no tool declares any. */
export function DeclaredReasons({ sessions }: { readonly sessions: readonly SessionRead[] }) {
  const tools = sessions.flatMap(({ tab, statistics }) =>
    statistics.reasons.map((reasons) => ({ tab, reasons })),
  );
  if (tools.length === 0) return null;
  const seen = tools.flatMap(({ reasons }) => reasons.declared).filter((one) => one.seen > 0).length;
  const all = tools.flatMap(({ reasons }) => reasons.declared).length;
  const shown = [...tools].sort((a, b) => b.reasons.failures - a.reasons.failures).slice(0, MAX_TOOLS);
  return (
    <Card title="Declared failure reasons" aside={`${seen} of ${all} were ever seen`}>
      <dl className={kit.stack}>
        {shown.map(({ tab, reasons }) => (
          <div key={`${tab} ${reasons.tool}`}>
            <dt className={`${kit.mono} ${kit.strong}`}>
              {reasons.tool} <span className={kit.note}>{counted(reasons.failures, 'failure')} read</span>
            </dt>
            <dd>
              <Reasons reasons={reasons} />
            </dd>
          </div>
        ))}
      </dl>
      {tools.length > MAX_TOOLS && (
        <p className={kit.note}>{tools.length - MAX_TOOLS} more tools declare reasons.</p>
      )}
    </Card>
  );
}

function Reasons({ reasons }: { readonly reasons: ToolReasons }) {
  return (
    <ul className={kit.wrap}>
      {reasons.declared.map(({ reason, when, seen }) => (
        <li key={reason} className={kit.tag} title={when} data-tone={seen > 0 ? 'warning' : 'none'}>
          {reason} <span>{seen === 0 ? 'never seen' : `×${seen.toLocaleString('en')}`}</span>
        </li>
      ))}
      {reasons.undeclared.map(({ reason, seen }) => (
        <li key={reason} className={kit.tag} data-tone="error" title="The tool does not declare this reason.">
          {reason} <span>×{seen.toLocaleString('en')}, not declared</span>
        </li>
      ))}
    </ul>
  );
}

/** All tool calls at a glance: how they ended, how long they took, and what their results cost the model. */
export function Summary({ sessions }: { readonly sessions: readonly SessionRead[] }) {
  const all = sessions.map(({ statistics }) => statistics.run.statistics.all);
  const sum = (of: (one: (typeof all)[number]) => number): number => all.reduce((so, one) => so + of(one), 0);
  const tiers = Object.fromEntries(TIERS.map((tier) => [tier, sum((one) => one.tiers[tier])])) as Record<
    Tier,
    number
  >;
  const calls = sum((one) => one.calls);
  const [only] = all.length === 1 ? all : [];
  const [retries, helped] = [sum((one) => one.retries), sum((one) => one.helped)];
  const repeats = sum((one) => one.repeats);
  return (
    <section className={`${kit.card} ${kit.wrap} ${kit.spread}`} aria-label="All tool calls">
      <div className={kit.wrap}>
        <span className={styles.big}>
          {counted(calls, 'tool call')}
          <span className={kit.note}>{tiers.ok.toLocaleString('en')} ok</span>
        </span>
        <TierBar
          tiers={tiers}
          open={sum((one) => one.open)}
          width={220}
          height={14}
          label={`${tiers.ok} of ${counted(calls, 'tool call')} ok`}
        />
        <span className={`${kit.wrap} ${kit.gap2}`}>
          <TierChips
            tiers={tiers}
            calls={calls}
            of="All tools"
            onTier={(tier) => showInLog(['method:tools/call', `tier:${tier}`])}
          />
        </span>
      </div>
      <dl className={`${kit.wrap} ${styles.facts}`}>
        {only !== undefined && only.duration.count > 0 && (
          <>
            <Fact name="p50" text={formatDuration(only.duration.p50)} />
            <Fact name="p95" text={formatDuration(only.duration.p95)} />
            <Fact name="p99" text={formatDuration(only.duration.p99)} />
          </>
        )}
        <Fact
          name="results"
          text={byteSize(sum((one) => one.size.total))}
          why="Bytes of all results as they were on the wire: what a host passes on, and the model’s context pays for, is made of these."
        />
        {retries > 0 && (
          <Fact
            name="retries"
            text={`${helped.toLocaleString('en')} of ${retries.toLocaleString('en')} helped`}
            why="Calls that came after the call before them to the same tool had failed, and how many of those ended ok."
          />
        )}
        {repeats > 0 && (
          <Fact
            name="same arguments"
            text={`${sum((one) => one.repeatsHelped).toLocaleString('en')} of ${repeats.toLocaleString('en')} helped`}
            why="Retries that repeated the failed call with the same arguments, and how many of those ended ok."
          />
        )}
      </dl>
    </section>
  );
}

function Fact({ name, text, why }: { readonly name: string; readonly text: string; readonly why?: string }) {
  return (
    <div title={why}>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}

/** The omissions of the page, in one sentence; empty for none. */
export function notCountedText(sessions: readonly SessionRead[]): string {
  const all = sessions.map(({ statistics }) => statistics.run.statistics.notCounted);
  const batches = all.reduce((sum, one) => sum + one.batches, 0);
  const userCaused = all.reduce((sum, one) => sum + one.userCaused, 0);
  const parts = [
    userCaused > 0 ? `${counted(userCaused, 'call')} that raw messages or changed answers made` : '',
    batches > 0 ? `${counted(batches, 'batch', 'batches')}, whose calls share a row` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `Not counted: ${parts.join('; ')}.`;
}
