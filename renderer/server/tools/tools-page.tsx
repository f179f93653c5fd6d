import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { UseCount } from '../../state/server/offer-activity.ts';
import { chooseOn, placeOf, useRail } from '../../state/server/rail-store.ts';
import { type ListedTool, readTools } from '../../state/server/read-tools.ts';
import { labTool, type ToolGroup, toolGroups } from '../../state/server/tool-groups.ts';
import pageStyles from '../../ui/controls/page.module.css';
import { TierMark } from '../../ui/controls/tier-mark.tsx';
import { ListHead, ListSearch, SEARCH_FROM } from '../lists/list-head.tsx';
import { ListNotes } from '../lists/list-notes.tsx';
import { matching } from '../lists/matching.ts';
import { OfferList } from '../lists/offer-list.tsx';
import { useList } from '../lists/use-list.ts';
import { CallForm } from './call-form.tsx';
import styles from './rail.module.css';

/** The tools of a server, and the form that calls the chosen one. */
export function ToolsPage({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  const { state, activity } = useList(info, 'tools', readTools);
  const query = useRail((rail) => rail.queries.tools ?? '');
  const chosen = useRail((rail) => rail.chosen[placeOf(session, 'tools')]);
  const tools = state.kind === 'here' ? state.items : [];
  const searched = tools.length > SEARCH_FROM;
  const shown = searched ? matching(tools, query) : tools;
  const listed = state.kind === 'here' || state.kind === 'none';
  const tool = tools.find(({ name }) => name === chosen) ?? (listed ? unlisted(chosen) : undefined);
  const total = state.kind === 'here' ? tools.length : undefined;
  return (
    <>
      <ListHead info={info} what="tools" title="Tools" total={total} />
      {searched && <ListSearch tab="tools" words="tools" />}
      <div className={pageStyles.scroll}>
        <ListNotes info={info} what="tools" state={state} found={shown.length} />
        <ToolList
          session={session}
          groups={toolGroups(shown)}
          counts={activity.uses('tools/call')}
          chosen={chosen}
        />
      </div>
      {tool !== undefined && (
        <CallForm key={`${session} ${tool.name} ${tool.taskSupport}`} info={info} tool={tool} />
      )}
    </>
  );
}

/** A logged call may name a tool that the server does not list, or not any more: it can be sent all the same. */
function unlisted(name: string | undefined): ListedTool | undefined {
  if (name === undefined) return undefined;
  const description = 'The server does not list this tool.';
  return { name, description, inputSchema: ANYTHING, taskSupport: 'forbidden' };
}

const ANYTHING = { type: 'object' };

type Props = {
  readonly session: string;
  readonly groups: readonly ToolGroup[];
  readonly counts: ReadonlyMap<string, UseCount>;
  readonly chosen: string | undefined;
};

/** The tools in their groups, each with its calls and their failures by tier. */
function ToolList({ session, groups, counts, chosen }: Props) {
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
