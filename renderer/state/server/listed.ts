import { isJsonObject, stringAt } from '../../../app/base/json-value.ts';
import { type DeclaredReason, declaredReasons } from '../../../app/codes/structured-error.ts';
import type { ToolInfo } from '../../../app/contract/commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { LAB_SERVER_NAME, LAB_TOOLS, type LabTool } from '../../../app/lab/lab-tools.ts';
import type { Listed } from '../../../app/session/server-activity.ts';

export const LIST_LABELS: Readonly<Record<Listed, string>> = {
  tools: 'tools',
  resources: 'resources',
  resourceTemplates: 'resource templates',
  prompts: 'prompts',
  tasks: 'tasks',
};

/** The capability that a server declares for a list (MCP, basic/lifecycle, Capability Negotiation). */
export const LIST_CAPABILITIES: Readonly<Record<Listed, string>> = {
  tools: 'tools',
  resources: 'resources',
  resourceTemplates: 'resources',
  prompts: 'prompts',
  tasks: 'tasks',
};

/** True if the session's server is the error lab: another server may have a tool with the same name. */
export function isLabSession({ server }: Pick<SessionInfo, 'server'>): boolean {
  return server?.name === LAB_SERVER_NAME;
}

/** The lab's own description of a tool of a session; undefined for any other server's tool. */
export function labTool(info: Pick<SessionInfo, 'server'>, name: string): LabTool | undefined {
  return isLabSession(info) ? LAB_TOOLS.find((tool) => tool.name === name) : undefined;
}

/** Whether a tool may be run as a task (2025-11-25, basic/utilities/tasks.mdx, Tool-Level Negotiation). */
type TaskSupport = 'forbidden' | 'optional' | 'required';

/** A listed tool, with what only the call form needs. */
export type ListedTool = ToolInfo & {
  readonly taskSupport: TaskSupport;
  /** Its declared failure reasons; undefined for a tool without such a contract. */
  readonly reasons?: readonly DeclaredReason[];
};

/** The tools of a list (MCP, server/tools, Listing Tools); entries without a name are left out. */
export function readTools(items: readonly unknown[]): ListedTool[] {
  return items.flatMap((tool: unknown) => {
    const name = stringAt(tool, 'name');
    if (name === undefined || !isJsonObject(tool)) return [];
    const support = stringAt(tool.execution, 'taskSupport');
    const reasons = declaredReasons(tool);
    return [
      {
        name,
        title: stringAt(tool, 'title') ?? stringAt(tool.annotations, 'title'),
        description: stringAt(tool, 'description'),
        inputSchema: isJsonObject(tool.inputSchema) ? tool.inputSchema : {},
        outputSchema: isJsonObject(tool.outputSchema) ? tool.outputSchema : undefined,
        annotations: isJsonObject(tool.annotations) ? tool.annotations : undefined,
        taskSupport: support === 'optional' || support === 'required' ? support : 'forbidden',
        ...(reasons === undefined ? {} : { reasons }),
      },
    ];
  });
}

/** How many names are listed per kind of change; more are counted. */
const MAX_NAMED = 3;

/** The changes between two lists, by name, in one sentence that begins with the reason for the reload. */
export function listNews(
  before: readonly string[],
  after: readonly string[],
  why: 'changed' | 'restarted' = 'changed',
): string {
  const had = new Set(before);
  const has = new Set(after);
  const added = after.filter((name) => !had.has(name));
  const removed = before.filter((name) => !has.has(name));
  const parts = [
    ...(added.length > 0 ? [`added ${some(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${some(removed)}`] : []),
  ];
  const what = parts.length === 0 ? 'the names are the same' : parts.join('; ');
  const reason = why === 'changed' ? 'The server changed this list' : 'The server was started again';
  return `${reason}, and ${why === 'changed' ? 'it' : 'this list'} was read again: ${what}.`;
}

function some(names: readonly string[]): string {
  const listed = names.slice(0, MAX_NAMED).join(', ');
  return names.length > MAX_NAMED ? `${listed} and ${names.length - MAX_NAMED} more` : listed;
}
