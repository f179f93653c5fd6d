import { type ComponentType, createContext, type ReactNode } from 'react';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import type { TextRange } from '../../app/frame/query/text-matcher.ts';
import type { WireError } from '../../app/wire/envelope.ts';
import type { Inspected } from '../state/inspected/inspected.ts';

export type ExchangeCardProps = { readonly inspected: Inspected; readonly info: SessionInfo };

type FoundRangesProps = {
  readonly session: string;
  readonly seq: number;
  readonly children: (ranges: readonly TextRange[]) => ReactNode;
};

/** Parts of the inspector from other features; the shell connects them. */
export type InspectorSlots = {
  readonly ExchangeCards?: ComponentType<ExchangeCardProps>;
  readonly ErrorCards?: ComponentType<ExchangeCardProps & { readonly error: WireError }>;
  /** Returns the search matches in the text of a record. */
  readonly FoundRanges?: ComponentType<FoundRangesProps>;
  readonly searchFor?: (text: string) => void;
  /** Opens the selected request in its form. */
  readonly editAgain?: { readonly when: () => boolean; readonly run: () => Promise<void> };
  /** The task that a server created instead of a result; without it, a tree of the result. */
  readonly CreatedTask?: ComponentType<{ readonly result: unknown; readonly session: string }>;
  /** Shown above the selection on every page. */
  readonly Head?: ComponentType;
  readonly LookupToggle?: ComponentType;
  readonly LookupButton?: ComponentType<{ readonly code: string }>;
};

export const InspectorSlotsContext = createContext<InspectorSlots>({});
