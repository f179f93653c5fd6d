import { isJsonObject, stringAt } from '../../../app/base/json-value.ts';
import type { CallEvidence, ListEvidence } from '../../../app/checks/doctor/start-evidence.ts';
import type { LiveSession } from '../../session/live-session.ts';
import type { ClientCall, ListKind } from '../../session/protocol-client.ts';

/** The lists that a host reads at its start if they are declared. */
export const LISTS = ['tools', 'resources', 'prompts'] as const satisfies readonly ListKind[];

export type Trial = { readonly lists: readonly ListEvidence[]; readonly call: CallEvidence | undefined };

/** Reads the lists that a ready server declares, and makes one call that changes nothing. */
export async function tryServer(session: LiveSession, declared: readonly string[]): Promise<Trial> {
  const lists: ListEvidence[] = [];
  let tools: readonly unknown[] = [];
  for (const what of LISTS) {
    if (!declared.includes(what)) continue;
    const { items, failure } = await session.listAll(what);
    lists.push({ what, count: items.length, failure });
    if (what === 'tools') tools = items;
  }
  if (session.status.state !== 'ready') return { lists, call: undefined };
  const chosen = chosenCall(tools, session.status.era === 'modern');
  const { failure, result } = await session.call(chosen.call);
  const toolError = isJsonObject(result) && result.isError === true;
  return { lists, call: { what: chosen.what, why: chosen.why, failure, toolError } };
}

type ChosenCall = { readonly call: ClientCall; readonly what: string; readonly why: string };

/** A tool annotated as read-only that needs no arguments, else a request of the protocol itself. */
function chosenCall(tools: readonly unknown[], isModern: boolean): ChosenCall {
  const name = stringAt(tools.find(isHarmless), 'name');
  if (name !== undefined) {
    return {
      call: { kind: 'tool', name, arguments: {} },
      what: `The tool ${name}`,
      why: 'It is marked as one that only reads (readOnlyHint), and needs no arguments.',
    };
  }
  // 2026-07-28 has no ping.
  const method = isModern ? 'server/discover' : 'ping';
  const why = 'No tool is marked as one that only reads and needs no arguments: no tool was called.';
  return { call: { kind: 'request', method }, what: method, why };
}

/** A hint that the server gives about itself (2025-11-25, schema.ts `ToolAnnotations`). */
function isHarmless(tool: unknown): boolean {
  if (!isJsonObject(tool) || !isJsonObject(tool.annotations)) return false;
  if (tool.annotations.readOnlyHint !== true) return false;
  const required = isJsonObject(tool.inputSchema) ? tool.inputSchema.required : undefined;
  return required === undefined || (Array.isArray(required) && required.length === 0);
}
