import { create } from 'zustand';
import type { ErrorTier } from '../../../app/frame/tier.ts';
import { showCentreView } from '../screen/screen-store.ts';

/** From one moment to another by the wall clock, in milliseconds since 1970. */
export type FilterSpan = { readonly from: number; readonly to: number };

type FilterState = {
  /** The text of the filter field. */
  readonly text: string;
  /** One sentence if the text cannot be read; else empty. */
  readonly fault: string;
  /** The tiers that the counters filter on; empty shows all. */
  readonly tiers: readonly ErrorTier[];
  /** The time that was chosen on the strip; null for all of it. */
  readonly span: FilterSpan | null;
};

/** The filter that all logs share. */
export const useFilter = create<FilterState>(() => ({ text: '', fault: '', tiers: [], span: null }));

/** Turns the filter on one tier on or off. */
export function toggleTier(tier: ErrorTier): void {
  useFilter.setState(({ tiers }) => ({
    tiers: tiers.includes(tier) ? tiers.filter((other) => other !== tier) : [...tiers, tier],
  }));
}

export function setFilterText(text: string): void {
  useFilter.setState({ text });
}

/** Shows only what is of this time; null shows all. */
export function setFilterSpan(span: FilterSpan | null): void {
  useFilter.setState({ span });
}

export function clearFilter(): void {
  useFilter.setState({ text: '', tiers: [], span: null });
}

/** True if the filter has this term, such as `is:expected`, as one of its own. */
export function hasTerm(text: string, term: string): boolean {
  return tokens(text).includes(term);
}

/** The filter with the term added to everything else, or without it if it has it. */
export function withToggledTerm(text: string, term: string): string {
  const held = tokens(text);
  if (held.includes(term)) return held.filter((token) => token !== term).join(' ');
  const before = held.join(' ');
  // "or" binds less than a blank: what was written stays one condition.
  const rest = held.some((token) => token.toLowerCase() === 'or') ? `(${before})` : before;
  return `${rest} ${term}`.trim();
}

/** Blanks within quotes belong to their word. */
function tokens(text: string): string[] {
  return text.match(/(?:"(?:\\.|[^"\\])*"?|[^\s"])+/g) ?? [];
}

/** Shows the log with the rows that this filter lets pass, of this time; null for all of it. */
export function showInLog(terms: readonly string[], span: FilterSpan | null = null): void {
  setFilterText(terms.join(' '));
  setFilterSpan(span);
  showCentreView('log');
}
