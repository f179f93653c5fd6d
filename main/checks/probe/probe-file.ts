import { join } from 'node:path';
import { ok, type Result } from '../../../app/base/result.ts';
import { claimRecordingFile } from '../../recording/recording-file.ts';
import { makeFolder, ownFolder } from '../../system/own-folder.ts';

/** Takes a path for the recording of a probe in the data folder. Fails with a sentence if the folder is not one's own. */
export async function probeFile(dataFolder: string, startedAt: Date, label: string): Promise<Result<string>> {
  const own = await ownFolder(dataFolder);
  if (!own.ok) return own;
  const folder = join(dataFolder, 'recordings');
  await makeFolder(folder);
  return ok(claimRecordingFile(folder, startedAt, label, 'probe'));
}
