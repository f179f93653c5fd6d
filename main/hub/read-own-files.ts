import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { OwnFileProblem } from '../../app/base/own-file.ts';
import { err, ok, type Result } from '../../app/base/result.ts';
import { fileFailure } from '../system/file-failure.ts';
import { readRegular } from '../system/regular-file.ts';

/** A file of 5,000 entries with long sentences stays below this, in bytes. */
const MAX_BYTES = 10_000_000;

/** One of a user's own files, by its name in the folder, and what it holds or what is wrong with it. */
export type OwnFile<Value> = {
  readonly file: string;
  readonly read: Result<Value, readonly string[]>;
};

/** Reads every `*.json` of a folder of the user, in the order of their names; a folder that is not there holds nothing. */
export async function readOwnFiles<Value>(
  folder: string,
  parse: (text: string) => Result<Value, readonly string[]>,
): Promise<readonly OwnFile<Value>[]> {
  const names = await readdir(folder).catch(() => []);
  const files: OwnFile<Value>[] = [];
  for (const file of names.filter((name) => name.endsWith('.json')).sort()) {
    const text = await textOf(join(folder, file));
    files.push({ file, read: text.ok ? parse(text.value) : err([text.error]) });
  }
  return files;
}

async function textOf(path: string): Promise<Result<string>> {
  try {
    return ok(String(await readRegular(path, { mostBytes: MAX_BYTES })));
  } catch (error) {
    return err(`The file cannot be read: ${fileFailure(error)}.`);
  }
}

/** What is wrong with a file, as sentences with its name. */
export function problemsOf({ file, read }: OwnFile<unknown>): readonly OwnFileProblem[] {
  return read.ok ? [] : read.error.map((message) => ({ file, message }));
}
