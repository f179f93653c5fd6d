import { chmod, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { err, type Result } from '../../app/base/result.ts';
import { keepBeside, readConfigFile, replaceFile } from './config-file.ts';

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

  /** The content, or the empty one with a sentence in `problem` where there is a file that cannot be read. */
  async read(): Promise<{ value: Content; problem: string }> {
    const file = await readConfigFile(this.#path);
    if (file.kind === 'missing') return { value: this.#empty, problem: '' };
    if (file.kind === 'unreadable') {
      return { value: this.#empty, problem: `${this.#path} cannot be read: ${file.reason}.` };
    }
    const parsed = this.#schema.safeParse(jsonOf(file.text));
    if (parsed.success) return { value: parsed.data, problem: '' };
    const kept = await keepBeside(this.#path, 'damaged', file.text);
    const aside = kept.ok ? ` It is kept as ${kept.value}, and a new one is begun.` : '';
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
    // Where the folder cannot be made, the write below says why.
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 }).catch(() => undefined);
    // An earlier file with wider permissions must not hand them on.
    if (file.kind === 'text') await chmod(this.#path, 0o600).catch(() => undefined);
    const replaced = await replaceFile(this.#path, `${JSON.stringify(edit(value), null, 2)}\n`);
    return replaced.ok ? replaced : err(`${this.#path} cannot be written: ${replaced.error}.`);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
