import { create } from 'zustand';
import { groupedBy } from '../../../app/base/grouped-by.ts';
import type { JsonObject } from '../../../app/base/json-value.ts';
import { textOrder } from '../../../app/base/text-order.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { ERROR_TIERS, TIERS, type Tier } from '../../../app/frame/tier.ts';
import type { Listed, UseCount } from '../../../app/session/server-activity.ts';
import { readRemembered, remember } from '../screen/stored-entries.ts';
import { type CallDraft, writtenArguments } from './call-draft.ts';
import { isLabSession, type ListedTool, labTool } from './listed.ts';

export type ToolGroup = {
  /** The text of the heading; empty if none is needed. */
  readonly heading: string;
  /** The tier of the error lab's tools under this heading; undefined for other headings. */
  readonly tier: Tier | undefined;
  readonly tools: readonly ListedTool[];
};

export const TOOL_ORDERS = ['declared', 'name', 'errors'] as const;
export type ToolOrder = (typeof TOOL_ORDERS)[number];

/** Shorter lists need no headings. */
const GROUPED_FROM = 30;
const MIN_IN_GROUP = 3;

/** The sorted tools of a session, with headings for the error lab or for many names. */
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

function tierGroups(info: Pick<SessionInfo, 'server'>, tools: readonly ListedTool[]): ToolGroup[] {
  const tierOf = ({ name }: ListedTool) => labTool(info, name)?.tier;
  return [undefined, ...TIERS]
    .map((tier) => ({ heading: tier ?? '', tier, tools: tools.filter((tool) => tierOf(tool) === tier) }))
    .filter((group) => group.tools.length > 0);
}

/** Groups many tools by the first differing part of their names, in the order of the tools. */
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

function sharedParts(names: readonly (readonly string[])[]): number {
  const [first = []] = names;
  const differs = first.findIndex((part, at) => names.some((parts) => parts[at] !== part));
  return differs < 0 ? 0 : differs;
}

export type SidebarTab = 'tools' | 'resources' | 'prompts' | 'tasks' | 'request';

/** The key of the input about one item of a page, of its call and of its failure. Created by `draftKey`. */
export type DraftKey = `${string} ${SidebarTab} ${string}`;

type PageKey = `${string} ${SidebarTab | Listed}`;

export type SidebarState = {
  readonly tabs: { readonly [session: string]: SidebarTab };
  readonly chosen: { readonly [page: PageKey]: string };
  /** Changes to the first draft of a tool or prompt. */
  readonly drafts: { readonly [key: DraftKey]: Partial<CallDraft> };
  readonly calling: { readonly [key: DraftKey]: true };
  readonly failures: { readonly [key: DraftKey]: string };
  readonly listing: { readonly [list: PageKey]: true };
  readonly listFailures: { readonly [list: PageKey]: string };
  /** The server's changes to a list; removed once read. */
  readonly news: { readonly [list: PageKey]: string };
  readonly queries: { readonly [page: PageKey]: string };
  readonly toolOrder: ToolOrder;
};

const TOOL_ORDER = 'tool-order';

export const useSidebar = create<SidebarState>(() => ({
  tabs: {},
  chosen: {},
  drafts: {},
  calling: {},
  failures: {},
  listing: {},
  listFailures: {},
  news: {},
  queries: {},
  toolOrder: TOOL_ORDERS.find((order) => order === readRemembered(TOOL_ORDER)) ?? 'declared',
}));

export function draftKey(session: string, tab: SidebarTab, name: string): DraftKey {
  return `${session} ${tab} ${name}`;
}

export function pageKey(session: string, page: SidebarTab | Listed): PageKey {
  return `${session} ${page}`;
}

export function showTab(session: string, tab: SidebarTab): void {
  useSidebar.setState(({ tabs }) => ({ tabs: { ...tabs, [session]: tab } }));
}

export function chooseOn(tab: SidebarTab, session: string, name: string): void {
  useSidebar.setState(({ chosen }) => ({ chosen: { ...chosen, [pageKey(session, tab)]: name } }));
  showTab(session, tab);
}

/** Fills in a form; its caret starts at the argument `at`, else at the first empty one. */
export function loadArguments(key: DraftKey, args: JsonObject, at = ''): void {
  useSidebar.setState(({ drafts }) => ({
    drafts: { ...drafts, [key]: { ...drafts[key], ...writtenArguments(args), at } },
  }));
}

export function setDraft(key: DraftKey, draft: Partial<CallDraft>): void {
  useSidebar.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: draft } }));
}

export function setCalling(key: DraftKey, busy: boolean): void {
  useSidebar.setState(({ calling }) => ({ calling: flagged(calling, key, busy) }));
}

export function setFailure(key: DraftKey, sentence: string): void {
  useSidebar.setState(({ failures }) => ({ failures: { ...failures, [key]: sentence } }));
}

export function setListing(session: string, what: Listed, busy: boolean): void {
  useSidebar.setState(({ listing }) => ({ listing: flagged(listing, pageKey(session, what), busy) }));
}

export function setListFailure(session: string, what: Listed, sentence: string): void {
  useSidebar.setState(({ listFailures }) => ({
    listFailures: { ...listFailures, [pageKey(session, what)]: sentence },
  }));
}

/** Sets the news about a list that the server changed; empty removes it. */
export function setNews(session: string, what: Listed, sentence: string): void {
  useSidebar.setState(({ news }) => ({ news: { ...news, [pageKey(session, what)]: sentence } }));
}

export function setQuery(session: string, tab: SidebarTab, query: string): void {
  useSidebar.setState(({ queries }) => ({ queries: { ...queries, [pageKey(session, tab)]: query } }));
}

/** Sorts the tools, now and for later starts. */
export function setToolOrder(toolOrder: ToolOrder): void {
  useSidebar.setState({ toolOrder });
  remember(TOOL_ORDER, toolOrder);
}

type Flags = { readonly [key: string]: true };

function flagged(flags: Flags, key: string, on: boolean): Flags {
  const { [key]: _before, ...others } = flags;
  return on ? { ...others, [key]: true } : others;
}
