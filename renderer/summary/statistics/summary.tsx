import { isToolGroup } from '../../../app/analysis/stats/session-statistics.ts';
import { TIERS, type Tier } from '../../../app/frame/tier.ts';
import { showInLog } from '../../state/log/filter-store.ts';
import { TierBar } from '../../ui/charts/charts.tsx';
import { byteSize, counted, formatDuration } from '../../ui/format/quantity-text.ts';
import { kit } from '../../ui/kit.tsx';
import type { SessionRead } from './shown-groups.ts';
import styles from './statistics.module.css';
import { TierChips } from './tier-chips.tsx';

/** All calls of tools at a glance: how they ended, how long they took, what the model pays for their results. */
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

/** One sentence about what the page leaves out; empty if that is nothing. */
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

/** True if any tool was called. */
export function hasToolCalls(sessions: readonly SessionRead[]): boolean {
  return sessions.some(({ statistics }) => statistics.run.statistics.groups.some(isToolGroup));
}
