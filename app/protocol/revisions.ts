import { MCP_REVISIONS } from '../codes/vocabularies.ts';

/** How a session talks: with the `initialize` handshake, or statelessly since 2026-07-28. */
export type Era = 'initialize' | 'modern';

const FIRST_MODERN = '2026-07-28';

/** The era of a revision: revisions are dates, so their order is the order of their text. */
export function eraOf(revision: string): Era {
  return revision >= FIRST_MODERN ? 'modern' : 'initialize';
}

/** The revisions that a session can speak in an era, newest first. */
export function revisionsOf(era: Era): readonly string[] {
  return MCP_REVISIONS.filter((revision) => eraOf(revision) === era).reverse();
}

/** The newest revision of an era: what is asked for where the user names none. */
export function newestOf(era: Era): string {
  return revisionsOf(era)[0] ?? FIRST_MODERN;
}

/** The first of our revisions of this era that the other side lists too. */
export function sharedRevision(era: Era, theirs: readonly string[]): string | undefined {
  return revisionsOf(era).find((revision) => theirs.includes(revision));
}
