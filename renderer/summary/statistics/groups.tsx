import {
  failuresOf,
  type GroupStatistics,
  isToolGroup,
  nameOfGroup,
} from '../../../app/analysis/stats/session-statistics.ts';
import type { TableGroup } from '../../../app/analysis/stats/statistics-table.ts';
import { textOrder } from '../../../app/base/text-order.ts';
import type { Statistics, ToolFit } from '../../../app/contract/stats-commands.ts';
import { ERROR_TIERS, type ErrorTier } from '../../../app/frame/tier.ts';
import type { FilterSpan } from '../../state/log/filter-store.ts';
import { startOf } from '../../state/log/front-view.ts';
import { Button, kit, TierMark } from '../../ui/kit.tsx';

/** A row of the page: the calls of one tool or method in one session. */
export type ShownGroup = Omit<TableGroup, 'fit'> & {
  readonly fit?: ToolFit;
  readonly tab: string;
  readonly time: FilterSpan;
};

export type SortKey = 'failed' | 'name' | 'calls' | 'p95' | 'bytes' | 'retries';

export type SessionRead = { readonly tab: string; readonly label: string; readonly statistics: Statistics };

/** Every group of the sessions; with its session's label if there are several. */
export function groupsOf(sessions: readonly SessionRead[]): ShownGroup[] {
  const isOne = sessions.length === 1;
  return sessions.flatMap(({ tab, label, statistics: { run, fits } }) => {
    const { groups, span } = run.statistics;
    const start = startOf(run);
    const time = { from: start + span.from, to: start + span.to };
    const fitOf = new Map(fits.map((fit) => [fit.tool, fit]));
    return groups.map((group) => {
      const fit = isToolGroup(group) ? fitOf.get(group.target) : undefined;
      return { tab, session: isOne ? '' : label, group, time, ...(fit === undefined ? {} : { fit }) };
    });
  });
}

/** The groups whose name contains the word, sorted by the column; tools before other methods. */
export function arranged(groups: readonly ShownGroup[], word: string, by: SortKey): ShownGroup[] {
  const lower = word.trim().toLowerCase();
  return groups
    .filter(({ group }) => nameOfGroup(group).toLowerCase().includes(lower))
    .sort(
      (left, right) =>
        Number(isToolGroup(right.group)) - Number(isToolGroup(left.group)) ||
        order(left.group, right.group, by),
    );
}

function order(left: GroupStatistics, right: GroupStatistics, by: SortKey): number {
  if (by === 'name') return textOrder(nameOfGroup(left), nameOfGroup(right));
  return measure(right, by) - measure(left, by) || right.calls - left.calls;
}

function measure(group: GroupStatistics, by: Exclude<SortKey, 'name'>): number {
  switch (by) {
    case 'failed':
      return failuresOf(group);
    case 'calls':
      return group.calls;
    case 'p95':
      return group.duration.p95;
    case 'bytes':
      return group.size.total;
    case 'retries':
      return group.retries;
  }
}

/** A readable percentage: `0 %`, `<1 %`, `12 %`; 100 % only for all. */
export function percentText(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0 %';
  const percent = (part / whole) * 100;
  if (percent < 1) return '<1 %';
  if (part < whole && percent > 99) return '>99 %';
  return `${Math.round(percent)} %`;
}

type Props = {
  readonly tiers: GroupStatistics['tiers'];
  readonly calls: number;
  /** The subject of the calls, for the buttons' names. */
  readonly of: string;
  readonly onTier: (tier: ErrorTier) => void;
};

/** The tiers at which calls failed, each with its mark and count; a click shows those calls. */
export function TierChips({ tiers, calls, of, onTier }: Props) {
  return ERROR_TIERS.filter((tier) => tiers[tier] > 0).map((tier) => (
    <Button
      key={tier}
      look="bare"
      className={`${kit.tag} ${kit.inline} ${kit.strong}`}
      data-tier={tier}
      title={`${percentText(tiers[tier], calls)} of the calls: show them in the log`}
      aria-label={`${of}: ${tiers[tier].toLocaleString('en')} ${tier}, ${percentText(tiers[tier], calls)} of the calls`}
      onClick={() => onTier(tier)}
    >
      <TierMark tier={tier} size={10} />
      {tiers[tier].toLocaleString('en')}
    </Button>
  ));
}
