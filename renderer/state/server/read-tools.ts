import { isJsonObject, stringAt } from '../../../app/base/json-value.ts';
import type { ToolInfo } from '../../../app/contract/commands.ts';

/** Whether a tool may be run as a task (2025-11-25, basic/utilities/tasks.mdx, Tool-Level Negotiation). */
export type TaskSupport = 'forbidden' | 'optional' | 'required';

/** A tool of a list, with what only the call form asks of it. */
export type ListedTool = ToolInfo & { readonly taskSupport: TaskSupport };

/** The tools of a list (MCP, server/tools, Listing Tools); entries without a name are left out. */
export function readTools(items: readonly unknown[]): ListedTool[] {
  return items.flatMap((tool: unknown) => {
    const name = stringAt(tool, 'name');
    if (name === undefined || !isJsonObject(tool)) return [];
    const support = stringAt(tool.execution, 'taskSupport');
    return [
      {
        name,
        title: stringAt(tool, 'title'),
        description: stringAt(tool, 'description'),
        inputSchema: isJsonObject(tool.inputSchema) ? tool.inputSchema : {},
        outputSchema: isJsonObject(tool.outputSchema) ? tool.outputSchema : undefined,
        annotations: isJsonObject(tool.annotations) ? tool.annotations : undefined,
        taskSupport: support === 'optional' || support === 'required' ? support : 'forbidden',
      },
    ];
  });
}
