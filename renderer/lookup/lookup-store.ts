import { create } from 'zustand';
import { readRemembered, remember } from '../state/screen/kept-entries.ts';

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
  readonly text: string;
};

const KEY = 'lookup.pinned';
const MAX_KEPT = 2000;

export const useLookup = create<LookupState>(() => ({
  open: false,
  query: '',
  paste: '',
  pinned: false,
  view: 'meanings',
  text: '',
  ...pinnedBefore(readRemembered(KEY)),
}));

export const { setState: setLookup } = useLookup;

/** What a pinned lookup showed before the page was loaded again; nothing if none was pinned. */
export function pinnedBefore(kept: unknown): Partial<LookupState> {
  return typeof kept === 'string' && kept !== '' ? { open: true, pinned: true, query: kept } : {};
}

/** Keeps what a pinned lookup shows over a reload. */
export function followPin(): void {
  useLookup.subscribe(({ pinned, open, query }, before) => {
    if (pinned === before.pinned && open === before.open && query === before.query) return;
    remember(KEY, pinned && open ? query.slice(0, MAX_KEPT) : '');
  });
}
