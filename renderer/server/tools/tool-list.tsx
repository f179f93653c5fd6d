import { useMemo } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { toolHints } from '../../../app/protocol/tool-hints.ts';
import { type ListedTool, labTool } from '../../state/server/listed-tool.ts';
import type { UseCount } from '../../state/server/server-activity.ts';
import { setToolOrder, useSidebar } from '../../state/server/sidebar-store.ts';
import { TOOL_ORDERS, type ToolGroup, type ToolOrder, toolGroups } from '../../state/server/tool-groups.ts';
import { TierMark } from '../../ui/controls/tier-mark.tsx';
import { searchTerms } from '../../ui/format/search-terms.ts';
import { ItemMenu, targetFilter } from '../lists/item-menu.tsx';
import { secondLine } from '../lists/matching.ts';
import { openForm } from '../lists/open-form.ts';
import styles from '../lists/server-list.module.css';
import { ServerList, type ServerListItem } from '../lists/server-list.tsx';

type Props = {
  readonly info: SessionInfo;
  readonly tools: readonly ListedTool[];
  /** The search; empty for none. */
  readonly query: string;
  readonly uses: ReadonlyMap<string, UseCount>;
  readonly chosen: string | undefined;
};

/** The tools in their order and groups, each with its hints, its calls and their failures by tier. */
export function ToolList({ info, tools, query, uses, chosen }: Props) {
  const { server, session } = info;
  const order = useSidebar((sidebar) => sidebar.toolOrder);
  // Only this order follows the calls: the uses are one map that grows, and this says when.
  const calls = order === 'errors' ? failuresText(uses) : '';
  const terms = useMemo(() => searchTerms(query), [query]);
  const groups = useMemo(
    () =>
      toolGroups({ server }, tools, order, uses).map((group) => ({
        ...group,
        items: group.tools.map((tool) => itemOf(server, tool, terms)),
      })),
    [server, tools, order, calls, terms],
  );
  return groups.map(({ heading, tier, items }) => {
    const label = groupLabel({ heading, tier });
    return (
      <section key={heading} aria-label={label}>
        {heading !== '' && (
          <h3 className={styles.group} data-tier={tier}>
            {tier !== undefined && <TierMark tier={tier} size={11} />}
            {heading}
            <span>{items.length}</span>
          </h3>
        )}
        <ServerList
          session={session}
          label={label}
          items={items}
          uses={uses}
          chosen={chosen}
          terms={terms}
          onChoose={(name) => openForm('tools', session, name)}
          menu={(name) => <ToolMenu session={session} tool={tools.find((one) => one.name === name)} />}
        />
      </section>
    );
  });
}

type MenuProps = { readonly session: string; readonly tool: ListedTool | undefined };

function ToolMenu({ session, tool }: MenuProps) {
  if (tool === undefined) return null;
  const { name, description, inputSchema, outputSchema } = tool;
  const json = (value: unknown) => () => JSON.stringify(value, null, 2);
  return (
    <ItemMenu
      use="Call…"
      onUse={() => openForm('tools', session, name)}
      what="tool"
      filter={targetFilter('tools/call', name)}
      copies={[
        { label: 'Copy name', text: () => name },
        ...(description === undefined ? [] : [{ label: 'Copy description', text: () => description }]),
        { label: 'Copy input schema', text: json(inputSchema) },
        ...(outputSchema === undefined ? [] : [{ label: 'Copy output schema', text: json(outputSchema) }]),
      ]}
    />
  );
}

function groupLabel({ heading, tier }: Pick<ToolGroup, 'heading' | 'tier'>): string {
  if (heading === '') return 'All tools';
  return tier === undefined ? `Tools: ${heading}` : `Tools of the ${tier} tier`;
}

function itemOf(server: SessionInfo['server'], tool: ListedTool, terms: readonly string[]): ServerListItem {
  const { name, title, description } = tool;
  const isLab = labTool({ server }, name) !== undefined;
  return {
    id: name,
    label: name,
    title: [title, description].filter(Boolean).join('\n'),
    // The lab's names say what its titles say.
    second: secondLine(isLab ? { name, description } : tool, terms),
    hints: toolHints(tool.annotations),
  };
}

function failuresText(uses: ReadonlyMap<string, UseCount>): string {
  return [...uses.values()]
    .map(({ tool, protocol, client, transport }) => tool + protocol + client + transport)
    .join(' ');
}

const ORDERS: Readonly<Record<ToolOrder, string>> = {
  declared: 'as listed',
  name: 'by name',
  errors: 'by errors',
};

/** In which order the tools stand. */
export function OrderSelect() {
  const order = useSidebar((sidebar) => sidebar.toolOrder);
  return (
    <select
      className={styles.order}
      aria-label="Order of the tools"
      value={order}
      onChange={({ target }) => setToolOrder(TOOL_ORDERS.find((one) => one === target.value) ?? 'declared')}
    >
      {TOOL_ORDERS.map((one) => (
        <option key={one} value={one}>
          {ORDERS[one]}
        </option>
      ))}
    </select>
  );
}
