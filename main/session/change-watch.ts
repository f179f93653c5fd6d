import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { globBase, globPattern } from './file-glob.ts';

/** Folders that tools fill by themselves. */
const IGNORED = new Set(['node_modules', '.git', '__pycache__', '.venv']);
/** Beyond this many folders a watch would cost more than it tells. */
const MOST_FOLDERS = 2000;

type Target = { readonly folder: string; readonly fits: (path: string) => boolean; readonly deep: boolean };

/** Tells when files change, once they have been quiet for a while. */
export class ChangeWatch {
  readonly #root: string;
  readonly #onChange: (file: string) => void;
  #watchers = new Map<string, FSWatcher>();
  #targets: readonly Target[] = [];
  #timer: NodeJS.Timeout | undefined;
  #quietMs = 0;
  #round = 0;

  /** `root` is what relative paths start from, empty for the app's own folder; `onChange` hears one path. */
  constructor(root: string, onChange: (file: string) => void) {
    this.#root = resolve(root);
    this.#onChange = onChange;
  }

  /** Watches these files, folders and globs and no others; an empty list stops. */
  set(paths: readonly string[], quietMs: number): void {
    this.#quietMs = quietMs;
    this.#round += 1;
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers = new Map();
    this.#targets = [];
    if (paths.length > 0) void this.#begin(paths, this.#round);
  }

  async #begin(paths: readonly string[], round: number): Promise<void> {
    const targets = await Promise.all(paths.map((path) => targetOf(this.#root, path)));
    if (round !== this.#round) return;
    this.#targets = targets;
    for (const target of targets) await this.#folder(target.folder, target.deep, round);
  }

  /** Watches a folder, and those below it; each by itself, so that ignored ones cost nothing. */
  async #folder(folder: string, deep: boolean, round: number): Promise<void> {
    if (round !== this.#round || this.#watchers.size >= MOST_FOLDERS) return;
    if (!this.#watchers.has(folder) && !this.#listen(folder, round)) return;
    if (!deep) return;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.isDirectory() && !IGNORED.has(entry.name)) {
        await this.#folder(join(folder, entry.name), true, round);
      }
    }
  }

  #listen(folder: string, round: number): boolean {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name !== null) this.#touched(join(folder, name), round);
      });
      // A folder that goes away is told by the watcher of its parent.
      watcher.on('error', () => watcher.close());
      this.#watchers.set(folder, watcher);
      return true;
    } catch {
      // It is not there, or there are too many watches on this machine: the others still work.
      return false;
    }
  }

  #touched(path: string, round: number): void {
    if (round !== this.#round || path.split(sep).some((part) => IGNORED.has(part))) return;
    const targets = this.#targets.filter((target) => target.deep && path.startsWith(target.folder + sep));
    if (targets.length > 0) void this.#grown(path, round);
    if (!this.#targets.some((target) => target.fits(path))) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#onChange(relative(this.#root, path)), this.#quietMs);
    this.#timer.unref();
  }

  /** A new folder is watched too. */
  async #grown(path: string, round: number): Promise<void> {
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() === true) await this.#folder(path, true, round);
  }
}

async function targetOf(root: string, path: string): Promise<Target> {
  const base = globBase(path);
  if (base !== path) {
    const pattern = globPattern(resolve(root).split(sep).join('/'), path);
    const fits = (changed: string) => pattern.test(changed.split(sep).join('/'));
    return { folder: resolve(root, base), fits, deep: true };
  }
  const full = resolve(root, path);
  const found = await stat(full).catch(() => undefined);
  if (found?.isDirectory() === true) {
    return { folder: full, fits: (changed) => changed.startsWith(full + sep), deep: true };
  }
  // Editors replace a file, so its folder is watched and not the file.
  return { folder: resolve(full, '..'), fits: (changed) => changed === full, deep: false };
}
