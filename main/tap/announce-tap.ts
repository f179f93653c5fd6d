import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A tap that runs: its process, the recording that it writes, and what its tab is called. */
export type RunningTap = { readonly pid: number; readonly file: string; readonly label: string };

/** The folder in which taps announce themselves to apps that run. */
export function tapsFolder(dataFolder: string): string {
  return join(dataFolder, 'taps');
}

/** Announces a tap; the returned function takes that back. A failure only hides the tap from the app. */
export async function announceTap(dataFolder: string, tap: RunningTap): Promise<() => Promise<void>> {
  const folder = tapsFolder(dataFolder);
  const file = join(folder, `${tap.pid}.json`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(file, JSON.stringify(tap), { mode: 0o600 });
  return () => rm(file, { force: true });
}
