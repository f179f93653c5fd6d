import { useMemo, useState } from 'react';
import type { JsonObject } from '../../../app/base/json-value.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { firstDraft } from '../../state/server/call-draft.ts';
import type { CallLimits } from '../../state/server/call-limits.ts';
import { toolKey } from '../../state/server/rail-store.ts';
import type { ListedTool } from '../../state/server/read-tools.ts';
import { beginTask } from '../tasks/begin-task.ts';
import { ArgumentsForm } from './arguments-form.tsx';
import { CallAbout } from './call-about.tsx';
import styles from './call-form.module.css';
import { callTool } from './call-tool.ts';

type Props = { readonly info: SessionInfo; readonly tool: ListedTool };

/** Calls a tool, or runs it as a task where the tool allows that; since 2026-07-28 the server decides. */
export function CallForm({ info, tool }: Props) {
  const first = useMemo(() => firstDraft(tool), [tool]);
  const [asTask, setAsTask] = useState(tool.taskSupport === 'required');
  const key = toolKey(info.session, tool.name);
  const send = (args: JsonObject, limits: CallLimits) => {
    const caller = { session: info.session, key };
    void (asTask && liveInfo(info)?.era !== 'modern'
      ? beginTask(caller, tool.name, args, limits)
      : callTool(caller, tool.name, args, limits));
  };
  return (
    <ArgumentsForm
      info={info}
      label={`Call ${tool.name}`}
      verb={['Call', 'Calling…']}
      draftKey={key}
      first={first}
      schema={tool.inputSchema}
      method="tools/call"
      target={tool.name}
      about={(asJson) => <CallAbout tool={tool} listed={asJson} />}
      more={() =>
        tool.taskSupport === 'forbidden' || liveInfo(info)?.era === 'modern' ? null : (
          <label className={styles.check}>
            <input type="checkbox" checked={asTask} onChange={(event) => setAsTask(event.target.checked)} />
            Run as a task <span>{tool.taskSupport} by the tool</span>
          </label>
        )
      }
      past
      onSend={send}
    />
  );
}
