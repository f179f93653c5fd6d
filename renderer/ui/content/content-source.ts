import { createContext } from 'react';

/** What came of reading a resource; `seq` is the request's record, 0 if none was sent. */
export type ResourceReading =
  | { readonly kind: 'failed'; readonly why: string; readonly seq: number }
  | { readonly kind: 'read'; readonly contents: unknown; readonly seq: number };

/** The session that shown content came from, for what can be read on. */
export type ContentSource = {
  readonly session: string;
  /** Why nothing can be read now, in a sentence; empty if it can. */
  readonly refusal: string;
  readonly read: (uri: string) => Promise<ResourceReading>;
};

/** Null if nothing can be read on. */
export const ContentSourceContext = createContext<ContentSource | null>(null);
