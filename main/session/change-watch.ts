import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { globMatcher } from '../../app/base/glob.ts';

/** Folders that tools fill. */
const IGNORED: readonly string[] = ['node_modules', '.git', '__pycache__', '.venv'];
/** Watching more folders is not worth the cost. */
const MAX_FOLDERS = 2000;
const MAGIC = /[*?{[]/;

type Target = {
  readonly folder: string;
  /** Whether a relative path in the folder is watched. */
  readonly fits: (within: string) => boolean;
  readonly isDeep: boolean;
  readonly isThere: boolean;
};

type ChangeWatchEvents = {
  /** Called with the relative path of one file once all files have been quiet. */
  changed(file: string): void;
  /** Called with a path that does not exist; creating the file later is still reported. */
  missing(path: string): void;
};

/** Reports file changes after a quiet period. */
export class ChangeWatch {
  readonly #root: string;
  readonly #events: ChangeWatchEvents;
  #paths: readonly string[] = [];
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #quietMs = 0;

  /** `root` is the base of relative paths; empty for the app's own folder. */
  constructor(root: string, events: ChangeWatchEvents) {
    this.#root = resolve(root);
    this.#events = events;
  }

  /** Watches exactly these files, folders and globs; an empty list stops. An unchanged list has no effect. */
  set(paths: readonly string[], quietMs: number): void {
    this.#quietMs = quietMs;
    if (paths.length > 0 && paths.join('\0') === this.#paths.join('\0')) return;
    this.#paths = paths;
    clearTimeout(this.#timer);
    void this.#watcher?.close();
    this.#watcher = undefined;
    if (paths.length > 0) void this.#start(paths);
  }

  async #start(paths: readonly string[]): Promise<void> {
    const targets = await Promise.all(paths.map((path) => watchTarget(this.#root, path)));
    if (paths !== this.#paths) return;
    for (const [index, path] of paths.entries()) if (!targets[index]?.isThere) this.#events.missing(path);
    this.#watcher = watch(
      targets.map(({ folder }) => folder),
      { ignored: passedOver(targets), ignoreInitial: true, persistent: false },
    );
    // Too many watches on this machine, or an unreadable folder: the others still work.
    this.#watcher.on('error', () => undefined);
    this.#watcher.on('all', (_event, path) => {
      if (targets.some((target) => isWatched(target, path))) this.#touched(path);
    });
  }

  #touched(path: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#events.changed(relative(this.#root, path)), this.#quietMs);
    this.#timer.unref();
  }
}

/** Paths to skip: other files, folders that cannot contain a match, and folders beyond the limit. */
function passedOver(targets: readonly Target[]): (path: string, stats?: Stats) => boolean {
  const folders = new Set<string>();
  return (path, stats) => {
    const around = targets.filter(({ folder }) => isWithin(relative(folder, path)));
    if (around.length === 0 || stats === undefined) return isIgnored(around, path);
    if (!stats.isDirectory()) return !around.some((target) => isWatched(target, path));
    const isOpen = around.some(({ folder, isDeep }) => isDeep || path === folder);
    if (isOpen && !isIgnored(around, path) && folders.size < MAX_FOLDERS) folders.add(path);
    return !folders.has(path);
  };
}

function isIgnored(around: readonly Target[], path: string): boolean {
  return around.some(({ folder }) =>
    relative(folder, path)
      .split(sep)
      .some((part) => IGNORED.includes(part)),
  );
}

function isWatched({ folder, fits, isDeep }: Target, path: string): boolean {
  const within = relative(folder, path);
  return isWithin(within) && (isDeep || !within.includes(sep)) && fits(within.split(sep).join('/'));
}

function isWithin(relativePath: string): boolean {
  return relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath);
}

async function kindOf(path: string): Promise<'folder' | 'file' | 'none'> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return 'none';
  return found.isDirectory() ? 'folder' : 'file';
}

/** The files that a user's path covers: everything in a folder, all matches of a glob, or one file. */
export async function watchTarget(root: string, path: string, platform = process.platform): Promise<Target> {
  // On Windows a backslash separates folders, even in a glob.
  const plain = platform === 'win32' ? path.replaceAll('\\', '/') : path;
  const segments = plain.split('/');
  const magic = segments.findIndex((segment) => MAGIC.test(segment));
  const base = magic < 0 ? plain : segments.slice(0, magic).join('/') || (plain.startsWith('/') ? '/' : '.');
  const full = resolve(root, base);
  const kind = await kindOf(full);
  if (magic >= 0) {
    const fits = globMatcher(segments.slice(magic).join('/'));
    return { folder: full, fits, isDeep: true, isThere: kind === 'folder' };
  }
  if (kind === 'folder') return { folder: full, fits: () => true, isDeep: true, isThere: true };
  // Editors replace the file, so its folder is watched.
  const fits = (within: string) => within === basename(full);
  return { folder: dirname(full), fits, isDeep: false, isThere: kind === 'file' };
}
