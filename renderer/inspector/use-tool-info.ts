import { useEffect, useState } from 'react';
import type { ToolInfo } from '../../app/contract/commands.ts';
import { useSessionLog } from '../state/log/log-mirrors.ts';
import { records } from '../state/log/use-record.ts';
import { loadList } from '../state/server/load-list.ts';
import { serverActivity } from '../state/server/server-activity.ts';
import { readTools } from '../state/server/tool-groups.ts';

/**
 * The tool of this name as the last list before the call described it; without one, as the first list
 * after it did. Undefined while it is read, and if no list names it.
 */
export function useToolInfo(session: string, name: string, callSeq: number): ToolInfo | undefined {
  const { mirror } = useSessionLog(session);
  const lists = serverActivity(mirror).trace('tools').answers;
  const before = lists.filter((seq) => seq < callSeq);
  const newest = before.at(-1) ?? lists[0] ?? 0;
  const [found, setFound] = useState<{ key: string; tool: ToolInfo | undefined }>();
  const key = `${session} ${name} ${newest}`;
  useEffect(() => {
    if (newest === 0) return;
    let wanted = true;
    const source = {
      answers: lists.filter((seq) => seq <= newest),
      rowOf: (seq: number) => mirror.rowOf(seq),
      fetch: (seq: number) => records.fetch(session, seq),
    };
    void loadList(source, 'tools').then((list) => {
      const tools = list.ok ? readTools(list.value.items) : [];
      const tool = tools.find((one) => one.name === name);
      if (wanted) setFound({ key: `${session} ${name} ${newest}`, tool });
    });
    return () => {
      wanted = false;
    };
  }, [session, name, newest, lists, mirror]);
  return found?.key === key ? found.tool : undefined;
}
