import type { ToolInfo } from '../../app/contract/commands.ts';
import { useLoaded } from '../state/host/use-loaded.ts';
import { useSessionLog } from '../state/log/log-mirrors.ts';
import { readTools } from '../state/server/listed.ts';
import { loggedList } from '../state/server/load-list.ts';
import { serverActivity } from '../state/server/server-activity.ts';

/**
 * The tool of this name as the last list before the call described it; without one, as the first list
 * after it did. Undefined while it is read, and if no list names it.
 */
export function useToolInfo(session: string, name: string, callSeq: number): ToolInfo | undefined {
  const { mirror } = useSessionLog(session);
  const lists = serverActivity(mirror).trace('tools').answers;
  const before = lists.filter((seq) => seq < callSeq);
  const newest = before.at(-1) ?? lists[0] ?? 0;
  return useLoaded(
    newest === 0 ? '' : `${session} ${name} ${newest}`,
    async () => {
      const list = await loggedList(session, 'tools', newest);
      return list.ok ? readTools(list.value.items).find((tool) => tool.name === name) : undefined;
    },
    mirror,
  );
}
