import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import type { RecentFile } from '../../app/contract/recording-commands.ts';
import { OwnedJson } from '../system/json-file.ts';

const KEPT = 30;

const entrySchema = z.object({
  path: z.string(),
  format: z.string(),
  openedAt: z.string(),
  received: z.boolean(),
});
const listSchema = z.object({ files: z.array(entrySchema) });
type Entry = z.infer<typeof entrySchema>;

/** The recently opened files. A list that cannot be read or saved starts empty. */
export class RecentFiles {
  readonly #file: OwnedJson<z.infer<typeof listSchema>>;
  readonly #now: () => Date;
  #changing: Promise<unknown> = Promise.resolve();

  constructor(file: string, now: () => Date) {
    this.#file = new OwnedJson(file, listSchema, { files: [] });
    this.#now = now;
  }

  async list(): Promise<RecentFile[]> {
    await this.#changing;
    return (await this.#file.read()).value.files.map(described);
  }

  /** Adds a file at the top; returns the uploaded files that drop off the list. */
  add(path: string, format: string, received: boolean): Promise<readonly string[]> {
    const entry = { path, format, received, openedAt: this.#now().toISOString() };
    return this.#change((entries) => [entry, ...entries.filter((other) => other.path !== path)]);
  }

  /** Removes files from the list, or all; returns those that were uploaded. */
  forget(paths: readonly string[] | undefined): Promise<readonly string[]> {
    return this.#change((entries) =>
      paths === undefined ? [] : entries.filter(({ path }) => !paths.includes(path)),
    );
  }

  async moved(from: string, to: string): Promise<void> {
    await this.#change((entries) =>
      entries.map((entry) => (entry.path === from ? { ...entry, path: to } : entry)),
    );
  }

  async #change(next: (entries: readonly Entry[]) => readonly Entry[]): Promise<readonly string[]> {
    let gone: readonly string[] = [];
    const change = ({ files }: z.infer<typeof listSchema>) => {
      const after = next(files).slice(0, KEPT);
      const left = new Set(after.map(({ path }) => path));
      gone = files.filter(({ path, received }) => received && !left.has(path)).map(({ path }) => path);
      return { files: [...after] };
    };
    const changing = this.#file.change(change);
    this.#changing = changing;
    // An unsaved list only costs convenience.
    return (await changing).ok ? gone : [];
  }
}

function described({ path, format, openedAt, received }: Entry): RecentFile {
  const gone = received
    ? 'The copy that the browser handed over is gone. Open the file from where it lies.'
    : 'The file is not there any more: it was moved, renamed or deleted.';
  return { path, name: basename(path), format, openedAt, received, missing: existsSync(path) ? '' : gone };
}
