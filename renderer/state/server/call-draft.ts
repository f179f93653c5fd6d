import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import type { ToolInfo } from '../../../app/contract/commands.ts';
import { LAB_SHORT_TIMEOUT_MS } from '../../../app/lab/lab-tools.ts';
import { jsonFault } from '../../ui/forms/json-fault.ts';
import { hasMembers } from '../../ui/forms/object-form.tsx';
import { startArguments } from '../../ui/forms/start-value.ts';
import type { LimitsDraft } from './call-limits.ts';
import { labTool } from './tool-groups.ts';

/** What was typed for one request. */
export type Draft = {
  /** The arguments as JSON, perhaps not valid: the form and the JSON view edit this one text. */
  readonly text: string;
  /** The last arguments that were valid, which the form shows while `text` is not. */
  readonly kept: JsonObject;
  readonly view: DraftView;
} & LimitsDraft;

export type DraftView = 'form' | 'json';

/** The draft of a tool that nothing was typed for. The lab's tools come with arguments sure to fail as described. */
export function firstDraft(tool: ToolInfo): Draft {
  const lab = labTool(tool.name);
  const args = lab !== undefined ? lab.sampleArguments : startArguments(tool.inputSchema);
  const view = lab === undefined && hasMembers(tool.inputSchema) ? 'form' : 'json';
  const timeoutMs = lab?.needsShortTimeout ? String(LAB_SHORT_TIMEOUT_MS) : '';
  return { ...writtenArguments(args), timeoutMs, view };
}

/** The draft with its arguments as typed; the form keeps the last that were valid. */
export function withText<Some extends Pick<Draft, 'text' | 'kept'>>(draft: Some, text: string): Some {
  const value: unknown =
    text.trim() === '' ? {} : jsonFault(text) === undefined ? JSON.parse(text) : undefined;
  return { ...draft, text, kept: isJsonObject(value) ? value : draft.kept };
}

/** Arguments as a draft holds them. */
export function writtenArguments(args: JsonObject): Pick<Draft, 'text' | 'kept'> {
  return { text: JSON.stringify(args, null, 2), kept: args };
}

/** The draft of arguments that are known from elsewhere, such as a URI that was chosen. */
export function draftOf(args: JsonObject, schema: JsonObject): Draft {
  return { ...writtenArguments(args), timeoutMs: '', view: hasMembers(schema) ? 'form' : 'json' };
}
