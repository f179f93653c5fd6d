import type { UseCount } from '../../state/server/offer-activity.ts';
import { chooseOn } from '../../state/server/rail-store.ts';
import { labTool, type ToolGroup } from '../../state/server/tool-groups.ts';
import { TierMark } from '../../ui/controls/tier-mark.tsx';
import { OfferList } from '../lists/offer-list.tsx';
import styles from './rail.module.css';

type Props = {
  readonly session: string;
  readonly groups: readonly ToolGroup[];
  readonly counts: ReadonlyMap<string, UseCount>;
  readonly chosen: string | undefined;
};

/** The tools in their groups, each with its calls and their failures by tier. */
export function ToolList({ session, groups, counts, chosen }: Props) {
  return groups.map((group) => {
    const label = group.tier === undefined ? 'All tools' : `Tools of the ${group.tier} tier`;
    return (
      <section key={group.tier ?? 'all'} aria-label={label}>
        {group.tier !== undefined && (
          <h3 className={styles.group} data-tier={group.tier}>
            <TierMark tier={group.tier} size={11} />
            {group.tier}
            <span>{group.tools.length}</span>
          </h3>
        )}
        <OfferList
          label={label}
          items={group.tools.map((tool) => ({
            id: tool.name,
            label: tool.name,
            title: tool.description ?? labTool(tool.name)?.title,
          }))}
          uses={counts}
          chosen={chosen}
          onChoose={(name) => chooseOn('tools', session, name)}
        />
      </section>
    );
  });
}
