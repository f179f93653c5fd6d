import { create } from 'zustand';
import { parseQuery } from '../../../app/frame/query/parse-query.ts';
import type { ErrorTier } from '../../../app/frame/tier.ts';
import { showCenterView, useScreen, viewInFront } from '../screen/screen-store.ts';
import { useLogView } from './log-view.ts';

/** A wall-clock range, in milliseconds since 1970. */
export type FilterSpan = { readonly from: number; readonly to: number };

/** The only problem whose rows are shown: its id and its label. */
type ShownProblem = { readonly id: string; readonly label: string };

type FilterState = {
  readonly text: string;
  /** One sentence if the text is invalid; else empty. */
  readonly fault: string;
  /** The tiers selected with the counters; empty shows all. */
  readonly tiers: readonly ErrorTier[];
  /** The range selected on the strip; null for everything. */
  readonly span: FilterSpan | null;
  readonly problem: ShownProblem | null;
};

const NO_FILTER: FilterState = { text: '', fault: '', tiers: [], span: null, problem: null };

export const useFilter = create<FilterState>(() => NO_FILTER);

type Confined = {
  readonly filter: FilterState;
  readonly sort: ReturnType<typeof useLogView.getState>['sort'];
};

/** The filters and orders of inactive logs. */
const resting = new Map<string, Confined>();

/** Gives each log its own filter and order; the stores hold those of the active log, and what is wrong in its text. */
export function followFilter(): void {
  useFilter.subscribe(({ text }, before) => {
    if (text === before.text) return;
    const query = parseQuery(text);
    useFilter.setState({ fault: query.ok ? '' : query.error.message });
  });
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

export function forgetFilter(session: string): void {
  resting.delete(session);
}

/** The filter for the host: a problem restricts whatever the text matches. */
export function filterText({
  text,
  fault,
  problem,
}: Pick<FilterState, 'text' | 'fault' | 'problem'>): string {
  if (problem === null) return text;
  return `problem:${problem.id}${fault !== '' || text.trim() === '' ? '' : ` (${text})`}`;
}

export function toggleTier(tier: ErrorTier): void {
  useFilter.setState(({ tiers }) => ({
    tiers: tiers.includes(tier) ? tiers.filter((other) => other !== tier) : [...tiers, tier],
  }));
}

export function setFilterText(text: string): void {
  useFilter.setState({ text });
}

/** Shows only this range; null shows all. */
export function setFilterSpan(span: FilterSpan | null): void {
  useFilter.setState({ span });
}

export function clearFilter(): void {
  useFilter.setState(NO_FILTER);
}

/** True if the filter has this top-level term, such as `is:expected`. */
export function hasTerm(text: string, term: string): boolean {
  return tokens(text).includes(term);
}

/** The filter with the term added to the rest, or removed if it was there. */
export function withToggledTerm(text: string, term: string): string {
  const held = tokens(text);
  if (held.includes(term)) return held.filter((token) => token !== term).join(' ');
  const before = held.join(' ');
  // "or" binds less tightly than a blank, so the old text is kept as one condition.
  const rest = held.some((token) => token.toLowerCase() === 'or') ? `(${before})` : before;
  return `${rest} ${term}`.trim();
}

/** Splits at blanks, except within quotes. */
function tokens(text: string): string[] {
  return text.match(/(?:"(?:\\.|[^"\\])*"?|[^\s"])+/g) ?? [];
}

/** Shows the log with the rows of this filter and range; null for everything. */
export function showInLog(
  terms: readonly string[],
  span: FilterSpan | null = null,
  problem: ShownProblem | null = null,
): void {
  useFilter.setState({ text: terms.join(' '), span, problem });
  showCenterView('log');
}
