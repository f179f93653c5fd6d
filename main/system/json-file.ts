import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseJson } from '../../app/base/json-value.ts';
import { makeFolder, makeFolderNow } from './own-folder.ts';
import { readRegular } from './regular-file.ts';

/** The JSON value in a file; undefined if the file cannot be read or is damaged. */
export async function readJson(file: string): Promise<unknown> {
  return parseJson(String(await readRegular(file).catch(() => '')));
}

/** Writes a JSON file in one step, and its folder, for its owner only. Rejects as the disk does. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  await makeFolder(dirname(file));
  const part = partOf(file);
  try {
    await writeFile(part, `${JSON.stringify(value)}\n`, ANEW);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** The same at once, for what is known only when the program ends. Throws as the disk does. */
export function writeJsonNow(file: string, value: unknown): void {
  makeFolderNow(dirname(file));
  const part = partOf(file);
  try {
    writeFileSync(part, `${JSON.stringify(value)}\n`, ANEW);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** A name that nobody knows before, created anew: nothing is written through a link that was put there. */
const ANEW = { mode: 0o600, flag: 'wx' };

function partOf(file: string): string {
  return `${file}.${randomUUID()}.part`;
}
