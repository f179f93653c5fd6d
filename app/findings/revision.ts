import { MCP_REVISIONS } from '../protocol/revisions.ts';

/** The revision that holds for a message; unknown where none was agreed on or seen. */
export type Revision = (typeof MCP_REVISIONS)[number] | 'unknown';

/** Reads a `protocolVersion` as the wire has it; anything else than a known revision is unknown. */
export function readRevision(value: unknown): Revision {
  return MCP_REVISIONS.find((revision) => revision === value) ?? 'unknown';
}

/** True for the revisions without a handshake; false where the revision is unknown. */
export function isModern(revision: Revision): boolean {
  return atLeast(revision, '2026-07-28');
}

/** True from `since` on; false where the revision is unknown. */
export function atLeast(revision: Revision, since: Revision): boolean {
  return revision !== 'unknown' && revision >= since;
}

/** True up to and including `until`; false where the revision is unknown. */
export function atMost(revision: Revision, until: Revision): boolean {
  return revision !== 'unknown' && revision <= until;
}
