import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { parseJson, withoutMark } from '../../app/base/json-value.ts';
import { err, ok, type Result } from '../../app/base/result.ts';
import { equalKeys } from '../../app/wire/own-file.ts';
import { changeFile, keepBeside, readTextFile, writeOwnFile } from './changed-file.ts';
import { makeFolderNow } from './own-folder.ts';
import { readRegular } from './regular-file.ts';

/** The JSON value in a file; undefined if it cannot be read or parsed. */
export async function readJson(file: string): Promise<unknown> {
  return parseJson(withoutMark(String(await readRegular(file).catch(() => ''))));
}

/** Atomically writes a JSON file, and its folder, for its owner only. Rejects on disk errors. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  await writeOwnFile(file, `${JSON.stringify(value)}\n`);
}

/** The same synchronously, for data known only when the program ends. Throws on disk errors. */
export function writeJsonNow(file: string, value: unknown): void {
  makeFolderNow(dirname(file));
  const part = `${file}.${randomUUID()}.part`;
  try {
    writeFileSync(part, `${JSON.stringify(value)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** A private JSON file of the app; other apps may read and change it between any two calls. */
export class OwnedJson<Content> {
  readonly #path: string;
  readonly #schema: z.ZodType<Content>;
  readonly #empty: Content;
  #changing: Promise<unknown> = Promise.resolve();

  constructor(path: string, schema: z.ZodType<Content>, empty: Content) {
    this.#path = path;
    this.#schema = schema;
    this.#empty = empty;
  }

  /** The content; if an existing file cannot be read, the empty content with a sentence in `problem`. */
  async read(): Promise<{ value: Content; problem: string }> {
    const file = await readTextFile(this.#path);
    if (file.kind === 'unreadable')
      return { value: this.#empty, problem: `${this.#path} cannot be read: ${file.reason}.` };
    return this.#parsed(file.kind === 'text' ? file.text : '');
  }

  /** Reads, changes and writes. On failure returns a sentence and changes nothing. */
  async change(edit: (content: Content) => Content): Promise<Result<null>> {
    return this.update(async (content) => ok(edit(content)));
  }

  /** The same for an edit that may fail or takes time; unchanged content is not written. */
  async update(edit: (content: Content) => Promise<Result<Content>>): Promise<Result<null>> {
    let edited: Result<Content> = ok(this.#empty);
    const change = async (text: string): Promise<string> => {
      const { value } = await this.#parsed(text);
      edited = await edit(value);
      if (!edited.ok || edited.value === value) return text;
      return `${JSON.stringify(edited.value, null, 2)}\n`;
    };
    // In the requested order: two changes started together may reach the lock in any order.
    const changing = this.#changing.then(() => changeFile(this.#path, change, { isOwn: true }));
    this.#changing = changing;
    const written = await changing;
    if (!written.ok) return err(`${this.#path} ${written.error}.`);
    return edited.ok ? ok(null) : edited;
  }

  async #parsed(text: string): Promise<{ value: Content; problem: string }> {
    if (text === '') return { value: this.#empty, problem: '' };
    const parsed = this.#schema.safeParse(parseJson(withoutMark(text)));
    if (parsed.success) {
      const [again] = equalKeys(text);
      return { value: parsed.data, problem: again === undefined ? '' : `${this.#path}: ${again}` };
    }
    const kept = await keepBeside(this.#path, 'damaged', text);
    const aside = kept.ok ? ` It is kept as ${kept.value}, and a new one is created.` : '';
    return { value: this.#empty, problem: `${this.#path} is damaged or of a later version.${aside}` };
  }
}
