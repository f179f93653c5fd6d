import { ownFolder } from '../system/own-folder.ts';
import { CommandEnd, exitCodes } from './command-end.ts';

/**
 * Makes the data folder the user's alone before an app starts on it, as `ownFolder` does; `complain` hears what
 * was changed or stays unsafe, as sentences. Throws the end of the command if the folder is refused.
 */
export async function claimDataFolder(folder: string, complain: (note: string) => void): Promise<void> {
  const own = await ownFolder(folder);
  if (!own.ok) throw new CommandEnd(own.error, exitCodes.cannotOpen);
  if (own.value.note !== '') complain(own.value.note);
}
