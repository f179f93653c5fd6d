import { create } from 'zustand';
import type { RawDraft } from '../../app/raw-editor/raw-draft.ts';

/** What was sent last, and what it was meant to show. */
export type Sent = {
  readonly session: string;
  /** The seqs of its first and last line. */
  readonly first: number;
  readonly last: number;
  /** The template that the line came from; null for one of the user's own. */
  readonly template: string | null;
};

type ComposerState = {
  readonly draft: RawDraft;
  /** The template in the field; null once the line is one of the user's own. */
  readonly template: string | null;
  /** Why the last line could not be loaded or sent; empty where it could. */
  readonly fault: string;
  readonly sent: Sent | null;
};

/** The composer keeps what was typed while its dialog is closed. */
export const useComposer = create<ComposerState>(() => ({
  draft: { form: 'text', text: '' },
  template: null,
  fault: '',
  sent: null,
}));
