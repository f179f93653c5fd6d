import { isJsonObject } from '../../app/base/json-value.ts';
import type { CommandInput, ListEnd, ToolInfo } from '../../app/contract/commands.ts';
import type { CallLimits } from './call-context.ts';
import type { ProtocolClient } from './protocol-client.ts';

export type Listed = CommandInput<'listAll'>['what'];

/** More pages than this are a loop. */
const MAX_PAGES = 1000;

/** Which request lists what; the member of its result has the same name. */
const LIST_METHODS: Readonly<Record<Listed, string>> = {
  tools: 'tools/list',
  resources: 'resources/list',
  resourceTemplates: 'resources/templates/list',
  prompts: 'prompts/list',
  tasks: 'tasks/list',
};

/** Every page of one list; ends at the first page that fails, or that repeats the cursor of the one before. */
export async function listAll(client: ProtocolClient, what: Listed, limits: CallLimits): Promise<ListEnd> {
  const method = LIST_METHODS[what];
  const items: unknown[] = [];
  let cursor: string | undefined;
  for (let pages = 1; pages <= MAX_PAGES; pages += 1) {
    const { result, failure } = await client.listPage(method, cursor, limits);
    if (failure !== '') return { items, pages, failure };
    const page = isJsonObject(result) ? result[what] : undefined;
    if (!isJsonObject(result) || !Array.isArray(page)) {
      return { items, pages, failure: `The result of ${method} has no list named "${what}".` };
    }
    items.push(...page);
    const { nextCursor } = result;
    if (typeof nextCursor !== 'string') return { items, pages, failure: '' };
    if (nextCursor === cursor) {
      return { items, pages, failure: `The server gave the same cursor twice; the rest was not listed.` };
    }
    cursor = nextCursor;
  }
  const failure = `The server has more than ${MAX_PAGES} pages; the rest was not listed.`;
  return { items, pages: MAX_PAGES, failure };
}

/** Every tool that a session's server lists. */
export async function listTools(session: {
  listAll(what: 'tools'): Promise<ListEnd>;
}): Promise<{ readonly tools: readonly ToolInfo[]; readonly failure: string }> {
  const { items, failure } = await session.listAll('tools');
  return { tools: items as readonly ToolInfo[], failure };
}
