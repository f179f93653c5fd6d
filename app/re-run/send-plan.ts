import type { FoundRequest, LeftOut } from './read-requests.ts';
import { type ListedTool, type SendRisk, sendRisk } from './send-risk.ts';

/** A request as it would be sent, in its place. */
export type PlannedRequest = FoundRequest & {
  /** The key of its group. */
  readonly group: string;
};

/** Requests that a user agrees to together: the calls of one tool, or one method. */
export type SendGroup = {
  /** Holds the risk too: a tool that is marked in another way is another group. */
  readonly key: string;
  readonly method: string;
  /** The tool; empty for a method as a whole. */
  readonly tool: string;
  readonly risk: SendRisk;
  readonly count: number;
};

export type SendPlan = {
  /** In the order in which they were sent, which is that in which they will be. */
  readonly requests: readonly PlannedRequest[];
  /** In the order of their first request. */
  readonly groups: readonly SendGroup[];
  readonly leftOut: readonly LeftOut[];
};

/** What sending these again to a server with these tools would do. Sends nothing. */
export function sendPlan(
  found: readonly (FoundRequest | LeftOut)[],
  tools: ReadonlyMap<string, ListedTool>,
): SendPlan {
  const requests: PlannedRequest[] = [];
  const leftOut: LeftOut[] = [];
  const groups = new Map<string, SendGroup>();
  for (const one of found) {
    if (one.kind === 'left-out') {
      leftOut.push(one);
      continue;
    }
    const tool = one.method === 'tools/call' ? one.target : '';
    const risk = sendRisk(one.method, one.target, tools);
    const key = [risk, one.method, tool].join(' ').trim();
    const count = (groups.get(key)?.count ?? 0) + 1;
    groups.set(key, { key, method: one.method, tool, risk, count });
    requests.push({ ...one, group: key });
  }
  return { requests, groups: [...groups.values()], leftOut };
}
