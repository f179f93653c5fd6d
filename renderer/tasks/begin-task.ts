import type { JsonObject } from '../../app/base/json-value.ts';
import type { CallLimits } from '../rail/call-limits.ts';
import { type Caller, callTool } from '../rail/call-tool.ts';
import { chooseOn } from '../rail/rail-store.ts';
import { pollTask } from './poll-task.ts';
import { begunTask } from './task-book.ts';

/** Calls a tool as a task, shows the task, and follows its status. */
export async function beginTask(
  caller: Caller,
  tool: string,
  args: JsonObject,
  limits: CallLimits,
): Promise<void> {
  const end = await callTool(caller, tool, args, limits, true);
  const taskId = begunTask(end?.result);
  if (taskId === undefined) return;
  chooseOn('tasks', caller.session, taskId);
  await pollTask(caller.session, taskId);
}
