import { isJsonObject } from '../base/json-value.ts';

export type ToolHint = {
  readonly hint: 'destructive' | 'read-only' | 'idempotent' | 'open world';
  readonly meaning: string;
};

const DESTRUCTIVE: ToolHint = {
  hint: 'destructive',
  meaning: 'The server says that a call may delete or overwrite something.',
};
const READ_ONLY: ToolHint = {
  hint: 'read-only',
  meaning: 'The server says that a call changes nothing.',
};
const IDEMPOTENT: ToolHint = {
  hint: 'idempotent',
  meaning: 'The server says that a second call with the same arguments changes nothing more.',
};
const OPEN_WORLD: ToolHint = {
  hint: 'open world',
  meaning: 'The server says that a call may reach other systems, such as the web.',
};

/**
 * The hints that a tool's annotations declare (MCP 2025-11-25, schema.ts, `ToolAnnotations`). What a tool leaves out
 * is not shown as its default: nearly every tool would be destructive. The server's own word, and no promise.
 */
export function toolHints(annotations: unknown): readonly ToolHint[] {
  if (!isJsonObject(annotations)) return [];
  const readOnly = annotations.readOnlyHint === true;
  return [
    ...(annotations.destructiveHint === true ? [DESTRUCTIVE] : []),
    ...(readOnly ? [READ_ONLY] : []),
    // Of a tool that changes nothing it says nothing.
    ...(annotations.idempotentHint === true && !readOnly ? [IDEMPOTENT] : []),
    ...(annotations.openWorldHint === true ? [OPEN_WORLD] : []),
  ];
}

/** True if the server declares that a call may destroy something. */
export function isDestructive(annotations: unknown): boolean {
  return isJsonObject(annotations) && annotations.destructiveHint === true;
}
