import { create } from 'zustand';
import type { ErrorTier } from '../../../app/frame/tier.ts';
import { showCenterView, useScreen, viewInFront } from '../screen/screen-store.ts';
import { useLogView } from './log-view.ts';

/** From one moment to another by the wall clock, in milliseconds since 1970. */
export type FilterSpan = { readonly from: number; readonly to: number };

/** A problem whose rows alone are shown: its id, and how the screen names it. */
type ShownProblem = { readonly id: string; readonly label: string };

type FilterState = {
  /** The text of the filter field. */
  readonly text: string;
  /** One sentence if the text cannot be read; else empty. */
  readonly fault: string;
  /** The tiers that the counters filter on; empty shows all. */
  readonly tiers: readonly ErrorTier[];
  /** The time that was chosen on the strip; null for all of it. */
  readonly span: FilterSpan | null;
  readonly problem: ShownProblem | null;
};

const NO_FILTER: FilterState = { text: '', fault: '', tiers: [], span: null, problem: null };

/** The filter of the log in front. */
export const useFilter = create<FilterState>(() => NO_FILTER);

type Confined = {
  readonly filter: FilterState;
  readonly sort: ReturnType<typeof useLogView.getState>['sort'];
};

/** The filters and orders of the logs that are not in front. */
const resting = new Map<string, Confined>();

/** Gives each log a filter and an order of its own: those of the log in front are in the stores. */
export function followFront(): void {
  let front = viewInFront();
  useScreen.subscribe(() => {
    const before = front;
    front = viewInFront();
    if (front === before) return;
    if (before !== null)
      resting.set(before, { filter: useFilter.getState(), sort: useLogView.getState().sort });
    const next = resting.get(front ?? '');
    useFilter.setState(next?.filter ?? NO_FILTER);
    useLogView.setState({ sort: next?.sort ?? null });
  });
}

/** Forgets the filter of a session that is closed. */
export function forgetFilter(session: string): void {
  resting.delete(session);
}

/** The filter as the host reads it: a problem confines whatever the text asks for. */
export function filterText({
  text,
  fault,
  problem,
}: Pick<FilterState, 'text' | 'fault' | 'problem'>): string {
  if (problem === null) return text;
  return `problem:${problem.id}${fault !== '' || text.trim() === '' ? '' : ` (${text})`}`;
}

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
  useFilter.setState(NO_FILTER);
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
export function showInLog(
  terms: readonly string[],
  span: FilterSpan | null = null,
  problem: ShownProblem | null = null,
): void {
  useFilter.setState({ text: terms.join(' '), span, problem });
  showCenterView('log');
}
