import { create } from 'zustand';
import type { RecentFile } from '../../../app/contract/recent-commands.ts';
import { told } from '../host/command.ts';
import { host, settled } from '../host/host.ts';
import { useScreen } from '../screen/screen-store.ts';

/** The files that were opened before, the newest first, as the host last told them. */
export const useRecentFiles = create<{ readonly files: readonly RecentFile[] }>(() => ({ files: [] }));

/** Asks the host for the list. */
export async function loadRecentFiles(): Promise<void> {
  const listed = await settled(host().listRecent({}));
  if (listed.ok) useRecentFiles.setState({ files: listed.value });
}

/** Takes a file off the list, or all of them; nothing on the disk is removed but copies that were handed over. */
export async function forgetRecentFiles(paths?: readonly string[]): Promise<void> {
  await told(host().forgetRecent(paths === undefined ? {} : { paths: [...paths] }));
  await loadRecentFiles();
}

/** Keeps the list true: it changes where a file gets its tab, and is unknown before the link is open. */
export function followOpenedFiles(): void {
  useScreen.subscribe(({ sessions, link }, before) => {
    const isNew = sessions.some(
      ({ session, state }) => state === 'file' && !before.sessions.some((other) => other.session === session),
    );
    if (isNew || (link === 'open' && before.link !== 'open')) void loadRecentFiles();
  });
}
