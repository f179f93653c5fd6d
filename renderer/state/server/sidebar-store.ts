import { create } from 'zustand';
import type { JsonObject } from '../../../app/base/json-value.ts';
import { type CallDraft, writtenArguments } from './call-draft.ts';
import type { Listed } from './listed.ts';

/** The pages of the sidebar. */
export type SidebarTab = 'tools' | 'resources' | 'prompts' | 'tasks' | 'request';

/** The state of the sidebar. Keys of drafts, calls and failures are made by `toolKey` and `draftKey`. */
export type SidebarState = {
  /** The page in front, by session. */
  readonly tabs: { readonly [session: string]: SidebarTab };
  /** What is chosen on each page, by `session page`. */
  readonly chosen: { readonly [place: string]: string };
  /** What differs from a tool's or prompt's first draft. */
  readonly drafts: { readonly [key: string]: Partial<CallDraft> };
  /** What has a call on its way. */
  readonly calling: { readonly [key: string]: true };
  /** How the last call failed, in one sentence. */
  readonly failures: { readonly [key: string]: string };
  /** Lists that are being asked for, by `session list`. */
  readonly listing: { readonly [place: string]: true };
  /** Why the last listing failed, by `session list`. */
  readonly listFailures: { readonly [place: string]: string };
  /** What the server changed in a list by itself, by `session list`; gone once it was read. */
  readonly news: { readonly [place: string]: string };
  readonly queries: { readonly [tab in SidebarTab]?: string };
};

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
}));

export function toolKey(session: string, tool: string): string {
  return `${session} ${tool}`;
}

/** The key of what is typed for anything but a tool. */
export function draftKey(tab: Exclude<SidebarTab, 'tools'>, session: string, name: string): string {
  return `${tab} ${session} ${name}`;
}

export function placeOf(session: string, page: SidebarTab | Listed): string {
  return `${session} ${page}`;
}

export function showTab(session: string, tab: SidebarTab): void {
  useSidebar.setState(({ tabs }) => ({ tabs: { ...tabs, [session]: tab } }));
}

/** Chooses something on a page of the sidebar, and shows the page. */
export function chooseOn(tab: SidebarTab, session: string, name: string): void {
  useSidebar.setState(({ chosen }) => ({ chosen: { ...chosen, [placeOf(session, tab)]: name } }));
  showTab(session, tab);
}

/** Puts arguments into a draft, as they were sent or saved. */
export function loadArguments(key: string, args: JsonObject): void {
  useSidebar.setState(({ drafts }) => ({
    drafts: { ...drafts, [key]: { ...drafts[key], ...writtenArguments(args) } },
  }));
}

export function setDraft(key: string, draft: Partial<CallDraft>): void {
  useSidebar.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: draft } }));
}

export function setCalling(key: string, busy: boolean): void {
  useSidebar.setState(({ calling }) => ({ calling: flagged(calling, key, busy) }));
}

export function setFailure(key: string, sentence: string): void {
  useSidebar.setState(({ failures }) => ({ failures: { ...failures, [key]: sentence } }));
}

export function setListing(session: string, what: Listed, busy: boolean): void {
  useSidebar.setState(({ listing }) => ({ listing: flagged(listing, placeOf(session, what), busy) }));
}

export function setListFailure(session: string, what: Listed, sentence: string): void {
  useSidebar.setState(({ listFailures }) => ({
    listFailures: { ...listFailures, [placeOf(session, what)]: sentence },
  }));
}

/** Says what the server changed in a list; an empty sentence takes the news away. */
export function setNews(session: string, what: Listed, sentence: string): void {
  useSidebar.setState(({ news }) => ({ news: { ...news, [placeOf(session, what)]: sentence } }));
}

export function setQuery(tab: SidebarTab, query: string): void {
  useSidebar.setState(({ queries }) => ({ queries: { ...queries, [tab]: query } }));
}

type Flags = { readonly [key: string]: true };

function flagged(flags: Flags, key: string, on: boolean): Flags {
  const { [key]: _before, ...others } = flags;
  return on ? { ...others, [key]: true } : others;
}
