import { useEffect, useState } from 'react';
import type { ToolInfo } from '../../app/contract/commands.ts';
import { loadTools } from '../rail/load-tools.ts';
import { toolActivity } from '../rail/tool-activity.ts';
import { useSessionLog } from '../store/log-mirrors.ts';
import { records } from '../store/use-record.ts';

/**
 * The tool of this name as the last list before the call told it; where there was none, as the first one
 * after it. Undefined while it is read, and where no list names it.
 */
export function useToolInfo(session: string, name: string, callSeq: number): ToolInfo | undefined {
  const { mirror } = useSessionLog(session);
  const { lists } = toolActivity(mirror);
  const before = lists.filter((seq) => seq < callSeq);
  const newest = before.at(-1) ?? lists[0] ?? 0;
  const [found, setFound] = useState<{ key: string; tool: ToolInfo | undefined }>();
  const key = `${session} ${name} ${newest}`;
  useEffect(() => {
    if (newest === 0) return;
    let wanted = true;
    const source = {
      lists: lists.filter((seq) => seq <= newest),
      rowOf: (seq: number) => mirror.rowOf(seq),
      fetch: (seq: number) => records.fetch(session, seq),
    };
    void loadTools(source).then((tools) => {
      const tool = tools.ok ? tools.value.find((one) => one.name === name) : undefined;
      if (wanted) setFound({ key: `${session} ${name} ${newest}`, tool });
    });
    return () => {
      wanted = false;
    };
  }, [session, name, newest, lists, mirror]);
  return found?.key === key ? found.tool : undefined;
}
