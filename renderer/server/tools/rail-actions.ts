import { setRailOpen } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { LIST_WORDS, type Listed } from '../../state/server/listed.ts';
import { type RailTab, showTab } from '../../state/server/rail-store.ts';
import { refreshList } from '../../state/server/refresh-list.ts';
import type { Action } from '../../ui/keyboard/action.ts';

const PAGES: readonly (readonly [RailTab, string])[] = [
  ['tools', 'Tools'],
  ['resources', 'Resources'],
  ['prompts', 'Prompts'],
  ['tasks', 'Tasks'],
  ['request', 'Request'],
];

const LISTS: readonly Listed[] = ['tools', 'resources', 'resourceTemplates', 'prompts'];

/** The pages of the rail, and asking the server anew for its lists, for the palette. */
export const RAIL_ACTIONS: readonly Action[] = [
  ...PAGES.map(
    ([page, name]): Action => ({
      group: 'View',
      title: `Rail: ${name}`,
      keys: [],
      run: () => show(page),
      when: () => useScreen.getState().active !== null,
    }),
  ),
  ...LISTS.map(
    (what): Action => ({
      group: 'Tools',
      title: `Refresh the ${LIST_WORDS[what]}`,
      keys: [],
      run: () => refresh(what),
      when: isReady,
    }),
  ),
];

function show(page: RailTab): void {
  const { active } = useScreen.getState();
  if (active === null) return;
  showTab(active, page);
  setRailOpen(true);
}

function refresh(what: Listed): void {
  const { active } = useScreen.getState();
  if (active === null) return;
  show(what === 'resourceTemplates' || what === 'tasks' ? 'resources' : what);
  void refreshList(active, what);
}

function isReady(): boolean {
  const { sessions, active } = useScreen.getState();
  return sessions.some(({ session, state }) => session === active && state === 'ready');
}
