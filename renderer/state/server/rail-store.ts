import { create } from 'zustand';
import type { JsonObject } from '../../../app/base/json-value.ts';
import { type Draft, writtenArguments } from './call-draft.ts';
import type { Listed } from './listed.ts';

/** The pages of the rail. */
export type RailTab = 'tools' | 'resources' | 'prompts' | 'tasks' | 'request';

/** The state of the rail. Keys of drafts, calls and failures are made by `toolKey` and `draftKey`. */
export type RailState = {
  /** The page in front, by session. */
  readonly tabs: { readonly [session: string]: RailTab };
  /** What is chosen on each page, by `session page`. */
  readonly chosen: { readonly [place: string]: string };
  /** What differs from a tool's or prompt's first draft. */
  readonly drafts: { readonly [key: string]: Partial<Draft> };
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
  readonly queries: { readonly [tab in RailTab]?: string };
};

export const useRail = create<RailState>(() => ({
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
export function draftKey(tab: Exclude<RailTab, 'tools'>, session: string, name: string): string {
  return `${tab} ${session} ${name}`;
}

export function placeOf(session: string, page: RailTab | Listed): string {
  return `${session} ${page}`;
}

export function showTab(session: string, tab: RailTab): void {
  useRail.setState(({ tabs }) => ({ tabs: { ...tabs, [session]: tab } }));
}

/** Chooses something on a page of the rail, and shows the page. */
export function chooseOn(tab: RailTab, session: string, name: string): void {
  useRail.setState(({ chosen }) => ({ chosen: { ...chosen, [placeOf(session, tab)]: name } }));
  showTab(session, tab);
}

/** Puts arguments into a draft, as they were sent or saved. */
export function loadArguments(key: string, args: JsonObject): void {
  useRail.setState(({ drafts }) => ({
    drafts: { ...drafts, [key]: { ...drafts[key], ...writtenArguments(args) } },
  }));
}

export function setDraft(key: string, draft: Partial<Draft>): void {
  useRail.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: draft } }));
}

export function setCalling(key: string, busy: boolean): void {
  useRail.setState(({ calling }) => ({ calling: flagged(calling, key, busy) }));
}

export function setFailure(key: string, sentence: string): void {
  useRail.setState(({ failures }) => ({ failures: { ...failures, [key]: sentence } }));
}

export function setListing(session: string, what: Listed, busy: boolean): void {
  useRail.setState(({ listing }) => ({ listing: flagged(listing, placeOf(session, what), busy) }));
}

export function setListFailure(session: string, what: Listed, sentence: string): void {
  useRail.setState(({ listFailures }) => ({
    listFailures: { ...listFailures, [placeOf(session, what)]: sentence },
  }));
}

/** Says what the server changed in a list; an empty sentence takes the news away. */
export function setNews(session: string, what: Listed, sentence: string): void {
  useRail.setState(({ news }) => ({ news: { ...news, [placeOf(session, what)]: sentence } }));
}

export function setQuery(tab: RailTab, query: string): void {
  useRail.setState(({ queries }) => ({ queries: { ...queries, [tab]: query } }));
}

type Flags = { readonly [key: string]: true };

function flagged(flags: Flags, key: string, on: boolean): Flags {
  const { [key]: _before, ...others } = flags;
  return on ? { ...others, [key]: true } : others;
}
