import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';

/** Folders that tools fill by themselves. */
const IGNORED = new Set(['node_modules', '.git', '__pycache__', '.venv']);
/** Beyond this many folders a watch would cost more than it is worth. */
const MAX_FOLDERS = 2000;

type Target = {
  /** As the user gave it. */
  readonly path: string;
  readonly folder: string;
  readonly fits: (changed: string) => boolean;
  readonly deep: boolean;
  readonly found: boolean;
};

type ChangeWatchEvents = {
  /** Hears the path of one file once all have been quiet, relative to the root. */
  changed(file: string): void;
  /** Hears of a path that is not there; a file that is created later is reported all the same. */
  missing(path: string): void;
};

/** Reports when files change, once they have been quiet for a while. */
export class ChangeWatch {
  readonly #root: string;
  readonly #events: ChangeWatchEvents;
  #paths: readonly string[] = [];
  #watchers = new Map<string, FSWatcher>();
  #targets: readonly Target[] = [];
  #timer: NodeJS.Timeout | undefined;
  #quietMs = 0;
  #round = 0;

  /** `root` is what relative paths start from, empty for the app's own folder. */
  constructor(root: string, events: ChangeWatchEvents) {
    this.#root = resolve(root);
    this.#events = events;
  }

  /** Watches these files, folders and globs and no others; an empty list stops. The same list goes on. */
  set(paths: readonly string[], quietMs: number): void {
    this.#quietMs = quietMs;
    if (paths.length > 0 && paths.join('\0') === this.#paths.join('\0')) return;
    this.#paths = paths;
    this.#round += 1;
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers = new Map();
    this.#targets = [];
    if (paths.length > 0) void this.#start(paths, this.#round);
  }

  async #start(paths: readonly string[], round: number): Promise<void> {
    const targets = await Promise.all(paths.map((path) => targetOf(this.#root, path)));
    if (round !== this.#round) return;
    this.#targets = targets;
    for (const { path, found } of targets) if (!found) this.#events.missing(path);
    for (const target of targets) await this.#folder(target.folder, target.deep, round);
  }

  /** Watches a folder, and those below it; each by itself, so that ignored ones cost nothing. */
  async #folder(folder: string, deep: boolean, round: number): Promise<void> {
    if (round !== this.#round || this.#watchers.size >= MAX_FOLDERS) return;
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
      // A folder that goes away is reported by the watcher of its parent.
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
    this.#timer = setTimeout(() => this.#events.changed(relative(this.#root, path)), this.#quietMs);
    this.#timer.unref();
  }

  /** A new folder is watched too. */
  async #grown(path: string, round: number): Promise<void> {
    if ((await kindOf(path)) === 'folder') await this.#folder(path, true, round);
  }
}

async function targetOf(root: string, path: string): Promise<Target> {
  const base = globBase(path);
  if (base !== path) {
    const pattern = globPattern(resolve(root).split(sep).join('/'), path);
    const fits = (changed: string) => pattern.test(changed.split(sep).join('/'));
    const folder = resolve(root, base);
    return { path, folder, fits, deep: true, found: (await kindOf(folder)) === 'folder' };
  }
  const full = resolve(root, path);
  const kind = await kindOf(full);
  if (kind === 'folder') {
    return { path, folder: full, fits: (changed) => changed.startsWith(full + sep), deep: true, found: true };
  }
  // Editors replace a file, so its folder is watched and not the file.
  const fits = (changed: string) => changed === full;
  return { path, folder: resolve(full, '..'), fits, deep: false, found: kind === 'file' };
}

async function kindOf(path: string): Promise<'folder' | 'file' | 'none'> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return 'none';
  return found.isDirectory() ? 'folder' : 'file';
}

const MAGIC = /[*?{[]/;

/** The folder before the first part of a glob that is not plain; the path itself if all of it is. */
export function globBase(path: string): string {
  const parts = path.split('/');
  const magic = parts.findIndex((part) => MAGIC.test(part));
  if (magic < 0) return path;
  const base = parts.slice(0, magic).join('/');
  if (base !== '') return base;
  return path.startsWith('/') ? '/' : '.';
}

/**
 * A pattern for whole paths with `/`: `**` stands for any folders, `*` and `?` stay within a name,
 * `{a,b}` and `[ab]` choose. A glob that is not absolute starts at `root`.
 */
export function globPattern(root: string, glob: string): RegExp {
  const plain = glob.replace(/^\.\//, '');
  const whole = plain.startsWith('/') || /^[A-Za-z]:\//.test(plain) ? plain : `${root}/${plain}`;
  let source = '';
  let depth = 0;
  for (let at = 0; at < whole.length; at += 1) {
    const character = whole.charAt(at);
    if (whole.startsWith('**/', at)) {
      source += '(?:[^/]+/)*';
      at += 2;
    } else if (whole.startsWith('**', at)) {
      source += '.*';
      at += 1;
    } else if (character === '*') source += '[^/]*';
    else if (character === '?') source += '[^/]';
    else if (character === '{') {
      source += '(?:';
      depth += 1;
    } else if (character === '}' && depth > 0) {
      source += ')';
      depth -= 1;
    } else if (character === ',' && depth > 0) source += '|';
    else if (character === '[' && whole.indexOf(']', at) > at + 1) {
      const end = whole.indexOf(']', at);
      source += `[${whole.slice(at + 1, end).replace(/[\\^[\]]/g, '\\$&')}]`;
      at = end;
    } else source += character.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  }
  return compiled(`^${source}${')'.repeat(depth)}$`);
}

/** A range such as `[z-a]` is no pattern: it fits nothing. */
function compiled(source: string): RegExp {
  try {
    return new RegExp(source);
  } catch {
    return /(?!)/;
  }
}
