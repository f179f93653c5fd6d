import { create } from 'zustand';
import type { JsonObject } from '../../../app/base/json-value.ts';
import { readRemembered, remember } from '../screen/kept-entries.ts';
import { type CallDraft, writtenArguments } from './call-draft.ts';
import type { Listed } from './listed.ts';
import { TOOL_ORDERS, type ToolOrder } from './tool-groups.ts';

/** The pages of the sidebar. */
export type SidebarTab = 'tools' | 'resources' | 'prompts' | 'tasks' | 'request';

/** The key of what is typed on a page about one thing, of its call and of its failure. Made by `draftKey`. */
export type DraftKey = `${string} ${SidebarTab} ${string}`;

/** The key of a session's page or list. Made by `pageKey`. */
type PageKey = `${string} ${SidebarTab | Listed}`;

export type SidebarState = {
  /** The page in front, by session. */
  readonly tabs: { readonly [session: string]: SidebarTab };
  /** What is chosen on each page. */
  readonly chosen: { readonly [page: PageKey]: string };
  /** What differs from a tool's or prompt's first draft. */
  readonly drafts: { readonly [key: DraftKey]: Partial<CallDraft> };
  /** What has a call on its way. */
  readonly calling: { readonly [key: DraftKey]: true };
  /** The seq of the last request that came of a form. */
  readonly sent: { readonly [key: DraftKey]: number };
  /** How the last call failed, in one sentence. */
  readonly failures: { readonly [key: DraftKey]: string };
  /** Lists that are being asked for. */
  readonly listing: { readonly [list: PageKey]: true };
  /** Why the last listing failed. */
  readonly listFailures: { readonly [list: PageKey]: string };
  /** What the server changed in a list by itself; gone once it was read. */
  readonly news: { readonly [list: PageKey]: string };
  /** What is searched for on each page. */
  readonly queries: { readonly [page: PageKey]: string };
  readonly toolOrder: ToolOrder;
};

const TOOL_ORDER = 'tool-order';

export const useSidebar = create<SidebarState>(() => ({
  tabs: {},
  chosen: {},
  drafts: {},
  calling: {},
  sent: {},
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

/** Chooses something on a page of the sidebar, and shows the page. */
export function chooseOn(tab: SidebarTab, session: string, name: string): void {
  useSidebar.setState(({ chosen }) => ({ chosen: { ...chosen, [pageKey(session, tab)]: name } }));
  showTab(session, tab);
}

/** Puts arguments into a draft, as they were sent or saved. */
export function loadArguments(key: DraftKey, args: JsonObject): void {
  useSidebar.setState(({ drafts }) => ({
    drafts: { ...drafts, [key]: { ...drafts[key], ...writtenArguments(args) } },
  }));
}

export function setDraft(key: DraftKey, draft: Partial<CallDraft>): void {
  useSidebar.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: draft } }));
}

export function setCalling(key: DraftKey, busy: boolean): void {
  useSidebar.setState(({ calling }) => ({ calling: flagged(calling, key, busy) }));
}

export function setSent(key: DraftKey, requestSeq: number): void {
  useSidebar.setState(({ sent }) => ({ sent: { ...sent, [key]: requestSeq } }));
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

/** Says what the server changed in a list; an empty sentence takes the news away. */
export function setNews(session: string, what: Listed, sentence: string): void {
  useSidebar.setState(({ news }) => ({ news: { ...news, [pageKey(session, what)]: sentence } }));
}

export function setQuery(session: string, tab: SidebarTab, query: string): void {
  useSidebar.setState(({ queries }) => ({ queries: { ...queries, [pageKey(session, tab)]: query } }));
}

/** Lists the tools in another order, from now on and after the next start. */
export function setToolOrder(toolOrder: ToolOrder): void {
  useSidebar.setState({ toolOrder });
  remember(TOOL_ORDER, toolOrder);
}

type Flags = { readonly [key: string]: true };

function flagged(flags: Flags, key: string, on: boolean): Flags {
  const { [key]: _before, ...others } = flags;
  return on ? { ...others, [key]: true } : others;
}
