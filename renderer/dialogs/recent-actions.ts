import type { Action } from '../keyboard/actions.ts';
import { notify } from '../store/screen-actions.ts';
import { openPaths } from './open-files.ts';
import { useRecentFiles } from './recent-store.ts';

const LISTED = 10;

/** The recent files that are still there, as actions of the palette. */
export function recentFileActions(): Action[] {
  return useRecentFiles
    .getState()
    .files.filter(({ missing }) => missing === '')
    .slice(0, LISTED)
    .map(({ name, path, format }) => ({
      group: 'Sessions',
      title: `Open recent: ${name} (${format})`,
      keys: [],
      run: () =>
        void openPaths([path], (text) => {
          if (text !== '') notify({ level: 'info', text });
        }),
    }));
}
