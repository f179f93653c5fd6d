import { isJsonObject, type JsonObject, stringAt } from '../../base/json-value.ts';
import { isDeclared } from '../../protocol/client-capabilities.ts';

export type ProbeTool = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** `readOnlyHint` without `destructiveHint` (2025-11-25, schema.ts `ToolAnnotations`): the server's claim. */
  readonly readOnly: boolean;
  /** `destructiveHint`; null if the server does not set it. */
  readonly destructive: boolean | null;
  /** `execution.taskSupport` (2025-11-25); empty for none. */
  readonly taskSupport: string;
};

export type ProbePrompt = { readonly name: string; readonly required: readonly string[] };

/** What a server declared and listed: the whole basis of a plan. */
export type ProbeSurface = {
  readonly revision: string;
  readonly capabilities: JsonObject;
  readonly tools: readonly ProbeTool[];
  readonly prompts: readonly ProbePrompt[];
  readonly resources: readonly string[];
  readonly templates: readonly string[];
  /** Undefined unless the server has a Streamable HTTP address. */
  readonly http?: ProbeHttp | undefined;
};

/** The HTTP facts for a plan. */
export type ProbeHttp = {
  /** True if the server issues session ids. */
  readonly hasSession: boolean;
  readonly isLoopback: boolean;
};

export type ServerLists = {
  readonly tools: readonly unknown[];
  readonly prompts: readonly unknown[];
  readonly resources: readonly unknown[];
  readonly resourceTemplates: readonly unknown[];
};

export const NO_LISTS: ServerLists = { tools: [], prompts: [], resources: [], resourceTemplates: [] };

/** Reads the lists; entries without a name are left out, since they cannot be requested. */
export function surfaceOf(
  revision: string,
  capabilities: JsonObject,
  lists: ServerLists,
  http?: ProbeHttp,
): ProbeSurface {
  return {
    revision,
    capabilities,
    http,
    tools: lists.tools.flatMap(toolOf),
    prompts: lists.prompts.flatMap(promptOf),
    resources: lists.resources.flatMap((one) => stringAt(one, 'uri') ?? []),
    templates: lists.resourceTemplates.flatMap((one) => stringAt(one, 'uriTemplate') ?? []),
  };
}

export function declares(surface: Pick<ProbeSurface, 'capabilities'>, ...path: readonly string[]): boolean {
  return isDeclared(surface.capabilities, path);
}

function toolOf(entry: unknown): ProbeTool[] {
  const name = stringAt(entry, 'name');
  if (!isJsonObject(entry) || name === undefined) return [];
  const { inputSchema, annotations, execution } = entry;
  const hints = isJsonObject(annotations) ? annotations : {};
  return [
    {
      name,
      description: stringAt(entry, 'description') ?? '',
      inputSchema: isJsonObject(inputSchema) ? inputSchema : {},
      readOnly: hints.readOnlyHint === true && hints.destructiveHint !== true,
      destructive: typeof hints.destructiveHint === 'boolean' ? hints.destructiveHint : null,
      taskSupport: stringAt(execution, 'taskSupport') ?? '',
    },
  ];
}

function promptOf(entry: unknown): ProbePrompt[] {
  const name = stringAt(entry, 'name');
  if (!isJsonObject(entry) || name === undefined) return [];
  const { arguments: given } = entry;
  const required = (Array.isArray(given) ? given : []).flatMap((one) =>
    isJsonObject(one) && one.required === true ? (stringAt(one, 'name') ?? []) : [],
  );
  return [{ name, required }];
}
