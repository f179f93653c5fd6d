import { create } from 'zustand';

/** The pages of the code lookup. */
export type LookupView = 'meanings' | 'classify' | 'sdks' | 'conflicts' | 'corrections' | 'own';

type LookupState = {
  readonly open: boolean;
  readonly query: string;
  /** Lines that were pasted, and are looked up in place of the query; empty for none. */
  readonly paste: string;
  /** A pinned lookup does not follow the selection. */
  readonly pinned: boolean;
  readonly view: LookupView;
  /** The text that is to be classified. */
  readonly text: string;
};

export const useLookup = create<LookupState>(() => ({
  open: false,
  query: '',
  paste: '',
  pinned: false,
  view: 'meanings',
  text: '',
}));

export const { setState: setLookup } = useLookup;
