import { groupedBy } from '../../app/base/grouped-by.ts';
import type { ServerRequest } from '../../app/contract/session-info.ts';

/** Server requests that are answered together: the input that one call requires, or one request by itself. */
export type ServerRequestGroup = {
  readonly key: string;
  readonly together: boolean;
  readonly requests: readonly ServerRequest[];
};

/** Groups open server requests, in the order of the first one of each group. */
export function serverRequestGroups(requests: readonly ServerRequest[]): ServerRequestGroup[] {
  const groups = groupedBy(requests, ({ via, seq, requestId }) =>
    via === 'input-required' ? `seq ${seq}` : requestId,
  );
  return [...groups].map(([key, members]) => ({
    key,
    together: members[0]?.via === 'input-required',
    requests: members,
  }));
}
