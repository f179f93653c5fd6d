import { join, relative } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { jsonEqual } from '../../app/base/json-value.ts';
import { errorMessage } from '../../app/base/result.ts';
import type { ProjectNews } from '../../app/contract/profile-commands.ts';
import { claudeCode, PROJECT_FILE } from '../../app/hosts/claude-code.ts';
import type { HostFile } from '../../app/hosts/host.ts';
import { type DiscoveredFile, discoverFile } from './discover-hosts.ts';

type ProjectWatchOptions = {
  readonly folder: string;
  readonly onChange: (news: ProjectNews) => void;
  /** The watch failed, with a reason; nothing is reported after that. */
  readonly onFault: (sentence: string) => void;
};

/** Editors write a file in several steps. */
const SETTLE_MS = 200;

/** Reports changes to the servers in a project's `.mcp.json`. Reloads and starts nothing. */
export class ProjectWatch {
  readonly #options: ProjectWatchOptions;
  readonly #file: HostFile;
  readonly #watcher: FSWatcher;
  /** Resolves once the file was read and changes are detected. */
  readonly ready: Promise<unknown>;
  #known: DiscoveredFile | undefined;
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void>;
  #isClosed = false;

  constructor(options: ProjectWatchOptions) {
    const { folder, onFault } = options;
    this.#options = options;
    this.#file = { path: join(folder, PROJECT_FILE), scope: 'project', servers: ['mcpServers'] };
    // Watches the folder, because editors replace the file and a watch on it would stay with the old one.
    const ignored = (path: string) => !['', PROJECT_FILE].includes(relative(folder, path));
    this.#watcher = watch(folder, { depth: 0, ignored, ignoreInitial: true, persistent: false });
    this.#watcher.on('all', () => this.#touched());
    this.#watcher.on('error', (error) => {
      this.close();
      onFault(`${folder} is no longer watched: ${errorMessage(error)}.`);
    });
    const isWatching = new Promise<void>((resolve) => void this.#watcher.once('ready', resolve));
    this.#reading = discoverFile(claudeCode, this.#file).then((file) => {
      this.#known = file;
    });
    this.ready = Promise.all([isWatching, this.#reading]);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    void this.#watcher.close();
  }

  #touched(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#reading = this.#reading.then(() => this.#look());
    }, SETTLE_MS);
  }

  async #look(): Promise<void> {
    const before = this.#known;
    const file = await discoverFile(claudeCode, this.#file);
    if (this.#isClosed || before?.text === file?.text) return;
    this.#known = file;
    const changes = differences(before, file);
    const changed = changes.added.length + changes.removed.length + changes.changed.length;
    const problems = (one: DiscoveredFile | undefined) => one?.problems ?? [];
    if (changed === 0 && jsonEqual(problems(before), problems(file))) return;
    this.#options.onChange({ path: this.#file.path, ...changes });
  }
}

function differences(before: DiscoveredFile | undefined, after: DiscoveredFile | undefined) {
  const old = new Map(before?.servers.map((server) => [server.name, server]));
  const now = new Map(after?.servers.map((server) => [server.name, server]));
  const differs = (name: string): boolean => {
    const one = old.get(name);
    const other = now.get(name);
    return one?.disabled !== other?.disabled || !jsonEqual(one?.run, other?.run);
  };
  return {
    added: [...now.keys()].filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !now.has(name)),
    changed: [...now.keys()].filter((name) => old.has(name) && differs(name)),
  };
}
