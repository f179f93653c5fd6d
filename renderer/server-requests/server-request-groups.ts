import type { ServerRequest } from '../../app/contract/session-info.ts';

/** Server requests that are answered together: the input that one call requires, or one request by itself. */
export type ServerRequestGroup = {
  readonly key: string;
  readonly together: boolean;
  readonly requests: readonly ServerRequest[];
};

/** Groups open server requests, in the order of the first one of each group. */
export function serverRequestGroups(requests: readonly ServerRequest[]): ServerRequestGroup[] {
  const groups = new Map<string, ServerRequest[]>();
  for (const serverRequest of requests) {
    const key = serverRequest.via === 'input-required' ? `seq ${serverRequest.seq}` : serverRequest.requestId;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [serverRequest]);
    else group.push(serverRequest);
  }
  return [...groups].map(([key, members]) => ({
    key,
    together: members[0]?.via === 'input-required',
    requests: members,
  }));
}
