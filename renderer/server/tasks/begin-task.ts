import type { JsonObject } from '../../../app/base/json-value.ts';
import { stringAt } from '../../../app/base/json-value.ts';
import { createdTask } from '../../../app/frame/task-end.ts';
import type { CallLimits } from '../../state/server/call-limits.ts';
import { chooseOn } from '../../state/server/rail-store.ts';
import { type Caller, callTool } from '../tools/call-tool.ts';
import { pollTask } from './poll-task.ts';

/** Calls a tool as a task, shows the task, and follows its status. */
export async function beginTask(
  caller: Caller,
  tool: string,
  args: JsonObject,
  limits: CallLimits,
): Promise<void> {
  const end = await callTool(caller, tool, args, limits, true);
  const taskId = stringAt(createdTask(end?.result), 'taskId');
  if (taskId === undefined) return;
  chooseOn('tasks', caller.session, taskId);
  await pollTask(caller.session, taskId);
}
