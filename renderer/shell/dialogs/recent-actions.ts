import type { RecentFile } from '../../../app/contract/recording-commands.ts';
import { openPaths } from '../../runs/recordings/open-files.ts';
import { notify } from '../../state/notices/notices-store.ts';
import { useRecentFiles } from '../../state/recent/recent-store.ts';
import { formatMoment } from '../../ui/format/time-text.ts';
import type { Action } from '../../ui/keyboard/action.ts';

const LISTED = 10;

/** The recent files that are still there, as actions of the palette. */
export function recentFileActions(): Action[] {
  const files = useRecentFiles
    .getState()
    .files.filter(({ missing }) => missing === '')
    .slice(0, LISTED);
  return files.map((file) => ({
    group: 'Sessions',
    title: titleOf(file, files),
    keys: [],
    run: () =>
      void openPaths([file.path], (text) => {
        if (text !== '') notify({ level: 'info', text });
      }),
  }));
}

/** Files of one name are told apart by where they lie, or by when they were handed over. */
function titleOf(file: RecentFile, files: readonly RecentFile[]): string {
  const { name, format, path, received, openedAt } = file;
  const title = `Open recent: ${name} (${format})`;
  if (!files.some((other) => other.path !== path && other.name === name && other.format === format))
    return title;
  return `${title}, ${received ? `handed over ${formatMoment(openedAt)}` : path}`;
}
