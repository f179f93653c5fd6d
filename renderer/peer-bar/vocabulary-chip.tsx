import type { SessionInfo } from '../../app/contract/session-info.ts';

/** The place of the vocabulary that the server was inferred to speak; empty until it is inferred. */
export function VocabularyChip(_props: { readonly info: SessionInfo }) {
  return null;
}
