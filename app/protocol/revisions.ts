export const MCP_REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

export type McpRevision = (typeof MCP_REVISIONS)[number];

export type Revision = McpRevision | 'unknown';

/** How a session starts: with the `initialize` handshake, or statelessly since 2026-07-28. */
export type Era = 'initialize' | 'modern';

export const FIRST_STATELESS = '2026-07-28';

export const LAST_INITIALIZE = '2025-11-25';

/** The only revision that allows JSON-RPC batches. */
export const BATCH_REVISION = '2025-03-26';

/** The first revision in which invalid arguments are reported in a tool result (SEP-1303). */
export const ARGUMENTS_AS_TOOL_ERRORS = '2025-11-25';

/** The only revision with tasks in its core. */
export const TASKS_REVISION = '2025-11-25';

/** The first revision in which clients declare elicitation modes, `form` and `url` (changelog). */
export const ELICITATION_MODES = '2025-11-25';

/** False for a revision without JSON-RPC batches; true while the revision is unknown. */
export function allowsBatches(revision: Revision): boolean {
  return revision === BATCH_REVISION || revision === 'unknown';
}

/** Reads a `protocolVersion` from the wire; anything but a known revision is unknown. */
export function readRevision(value: unknown): Revision {
  return MCP_REVISIONS.find((revision) => revision === value) ?? 'unknown';
}

/** The era of a revision, even an unpublished one: revisions are dates, which sort as text. */
export function eraOf(revision: string): Era {
  return revision >= FIRST_STATELESS ? 'modern' : 'initialize';
}

/** True for revisions without a handshake; false if the revision is unknown. */
export function isStateless(revision: Revision): boolean {
  return atLeast(revision, FIRST_STATELESS);
}

/** True for `since` and later; false if the revision is unknown. */
export function atLeast(revision: Revision, since: McpRevision): boolean {
  return revision !== 'unknown' && revision >= since;
}

/** True up to and including `until`; false if the revision is unknown. */
export function atMost(revision: Revision, until: McpRevision): boolean {
  return revision !== 'unknown' && revision <= until;
}

export function revisionsOf(era: Era): readonly string[] {
  return MCP_REVISIONS.filter((revision) => eraOf(revision) === era).reverse();
}

export function newestOf(era: Era): string {
  return revisionsOf(era)[0] ?? FIRST_STATELESS;
}

/** Our newest revision in this era that the other side also lists. */
export function sharedRevision(era: Era, theirs: readonly string[]): string | undefined {
  return revisionsOf(era).find((revision) => theirs.includes(revision));
}
