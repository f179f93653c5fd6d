import { randomBytes } from 'node:crypto';
import { chmod, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { z } from 'zod';
import { parseJson } from '../../app/base/json-value.ts';
import { err, ok, type Result } from '../../app/base/result.ts';
import { fileFailure, writeFailure } from '../system/file-failure.ts';
import { makeFolder } from '../system/own-folder.ts';
import { readRegular } from '../system/regular-file.ts';

type ConfigFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly reason: string };

const MAX_BYTES = 64 * 1024 * 1024;
const PROTECTED = 'it is write-protected; make it writable first';

/** Reads a configuration file. A byte order mark stays in the text, so that it can be written back. */
export async function readConfigFile(path: string): Promise<ConfigFile> {
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) return { kind: 'unreadable', reason: 'it is too large for a configuration file' };
    const bytes = await readRegular(path);
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) return { kind: 'unreadable', reason: 'it is not UTF-8 text' };
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    return { kind: 'unreadable', reason: fileFailure(error) };
  }
}

/**
 * Replaces a file's text in one step, so that no reader ever sees half of it. A link stays a link, and an
 * existing file keeps its permissions; a new one is its owner's only. Fails with a reason, no full stop, also if
 * the file is write-protected: a folder that can be written would let it be replaced all the same.
 */
export async function replaceFile(path: string, text: string): Promise<Result<null>> {
  let temporary: string | undefined;
  try {
    const target = await realpath(path).catch(() => path);
    await makeFolder(dirname(target));
    const mode = await modeOf(target);
    if (isProtected(mode)) return err(PROTECTED);
    temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(text);
      // The umask may have taken permissions that the earlier file had.
      await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
    return ok(null);
  } catch (error) {
    if (temporary !== undefined) await rm(temporary, { force: true }).catch(() => undefined);
    return err(writeFailure(error, path));
  }
}

/**
 * Keeps a file's text in a new file beside it: `name.suffix`, or `name.suffix-2` and on if that is taken.
 * Gives the path; a file of the same text that is already there counts as kept. Fails with a reason.
 */
export async function keepBeside(path: string, suffix: string, text: string): Promise<Result<string>> {
  try {
    const mode = await modeOf(path);
    for (let count = 1; ; count += 1) {
      const kept = `${path}.${suffix}${count === 1 ? '' : `-${count}`}`;
      const earlier = await readConfigFile(kept);
      if (earlier.kind === 'text' && earlier.text === text) return ok(kept);
      if (earlier.kind !== 'missing') continue;
      await writeFile(kept, text, { flag: 'wx', mode });
      return ok(kept);
    }
  } catch (error) {
    return err(fileFailure(error));
  }
}

/** Why the file must not be replaced; empty if it may be, or is not there. */
export async function writeProtection(path: string): Promise<string> {
  return isProtected(await modeOf(path)) ? PROTECTED : '';
}

function isProtected(mode: number): boolean {
  return (mode & 0o200) === 0;
}

async function modeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? 0o600 : found.mode & 0o777;
}

/**
 * A JSON file of the app's own: read anew each time, since another instance may have written it, changed one
 * call after another, replaced in one step, readable by its owner only.
 */
export class OwnedJson<Content> {
  readonly #path: string;
  readonly #schema: z.ZodType<Content>;
  readonly #empty: Content;
  #last: Promise<unknown> = Promise.resolve();

  constructor(path: string, schema: z.ZodType<Content>, empty: Content) {
    this.#path = path;
    this.#schema = schema;
    this.#empty = empty;
  }

  /** The content, or the empty one with a sentence in `problem` if there is a file that cannot be read. */
  async read(): Promise<{ value: Content; problem: string }> {
    const file = await readConfigFile(this.#path);
    if (file.kind === 'missing') return { value: this.#empty, problem: '' };
    if (file.kind === 'unreadable') {
      return { value: this.#empty, problem: `${this.#path} cannot be read: ${file.reason}.` };
    }
    const parsed = this.#schema.safeParse(parseJson(file.text));
    if (parsed.success) return { value: parsed.data, problem: '' };
    const kept = await keepBeside(this.#path, 'damaged', file.text);
    const aside = kept.ok ? ` It is kept as ${kept.value}, and a new one is created.` : '';
    return { value: this.#empty, problem: `${this.#path} is damaged or of a later version.${aside}` };
  }

  /** Reads, changes and writes. Fails with a sentence, and then nothing is changed. */
  async change(edit: (content: Content) => Content): Promise<Result<null>> {
    const turn = this.#last.then(() => this.#write(edit));
    this.#last = turn.catch(() => undefined);
    return await turn;
  }

  async #write(edit: (content: Content) => Content): Promise<Result<null>> {
    const file = await readConfigFile(this.#path);
    if (file.kind === 'unreadable') return err(`${this.#path} cannot be read: ${file.reason}.`);
    const { value } = await this.read();
    // If the folder cannot be made, the write below says why.
    await makeFolder(dirname(this.#path));
    // An earlier file with wider permissions must not hand them on.
    if (file.kind === 'text') await chmod(this.#path, 0o600).catch(() => undefined);
    const replaced = await replaceFile(this.#path, `${JSON.stringify(edit(value), null, 2)}\n`);
    return replaced.ok ? replaced : err(`${this.#path} cannot be written: ${replaced.error}.`);
  }
}
