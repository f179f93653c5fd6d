import type { ServerRequest } from '../../app/contract/session-info.ts';

/** Server requests that are answered together: the input that one call requires, or one request by itself. */
export type ServerRequestGroup = {
  readonly key: string;
  readonly together: boolean;
  readonly asks: readonly ServerRequest[];
};

/** Sorts open asks into groups, in the order of their first ask. */
export function serverRequestGroups(asks: readonly ServerRequest[]): ServerRequestGroup[] {
  const groups = new Map<string, ServerRequest[]>();
  for (const ask of asks) {
    const key = ask.via === 'input-required' ? `seq ${ask.seq}` : ask.ask;
    groups.set(key, [...(groups.get(key) ?? []), ask]);
  }
  return [...groups].map(([key, members]) => ({
    key,
    together: members[0]?.via === 'input-required',
    asks: members,
  }));
}
