import type { KeyChord } from './key-chord.ts';

export type ActionGroup = 'Log' | 'Search' | 'Filters' | 'Tools' | 'Replay' | 'Sessions' | 'View' | 'Help';

/** Something that a user can do: the palette, the keys page and the keyboard read tables of these. */
export type Action = {
  readonly title: string;
  /** A few words more, for the palette. */
  readonly detail?: string;
  readonly group: ActionGroup;
  readonly keys: readonly KeyChord[];
  readonly run: () => void;
  /** While it is false, the keys do nothing and the palette leaves the action out. */
  readonly when?: () => boolean;
};
