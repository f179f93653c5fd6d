import { create } from 'zustand';
import type { RecentFile } from '../../../app/contract/recording-commands.ts';
import type { Action } from '../../ui/controls/action.ts';
import { host, notifyFailure, settled } from '../host/host.ts';
import { useScreen } from '../screen/screen-store.ts';
import { readRemembered, remember } from '../screen/stored-entries.ts';

/** The recently opened files, newest first, as the host last reported them. */
export const useRecentFiles = create<{ readonly files: readonly RecentFile[] }>(() => ({ files: [] }));

export async function loadRecentFiles(): Promise<void> {
  const listed = await settled(host().listRecent({}));
  if (listed.ok) useRecentFiles.setState({ files: listed.value });
}

/** Removes a file or all files from the list; deletes nothing from disk except uploaded copies. */
export async function forgetRecentFiles(paths?: readonly string[]): Promise<void> {
  await notifyFailure(host().forgetRecent(paths === undefined ? {} : { paths: [...paths] }));
  await loadRecentFiles();
}

/** Keeps the list up to date: it changes when a file is opened, and is unknown before the link is open. */
export function followOpenedFiles(): void {
  useScreen.subscribe(({ sessions, link }, before) => {
    const isNew = sessions.some(
      ({ session, state }) => state === 'file' && !before.sessions.some((other) => other.session === session),
    );
    if (isNew || (link === 'open' && before.link !== 'open')) void loadRecentFiles();
  });
}

const KEY = 'palette.recent';
const MOST = 6;

/** The titles of the actions last used in the palette, newest first. */
export function recentChoices(): readonly string[] {
  const kept = readRemembered(KEY);
  return Array.isArray(kept) ? kept.filter((title) => typeof title === 'string').slice(0, MOST) : [];
}

export function rememberChoice(action: Action): void {
  remember(KEY, [action.title, ...recentChoices().filter((title) => title !== action.title)].slice(0, MOST));
}
