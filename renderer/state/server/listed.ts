import type { CommandInput } from '../../../app/contract/commands.ts';

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
