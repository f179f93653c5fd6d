import type { FoundFile, FoundServer } from '../../../app/contract/profile-commands.ts';

/** The name of a server among all that were found. */
export function placeOf(file: FoundFile, server: FoundServer): string {
  return JSON.stringify([file.path, ...server.at]);
}
