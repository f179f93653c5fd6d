import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

export const DEFAULT_LIMIT_BYTES = 2_000_000_000;

const settingsSchema = z.object({
  limitBytes: z.number().default(DEFAULT_LIMIT_BYTES),
  kept: z.array(z.string()).default([]),
});

/** The limit of the automatic recordings in bytes, and the names of those that a user keeps. */
export type ShelfSettings = z.infer<typeof settingsSchema>;

/** Settings beside the recordings; where the file cannot be read, the usual ones. */
export class ShelfSettingsFile {
  readonly #file: string;
  #changing: Promise<unknown> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  async read(): Promise<ShelfSettings> {
    const kept = await readFile(this.#file, 'utf8').then(JSON.parse, () => ({}));
    const read = settingsSchema.safeParse(kept);
    return read.success ? read.data : settingsSchema.parse({});
  }

  /** Rejects as the disk does. */
  change(next: (settings: ShelfSettings) => ShelfSettings): Promise<void> {
    const changing = this.#changing
      .catch(() => undefined)
      .then(async () => {
        const settings = next(await this.read());
        await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
        await writeFile(this.#file, `${JSON.stringify(settings)}\n`, { mode: 0o600 });
      });
    this.#changing = changing;
    return changing;
  }
}
