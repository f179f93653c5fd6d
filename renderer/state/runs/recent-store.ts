import { create } from 'zustand';
import type { RecentFile } from '../../../app/contract/recording-commands.ts';
import type { Action } from '../../ui/controls/action.ts';
import { host, notifyFailure, settled } from '../host/host.ts';
import { readRemembered, remember } from '../screen/kept-entries.ts';
import { useScreen } from '../screen/screen-store.ts';

/** The files that were opened before, the newest first, as the host last reported them. */
export const useRecentFiles = create<{ readonly files: readonly RecentFile[] }>(() => ({ files: [] }));

/** Asks the host for the list. */
export async function loadRecentFiles(): Promise<void> {
  const listed = await settled(host().listRecent({}));
  if (listed.ok) useRecentFiles.setState({ files: listed.value });
}

/** Takes a file off the list, or all of them; nothing on the disk is removed but copies that were handed over. */
export async function forgetRecentFiles(paths?: readonly string[]): Promise<void> {
  await notifyFailure(host().forgetRecent(paths === undefined ? {} : { paths: [...paths] }));
  await loadRecentFiles();
}

/** Keeps the list up to date: it changes when a file gets its tab, and is unknown before the link is open. */
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

/** The titles of the actions that were chosen last in the palette, the newest first. */
export function recentChoices(): readonly string[] {
  const kept = readRemembered(KEY);
  return Array.isArray(kept) ? kept.filter((title) => typeof title === 'string').slice(0, MOST) : [];
}

export function rememberChoice(action: Action): void {
  remember(KEY, [action.title, ...recentChoices().filter((title) => title !== action.title)].slice(0, MOST));
}
