import { isJsonObject, stringAt } from '../../app/base/json-value.ts';
import type { ToolInfo } from '../../app/contract/commands.ts';

/** The tools of a tools/list result (MCP, server/tools, Listing Tools); entries without a name are left out. */
export function readTools(result: unknown): ToolInfo[] {
  if (!isJsonObject(result) || !Array.isArray(result.tools)) return [];
  return result.tools.flatMap((tool: unknown) => {
    const name = stringAt(tool, 'name');
    if (name === undefined || !isJsonObject(tool)) return [];
    return [
      {
        name,
        title: stringAt(tool, 'title'),
        description: stringAt(tool, 'description'),
        inputSchema: isJsonObject(tool.inputSchema) ? tool.inputSchema : {},
        outputSchema: isJsonObject(tool.outputSchema) ? tool.outputSchema : undefined,
        annotations: isJsonObject(tool.annotations) ? tool.annotations : undefined,
      },
    ];
  });
}
