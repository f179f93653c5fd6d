import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseJson } from '../../app/base/json-value.ts';

/** The JSON value in a file; undefined if the file cannot be read or is damaged. */
export async function readJson(file: string): Promise<unknown> {
  return parseJson(await readFile(file, 'utf8').catch(() => ''));
}

/** Writes a JSON file in one step, and its folder, for its owner only. Rejects as the disk does. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.part`, `${JSON.stringify(value)}\n`, { mode: 0o600 });
  await rename(`${file}.part`, file);
}
