import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';

/** A tool that a model may use in its answer (2025-11-25, client/sampling, tools). */
export type SamplingTool = { readonly name: string; readonly inputSchema: unknown };

/** What the form can show of a result's content; anything else is edited as JSON. */
export type SamplingContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool'; readonly id: string; readonly name: string; readonly input: JsonObject }
  | { readonly kind: 'other' };

export const STOP_REASONS = ['endTurn', 'stopSequence', 'maxTokens', 'toolUse'] as const;

/** A result to begin with: an empty text of the model that the server would like best. */
export function startSampling(params: JsonObject): JsonObject {
  const preferences = params.modelPreferences;
  const hints = isJsonObject(preferences) && Array.isArray(preferences.hints) ? preferences.hints : [];
  return {
    role: 'assistant',
    content: { type: 'text', text: '' },
    model: stringAt(hints[0], 'name') ?? 'answered-by-hand',
    stopReason: 'endTurn',
  };
}

/** The tools of a request, without what has no name. */
export function samplingTools({ tools }: JsonObject): SamplingTool[] {
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: unknown) => {
    const name = stringAt(tool, 'name');
    return name === undefined || !isJsonObject(tool) ? [] : [{ name, inputSchema: tool.inputSchema ?? {} }];
  });
}

export function readContent(content: unknown): SamplingContent {
  const [only, ...more]: unknown[] = Array.isArray(content) ? content : [content];
  if (!isJsonObject(only) || more.length > 0) return { kind: 'other' };
  if (only.type === 'text' && typeof only.text === 'string') return { kind: 'text', text: only.text };
  if (only.type !== 'tool_use' || !isJsonObject(only.input)) return { kind: 'other' };
  return {
    kind: 'tool',
    id: stringAt(only, 'id') ?? '',
    name: stringAt(only, 'name') ?? '',
    input: only.input,
  };
}

/** A result whose content is a text; what else it says stays. */
export function withTextContent(result: JsonObject, text: string): JsonObject {
  const stopReason = result.stopReason === 'toolUse' ? 'endTurn' : result.stopReason;
  return { ...result, content: { type: 'text', text }, ...(stopReason === undefined ? {} : { stopReason }) };
}

/** A result in which the model uses a tool; such a result stops because of it. */
export function withToolContent(result: JsonObject, id: string, name: string, input: JsonObject): JsonObject {
  return { ...result, content: [{ type: 'tool_use', id, name, input }], stopReason: 'toolUse' };
}
