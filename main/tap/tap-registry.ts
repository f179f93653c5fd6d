import { type FSWatcher, watch } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isAlive } from '../system/is-alive.ts';
import { readJson, writeJson } from '../system/json-file.ts';
import { makeFolder } from '../system/own-folder.ts';
import { controlAddressSchema } from './control-link.ts';

const tapSchema = z.object({
  pid: z.number().int().positive(),
  file: z.string(),
  label: z.string(),
  /** Its session in that file if there may be several, as over HTTP. */
  session: z.string().optional(),
  /** The folder in which the server runs; older taps omit it. */
  cwd: z.string().optional(),
  /** Omitted if the tap takes no orders: its channel could not be opened, or it is older. */
  control: controlAddressSchema.optional(),
});

const RESCAN_MS = 1000;

/** Calls `onTap` once for every tap that runs or starts later; the returned function stops that. */
export function watchTaps(dataFolder: string, onTap: (tap: RunningTap) => void): () => void {
  const folder = tapsFolder(dataFolder);
  const known = new Set<string>();
  let watcher: FSWatcher | undefined;
  const scan = async () => {
    const names: string[] = await readdir(folder).catch(() => []);
    for (const name of names) {
      if (known.has(name) || !name.endsWith('.json')) continue;
      const tap = await readTap(join(folder, name));
      if (tap === undefined || known.has(name)) continue;
      known.add(name);
      onTap(tap);
    }
    for (const name of known) if (!names.includes(name)) known.delete(name);
  };
  // A watch can miss a folder created later, so it is also polled.
  const timer = setInterval(() => void scan(), RESCAN_MS);
  timer.unref();
  void makeFolder(folder)
    .then(() => {
      watcher = watch(folder, { persistent: false }, () => void scan());
      watcher.on('error', () => watcher?.close());
    })
    .catch(() => undefined)
    .then(scan);
  return () => {
    clearInterval(timer);
    watcher?.close();
  };
}

export async function runningTaps(dataFolder: string): Promise<RunningTap[]> {
  const folder = tapsFolder(dataFolder);
  const names: string[] = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
  const taps = await Promise.all(files.map(readTap));
  return taps.filter((tap) => tap !== undefined);
}

/** A tap's announcement; undefined while it is being written, or if its process is gone. */
async function readTap(file: string): Promise<RunningTap | undefined> {
  const tap = tapSchema.safeParse(await readJson(file)).data;
  if (tap === undefined || isAlive(tap.pid)) return tap;
  await rm(file, { force: true }).catch(() => undefined);
  await rm(file.replace(/\.json$/, '.sock'), { force: true }).catch(() => undefined);
  return undefined;
}

/** A running tap: its process, its recording, and the label of its tab. */
export type RunningTap = Readonly<z.infer<typeof tapSchema>>;

/** The folder in which taps announce themselves to running apps. */
export function tapsFolder(dataFolder: string): string {
  return join(dataFolder, 'taps');
}

export function tapName({ pid, session }: RunningTap): string {
  return session === undefined ? String(pid) : `${pid}-${session}`;
}

/**
 * Announces a tap under a name of its own; the returned function removes the announcement. A failure only hides the tap
 * from the app.
 */
export async function announceTap(
  dataFolder: string,
  tap: RunningTap,
  name = tapName(tap),
): Promise<() => Promise<void>> {
  const folder = tapsFolder(dataFolder);
  const file = join(folder, `${name}.json`);
  await writeJson(file, tap);
  return () => rm(file, { force: true });
}
