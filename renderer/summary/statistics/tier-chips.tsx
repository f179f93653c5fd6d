import type { GroupStatistics } from '../../../app/analysis/stats/session-statistics.ts';
import { ERROR_TIERS, type ErrorTier } from '../../../app/frame/tier.ts';
import { Button, kit, TierMark } from '../../ui/kit.tsx';
import { percentText } from './shown-groups.ts';

type Props = {
  readonly tiers: GroupStatistics['tiers'];
  readonly calls: number;
  /** What the calls are of, for the names of the buttons. */
  readonly of: string;
  readonly onTier: (tier: ErrorTier) => void;
};

/** The tiers at which calls failed, each with its mark and its count; a click shows those calls. */
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
