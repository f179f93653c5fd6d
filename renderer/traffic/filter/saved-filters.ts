import { create } from 'zustand';
import type { SavedFilter } from '../../../app/contract/search-commands.ts';
import { host, settled } from '../../state/host/host.ts';
import { giveFocus } from '../../state/screen/focus-targets.ts';
import { notify, setFilterText } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import type { Action } from '../../ui/keyboard/action.ts';
import { BUILT_IN_FILTERS } from './built-in-filters.ts';

export type SavedFilters = {
  readonly filters: readonly SavedFilter[];
  /** True while their menu is open. */
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

/** Replaces the list, here at once and at the host; where that fails, the user is told and nothing has changed. */
export async function keepFilters(filters: readonly SavedFilter[]): Promise<void> {
  const before = useSavedFilters.getState().filters;
  useSavedFilters.setState({ filters });
  const kept = await settled(host().saveFilters({ filters: [...filters] }));
  if (kept.ok) return;
  useSavedFilters.setState({ filters: before });
  notify({ level: 'error', text: `The filters were not saved. ${kept.error}` });
}

/** Puts a filter into force, in place of the one that is. */
export function applyFilter(filter: SavedFilter): void {
  useScreen.setState({ tiers: [] });
  setFilterText(filter.text);
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

export const FILTER_ACTIONS: readonly Action[] = [
  {
    group: 'Filters',
    title: 'Saved filters',
    keys: [{ key: 's' }],
    run: () => openSavedFilters(true),
    when: () => useScreen.getState().active !== null,
  },
];
