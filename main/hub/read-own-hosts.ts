import { join } from 'node:path';
import { type OwnHostFiles, parseOwnHosts } from '../../app/host-lens/host-table.ts';
import { problemsOf, readOwnFiles } from './read-own-files.ts';

/** Where a user's own rows about hosts lie, and the measured ones. */
export function hostsFolder(dataFolder: string): string {
  return join(dataFolder, 'hosts');
}

/** Reads every `*.json` of the folder, in the order of their names, and says what is wrong with the others. */
export async function readOwnHosts(folder: string): Promise<OwnHostFiles> {
  const read = await readOwnFiles(folder, parseOwnHosts);
  const files = read.flatMap((one) => (one.read.ok ? [one.read.value] : []));
  return { folder, files, problems: read.flatMap(problemsOf) };
}
