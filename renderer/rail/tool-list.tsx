import { ERROR_TIERS } from '../../app/frame/tier.ts';
import { TierMark } from '../marks/tier-mark.tsx';
import styles from './rail.module.css';
import { chooseTool } from './rail-store.ts';
import type { ToolCount } from './tool-activity.ts';
import { labTool, type ToolGroup } from './tool-groups.ts';

type Props = {
  readonly session: string;
  readonly groups: readonly ToolGroup[];
  readonly counts: ReadonlyMap<string, ToolCount>;
  readonly chosen: string | undefined;
};

/** The tools as buttons, each with its calls and their failures by tier. */
export function ToolList({ session, groups, counts, chosen }: Props) {
  return groups.map((group) => (
    <section
      key={group.tier ?? 'all'}
      aria-label={group.tier === undefined ? 'All tools' : `Tools of the ${group.tier} tier`}
    >
      {group.tier !== undefined && (
        <h3 className={styles.group} data-tier={group.tier}>
          <TierMark tier={group.tier} size={11} />
          {group.tier}
          <span>{group.tools.length}</span>
        </h3>
      )}
      <ul>
        {group.tools.map((tool) => (
          <li key={tool.name}>
            <button
              type="button"
              className={styles.tool}
              aria-pressed={tool.name === chosen}
              title={tool.description ?? labTool(tool.name)?.title}
              onClick={() => chooseTool(session, tool.name)}
            >
              <span className={styles.name}>{tool.name}</span>
              <Count count={counts.get(tool.name)} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  ));
}

function Count({ count }: { readonly count: ToolCount | undefined }) {
  if (count === undefined) return null;
  return (
    <span className={styles.counts}>
      {ERROR_TIERS.filter((tier) => count[tier] > 0).map((tier) => (
        <span key={tier} className={styles.errors} data-tier={tier}>
          <TierMark tier={tier} size={11} named />
          {count[tier]}
        </span>
      ))}
      <span title={`${count.calls} calls`}>{count.calls}</span>
    </span>
  );
}
