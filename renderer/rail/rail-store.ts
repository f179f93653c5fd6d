import { create } from 'zustand';
import type { JsonObject } from '../../app/base/json-value.ts';
import { type Draft, writtenArguments } from './call-draft.ts';

/** The state of the rail; keys of drafts and calls are `session tool`. */
export type RailState = {
  /** The chosen tool of each session. */
  readonly chosen: { readonly [session: string]: string };
  /** What differs from a tool's first draft. */
  readonly drafts: { readonly [key: string]: Partial<Draft> };
  /** Tools with a call on its way. */
  readonly calling: { readonly [key: string]: true };
  /** How the last call failed, in one sentence. */
  readonly failures: { readonly [key: string]: string };
  /** Why the last listing of a session's tools failed. */
  readonly listFailures: { readonly [session: string]: string };
  readonly query: string;
};

export const useRail = create<RailState>(() => ({
  chosen: {},
  drafts: {},
  calling: {},
  failures: {},
  listFailures: {},
  query: '',
}));

export function toolKey(session: string, tool: string): string {
  return `${session} ${tool}`;
}

export function chooseTool(session: string, tool: string): void {
  useRail.setState(({ chosen }) => ({ chosen: { ...chosen, [session]: tool } }));
}

/** Puts arguments into a tool's draft, as they were sent or saved. */
export function loadArguments(key: string, args: JsonObject): void {
  useRail.setState(({ drafts }) => ({
    drafts: { ...drafts, [key]: { ...drafts[key], ...writtenArguments(args) } },
  }));
}

export function setDraft(key: string, draft: Draft): void {
  useRail.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: draft } }));
}

export function setCalling(key: string, busy: boolean): void {
  useRail.setState(({ calling }) => {
    const { [key]: _ended, ...others } = calling;
    return { calling: busy ? { ...others, [key]: true } : others };
  });
}

export function setFailure(key: string, sentence: string): void {
  useRail.setState(({ failures }) => ({ failures: { ...failures, [key]: sentence } }));
}

export function setListFailure(session: string, sentence: string): void {
  useRail.setState(({ listFailures }) => ({ listFailures: { ...listFailures, [session]: sentence } }));
}

export function setToolQuery(query: string): void {
  useRail.setState({ query });
}
