import { isJsonObject, stringAt } from '../../../app/base/json-value.ts';
import { type DeclaredReason, declaredReasons } from '../../../app/codes/structured-error.ts';
import type { CommandInput, ToolInfo } from '../../../app/contract/commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { Row } from '../../../app/frame/row.ts';
import { LAB_SERVER_NAME, LAB_TOOLS, type LabTool } from '../../../app/lab/lab-tools.ts';

/** What a server can list. */
export type Listed = CommandInput<'listAll'>['what'];

/** Which request lists what; the member of its result has the same name. */
export const LIST_METHODS: Readonly<Record<Listed, string>> = {
  tools: 'tools/list',
  resources: 'resources/list',
  resourceTemplates: 'resources/templates/list',
  prompts: 'prompts/list',
  tasks: 'tasks/list',
};

/** What each list is called in a sentence. */
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

/** True if the server of a session is the error lab: another server may have a tool of the same name. */
export function isLabSession({ server }: Pick<SessionInfo, 'server'>): boolean {
  return server?.name === LAB_SERVER_NAME;
}

/** The lab's own description of a tool of a session; undefined for any other server's tool. */
export function labTool(info: Pick<SessionInfo, 'server'>, name: string): LabTool | undefined {
  return isLabSession(info) ? LAB_TOOLS.find((tool) => tool.name === name) : undefined;
}

/** Whether a tool may be run as a task (2025-11-25, basic/utilities/tasks.mdx, Tool-Level Negotiation). */
type TaskSupport = 'forbidden' | 'optional' | 'required';

/** A tool of a list, with what only the call form asks of it. */
export type ListedTool = ToolInfo & {
  readonly taskSupport: TaskSupport;
  /** The reasons for which it says that it may fail; absent for a tool without such a contract. */
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

/** Where one list of a server stands, by the log. */
export class ListTrace {
  /** The answers that hold a page of the list, oldest first. */
  readonly answers: number[] = [];
  /** The last request for a page; 0 for none. */
  lastRequest = 0;
  /** The last notification that the list is another one; 0 for none. */
  lastChange = 0;
  #lastRow: Row | undefined;

  /** The outcome of the last request; empty if there was none. */
  get lastOutcome(): Row['outcome'] {
    return this.#lastRow?.outcome ?? '';
  }

  /** True if the server said, after the last request, that the list is another one. */
  get stale(): boolean {
    return this.lastRequest > 0 && this.lastChange > this.lastRequest;
  }

  added(row: Row): void {
    if (row.shape === 'request') {
      this.lastRequest = row.seq;
      this.#lastRow = row;
    } else if (row.shape === 'result' && holdsPage(row)) this.answers.push(row.seq);
  }

  changed(row: Row): void {
    if (row.seq === this.lastRequest) this.#lastRow = row;
  }
}

/** A client that rejects one entry gets no list at all, but its user still wants to see and to try what came. */
function holdsPage({ outcome }: Row): boolean {
  return outcome === 'ok' || outcome === 'rejected by the client';
}

/** Lists by the method that asks for them. */
export const LISTED_BY: ReadonlyMap<string, Listed> = new Map(
  Object.entries(LIST_METHODS).map(([what, method]) => [method, what as Listed]),
);

/** Which lists a notification makes stale; templates come and go with the resources. */
export const CHANGED_BY: ReadonlyMap<string, readonly Listed[]> = new Map([
  ['notifications/tools/list_changed', ['tools']],
  ['notifications/resources/list_changed', ['resources', 'resourceTemplates']],
  ['notifications/prompts/list_changed', ['prompts']],
]);

/** Names said of each kind of change; more are counted. */
const MAX_NAMED = 3;

/** What changed from one list to the next, by name, in one sentence that begins with why it was asked for. */
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
  const reason = why === 'changed' ? 'The server changed this list' : 'The server was started anew';
  return `${reason}, and ${why === 'changed' ? 'it' : 'this list'} was read again: ${what}.`;
}

function some(names: readonly string[]): string {
  const listed = names.slice(0, MAX_NAMED).join(', ');
  return names.length > MAX_NAMED ? `${listed} and ${names.length - MAX_NAMED} more` : listed;
}
