import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseJson } from '../../app/base/json-value.ts';
import { makeFolder } from './own-folder.ts';
import { readRegular } from './regular-file.ts';

/** The JSON value in a file; undefined if the file cannot be read or is damaged. */
export async function readJson(file: string): Promise<unknown> {
  return parseJson(String(await readRegular(file).catch(() => '')));
}

/** Writes a JSON file in one step, and its folder, for its owner only. Rejects as the disk does. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  await makeFolder(dirname(file));
  // A name that nobody knows before, created anew: nothing is written through a link that was put there.
  const part = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(part, `${JSON.stringify(value)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}
