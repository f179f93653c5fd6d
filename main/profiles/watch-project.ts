import { watch } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '../../app/base/result.ts';
import { claudeCode, PROJECT_FILE } from '../../app/hosts/claude-code.ts';
import type { HostFile } from '../../app/hosts/host.ts';
import { jsonEqual } from '../../app/hosts/jsonc.ts';
import { type DiscoveredFile, discoverFile } from './discover-hosts.ts';

/** What is new in a project's `.mcp.json`; the names are those of its servers. */
export type ProjectChange = {
  readonly path: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  /** The file as it is now; undefined if it is gone. */
  readonly file: DiscoveredFile | undefined;
};

type ProjectWatchOptions = {
  readonly folder: string;
  readonly onChange: (change: ProjectChange) => void;
  /** The watch ended by itself, in a sentence; nothing is reported after it. */
  readonly onFault: (sentence: string) => void;
  /** Calls `touched` when a file of the folder with this name, or an unknown one, changes. */
  readonly watchFolder?: WatchFolder;
  /** Runs `work` after a delay in milliseconds; the result calls it off. */
  readonly later?: (work: () => void, milliseconds: number) => () => void;
};

type WatchFolder = (
  folder: string,
  touched: (name: string | null) => void,
  failed: (error: Error) => void,
) => () => void;

/** Editors write a file in several steps. */
const SETTLE_MS = 200;

/** Reports changes of the servers in a project's `.mcp.json`. Nothing is reloaded or started. */
export class ProjectWatch {
  readonly #options: ProjectWatchOptions;
  readonly #file: HostFile;
  #known: DiscoveredFile | undefined;
  #cancel: (() => void) | undefined;
  #stop: (() => void) | undefined;
  #reading: Promise<void> = Promise.resolve();

  constructor(options: ProjectWatchOptions) {
    this.#options = options;
    this.#file = { path: join(options.folder, PROJECT_FILE), scope: 'project', servers: ['mcpServers'] };
  }

  /** Reads the file and starts to watch. Gives the file as it is, or undefined if there is none. */
  async start(): Promise<DiscoveredFile | undefined> {
    const { folder, watchFolder = watchWithNode, onFault } = this.#options;
    try {
      this.#stop = watchFolder(
        folder,
        (name) => this.#touched(name),
        (error) => {
          this.close();
          onFault(`${folder} is no longer watched: ${error.message}.`);
        },
      );
    } catch (error) {
      onFault(`${folder} cannot be watched: ${errorMessage(error)}.`);
    }
    this.#known = await discoverFile(claudeCode, this.#file);
    return this.#known;
  }

  close(): void {
    this.#cancel?.();
    this.#stop?.();
    this.#stop = undefined;
  }

  /** Resolves when what was seen so far is reported. */
  async settled(): Promise<void> {
    await this.#reading;
  }

  #touched(name: string | null): void {
    if (name !== null && name !== PROJECT_FILE) return;
    this.#cancel?.();
    this.#cancel = (this.#options.later ?? laterWithNode)(() => {
      this.#reading = this.#reading.then(() => this.#look());
    }, SETTLE_MS);
  }

  async #look(): Promise<void> {
    const before = this.#known;
    const file = await discoverFile(claudeCode, this.#file);
    if (this.#stop === undefined || before?.text === file?.text) return;
    this.#known = file;
    const changes = differences(before, file);
    const changed = changes.added.length + changes.removed.length + changes.changed.length;
    const problems = (one: DiscoveredFile | undefined) => one?.problems ?? [];
    if (changed === 0 && jsonEqual(problems(before), problems(file))) return;
    this.#options.onChange({ path: this.#file.path, ...changes, file });
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

/** The folder is watched, not the file: editors replace a file, and the watch would stay with the old one. */
const watchWithNode: WatchFolder = (folder, touched, failed) => {
  const watcher = watch(folder, { persistent: false }, (_event, name) => touched(name));
  watcher.on('error', failed);
  return () => watcher.close();
};

function laterWithNode(work: () => void, milliseconds: number): () => void {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
}
