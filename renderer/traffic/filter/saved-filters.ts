import { create } from 'zustand';
import type { SavedFilter } from '../../../app/contract/search-commands.ts';
import type { ErrorTier } from '../../../app/frame/tier.ts';
import { host, settled } from '../../state/host/host.ts';
import { useFilter } from '../../state/log/filter-store.ts';
import { giveFocus } from '../../state/screen/focus-targets.ts';
import { notify } from '../../state/screen/notices-store.ts';
import { isAnyOpen } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { type Action, actionsOf } from '../../ui/controls/action.ts';

type SavedFilters = {
  readonly filters: readonly SavedFilter[];
  readonly open: boolean;
};

export const useSavedFilters = create<SavedFilters>(() => ({ filters: [], open: false }));

/** Reads the list whenever the host is there (again). */
export function followSavedFilters(): void {
  useScreen.subscribe((state, before) => {
    if (state.link === 'open' && before.link !== 'open') void load();
  });
}

async function load(): Promise<void> {
  const listed = await settled(host().listFilters({}));
  if (listed.ok) useSavedFilters.setState({ filters: listed.value });
  else notify({ level: 'error', text: `The saved filters cannot be read. ${listed.error}` });
}

/**
 * Replaces the list, here at once and at the host. If that fails, a notice says so, nothing changes, and it
 * gives false.
 */
export async function keepFilters(filters: readonly SavedFilter[]): Promise<boolean> {
  const before = useSavedFilters.getState().filters;
  useSavedFilters.setState({ filters });
  const kept = await settled(host().saveFilters({ filters: [...filters] }));
  if (kept.ok) return true;
  useSavedFilters.setState({ filters: before });
  notify({ level: 'error', text: `The filters were not saved. ${kept.error}` });
  return false;
}

/** Puts a filter into force, in place of the one that is. */
export function applyFilter(filter: SavedFilter): void {
  useFilter.setState({ text: filter.text, tiers: [] });
  useSavedFilters.setState({ open: false });
  giveFocus('log');
}

export function openSavedFilters(open: boolean): void {
  useSavedFilters.setState({ open });
}

/** The saved filters, then the built-in ones, as actions of the palette. */
export function filterActions(): Action[] {
  const { filters } = useSavedFilters.getState();
  return [...filters, ...BUILT_IN_FILTERS].map((filter) => ({
    group: 'Filters',
    title: `Filter: ${filter.name}`,
    detail: filter.text,
    keys: [],
    run: () => applyFilter(filter),
  }));
}

export const FILTER_ACTIONS = actionsOf('Filters', [
  ['Saved filters', 's', () => openSavedFilters(true), isAnyOpen],
]);

type Filters = readonly SavedFilter[];

/** The filter in force as one text: the pressed counters become a term of it. */
export function wholeFilter(text: string, tiers: readonly ErrorTier[]): string {
  const typed = text.trim();
  if (tiers.length === 0) return typed;
  const head = `tier:${tiers.join(',')}`;
  if (typed === '') return head;
  return /(^|\s)or(\s|$)/i.test(typed) ? `${head} (${typed})` : `${head} ${typed}`;
}

/** The list with a filter at its end, or in the place of the one that has its name. */
export function withFilter(filters: Filters, added: SavedFilter): Filters {
  if (!hasName(filters, added.name)) return [...filters, added];
  return filters.map((one) => (sameName(one.name, added.name) ? added : one));
}

export function hasName(filters: Filters, name: string): boolean {
  return filters.some((one) => sameName(one.name, name));
}

/** The list with another name for one filter; undefined if another one has that name. */
export function renamed(filters: Filters, from: string, to: string): Filters | undefined {
  if (!sameName(from, to) && hasName(filters, to)) return undefined;
  return filters.map((one) => (one.name === from ? { ...one, name: to } : one));
}

/** The list with one filter a place further up (-1) or down (1), if there is such a place. */
export function moved(filters: Filters, name: string, step: 1 | -1): Filters {
  const at = filters.findIndex((one) => one.name === name);
  const [one, other] = [filters[at], filters[at + step]];
  if (one === undefined || other === undefined) return filters;
  const next = [...filters];
  next[at] = other;
  next[at + step] = one;
  return next;
}

/** The list with a filter back at the place that it had. */
export function restored(filters: Filters, filter: SavedFilter, at: number): Filters {
  return hasName(filters, filter.name) ? filters : [...filters.slice(0, at), filter, ...filters.slice(at)];
}

function sameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

export const BUILT_IN_FILTERS: readonly SavedFilter[] = [
  { name: 'Errors only', text: 'tier:tool,protocol,client,transport' },
  { name: 'Slow calls', text: 'dur:>1s' },
  { name: 'Large frames', text: 'size:>100kb' },
  { name: 'Never answered', text: 'outcome:pending,lost,timed-out,cancelled' },
  { name: 'Rows with findings', text: 'rule:*' },
  { name: 'Calls with stderr', text: 'has:stderr' },
  { name: 'Raw messages and their answers', text: 'is:raw,expected' },
  { name: 'Asked by the server', text: 'kind:request dir:in' },
  { name: 'Without pings and notifications', text: '-method:ping -kind:notification' },
];
