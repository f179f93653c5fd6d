import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '../../app/base/result.ts';
import { textOrder } from '../../app/base/text-order.ts';
import { fileFailure } from '../system/file-failure.ts';
import { recogniseFile } from './import/read-any-recording.ts';

/**
 * The recordings that a path stands for: of a folder every file in it and below whose content is a recording, by
 * name; a file as it is. Fails with a sentence for a folder that holds none or cannot be read.
 */
export async function recordingsAt(path: string): Promise<Result<string[]>> {
  try {
    // Whoever opens a file says best why that fails.
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() !== true) return ok([path]);
    const files = await filesIn(path);
    const known: string[] = [];
    for (const file of files) if ((await recogniseFile(file).catch(() => null)) !== null) known.push(file);
    return known.length === 0 ? err(`${path} holds no recording.`) : ok(known);
  } catch (error) {
    return err(`${path} cannot be read: ${fileFailure(error)}.`);
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files: string[] = [];
  for (const entry of entries.sort((a, b) => textOrder(a.name, b.name))) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) files.push(...(await filesIn(path)));
    else if (entry.isFile()) files.push(path);
  }
  return files;
}
