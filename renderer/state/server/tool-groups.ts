import { groupedBy } from '../../../app/base/grouped-by.ts';
import { textOrder } from '../../../app/base/text-order.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { ERROR_TIERS, TIERS, type Tier } from '../../../app/frame/tier.ts';
import { isLabSession, type ListedTool, labTool } from './listed-tool.ts';
import type { UseCount } from './server-activity.ts';

/** Tools below one heading. */
export type ToolGroup = {
  /** What the heading says; empty if the tools need none. */
  readonly heading: string;
  /** The tier that the error lab's tools below it show; undefined for any other heading. */
  readonly tier: Tier | undefined;
  readonly tools: readonly ListedTool[];
};

/** In which order tools are listed. */
export const TOOL_ORDERS = ['declared', 'name', 'errors'] as const;
export type ToolOrder = (typeof TOOL_ORDERS)[number];

/** Fewer tools are read at a glance, without headings. */
const GROUPED_FROM = 30;
const MIN_IN_GROUP = 3;

/** The tools of a session in an order, below headings if the error lab or the many names ask for some. */
export function toolGroups(
  info: Pick<SessionInfo, 'server'>,
  tools: readonly ListedTool[],
  order: ToolOrder = 'declared',
  uses: ReadonlyMap<string, UseCount> = new Map(),
): ToolGroup[] {
  if (tools.length === 0) return [];
  switch (order) {
    case 'declared':
      return isLabSession(info) ? tierGroups(info, tools) : prefixGroups(tools);
    case 'name':
      return prefixGroups(tools.toSorted((left, right) => textOrder(left.name, right.name)));
    case 'errors':
      return [withoutHeading(tools.toSorted((left, right) => failures(uses, right) - failures(uses, left)))];
  }
}

function failures(uses: ReadonlyMap<string, UseCount>, { name }: ListedTool): number {
  const count = uses.get(name);
  return count === undefined ? 0 : ERROR_TIERS.reduce((sum, tier) => sum + count[tier], 0);
}

function withoutHeading(tools: readonly ListedTool[]): ToolGroup {
  return { heading: '', tier: undefined, tools };
}

/** The lab's tools by the tier that they show, after those that were added to them. */
function tierGroups(info: Pick<SessionInfo, 'server'>, tools: readonly ListedTool[]): ToolGroup[] {
  const tierOf = ({ name }: ListedTool) => labTool(info, name)?.tier;
  return [undefined, ...TIERS]
    .map((tier) => ({ heading: tier ?? '', tier, tools: tools.filter((tool) => tierOf(tool) === tier) }))
    .filter((group) => group.tools.length > 0);
}

/** Many tools by the first part of their names in which they differ; the order of the tools stays. */
function prefixGroups(tools: readonly ListedTool[]): ToolGroup[] {
  if (tools.length < GROUPED_FROM) return [withoutHeading(tools)];
  const names = tools.map(({ name }) => nameParts(name));
  const shared = sharedParts(names);
  const byPrefix = groupedBy([...tools.entries()], ([at]) => names[at]?.[shared] ?? '');
  const groups = [...byPrefix].filter(([, of]) => of.length >= MIN_IN_GROUP);
  const grouped = groups.reduce((sum, [, of]) => sum + of.length, 0);
  if (groups.length < 2 || grouped * 2 < tools.length) return [withoutHeading(tools)];
  const large = new Set(groups.map(([prefix]) => prefix));
  const others = tools.filter((_tool, at) => !large.has(names[at]?.[shared] ?? ''));
  return [
    ...groups.map(([heading, of]) => ({ heading, tier: undefined, tools: of.map(([, tool]) => tool) })),
    ...(others.length === 0 ? [] : [{ heading: 'others', tier: undefined, tools: others }]),
  ];
}

/** `read_text_file` and `readTextFile` have the same parts. */
function nameParts(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .split(/[_\-./:\s]+/)
    .filter((part) => part !== '');
}

/** How many parts all names begin with alike. */
function sharedParts(names: readonly (readonly string[])[]): number {
  const [first = []] = names;
  const differs = first.findIndex((part, at) => names.some((parts) => parts[at] !== part));
  return differs < 0 ? 0 : differs;
}
