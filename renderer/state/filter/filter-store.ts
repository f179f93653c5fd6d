import { create } from 'zustand';
import type { ErrorTier } from '../../../app/frame/tier.ts';

type FilterState = {
  /** The text of the filter field. */
  readonly text: string;
  /** One sentence if the text cannot be read; else empty. */
  readonly fault: string;
  /** The tiers that the counters filter on; empty shows all. */
  readonly tiers: readonly ErrorTier[];
};

/** The filter that all logs share. */
export const useFilter = create<FilterState>(() => ({ text: '', fault: '', tiers: [] }));

/** Turns the filter on one tier on or off. */
export function toggleTier(tier: ErrorTier): void {
  useFilter.setState(({ tiers }) => ({
    tiers: tiers.includes(tier) ? tiers.filter((other) => other !== tier) : [...tiers, tier],
  }));
}

export function setFilterText(text: string): void {
  useFilter.setState({ text });
}

export function clearFilter(): void {
  useFilter.setState({ text: '', tiers: [] });
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
