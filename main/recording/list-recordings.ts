import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordingFile } from '../../app/contract/commands.ts';
import { RECORDING_SUFFIX } from './recording-file.ts';

/** A recording as its folder shows it. */
export type ListedRecording = Omit<RecordingFile, 'kept'>;

/** The recordings in a folder, newest first; none where the folder does not exist. */
export async function listRecordings(folder: string): Promise<ListedRecording[]> {
  const names = await readdir(folder).catch(noneWhereMissing);
  const files = await Promise.all(
    names.filter((name) => name.endsWith(RECORDING_SUFFIX)).map((name) => describe(folder, name)),
  );
  return files
    .flat()
    .sort((a, b) => b.modifiedAt.localeCompare(a.modifiedAt) || b.name.localeCompare(a.name));
}

async function describe(folder: string, name: string): Promise<ListedRecording[]> {
  const path = join(folder, name);
  const found = await stat(path).catch(noneWhereMissing);
  if (Array.isArray(found) || !found.isFile()) return [];
  return [{ path, name, sizeBytes: found.size, modifiedAt: found.mtime.toISOString() }];
}

/** A file may go away while the folder is read; any other failure is the caller's. */
function noneWhereMissing(error: unknown): never[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}
