import { isJsonObject } from '../base/json-value.ts';

export type ToolHint = {
  readonly hint: keyof typeof MEANINGS;
  readonly meaning: string;
};

const MEANINGS = {
  destructive: 'The server says that a call may delete or overwrite something.',
  'read-only': 'The server says that a call changes nothing.',
  idempotent: 'The server says that a second call with the same arguments changes nothing more.',
  'open world': 'The server says that a call may reach other systems, such as the web.',
} as const;

/** The hints that annotations declare (2025-11-25, `ToolAnnotations`), without defaults; they are unverified. */
export function toolHints(annotations: unknown): readonly ToolHint[] {
  if (!isJsonObject(annotations)) return [];
  const { destructiveHint, readOnlyHint, idempotentHint, openWorldHint } = annotations;
  const declared = {
    destructive: destructiveHint === true,
    'read-only': readOnlyHint === true,
    // Meaningless for a read-only tool.
    idempotent: idempotentHint === true && readOnlyHint !== true,
    'open world': openWorldHint === true,
  };
  const hints = Object.keys(MEANINGS) as ToolHint['hint'][];
  return hints.filter((hint) => declared[hint]).map((hint) => ({ hint, meaning: MEANINGS[hint] }));
}

/** True if the server declares that a call may be destructive. */
export function isDestructive(annotations: unknown): boolean {
  return isJsonObject(annotations) && annotations.destructiveHint === true;
}
