import { join } from 'node:path';
import { z } from 'zod';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { OwnedJson } from '../system/json-file.ts';
import type { OpenTabs } from './tabs.ts';

const savedSchema = z.object({
  /** The recordings that were open, and those of connected servers. */
  files: z.array(z.string()),
  lab: z.boolean(),
  /** True once anything other than the error lab was open. */
  ever: z.boolean(),
});

const MAX_FILES = 12;
/** Tabs opened together are saved once. */
const SOON_MS = 200;

/** The open tabs, saved so that the next start can reopen them. */
export class SavedTabs {
  readonly #file: OwnedJson<z.infer<typeof savedSchema>>;
  readonly #tabs: OpenTabs;
  /** The tabs of the previous run. */
  readonly before: Promise<z.infer<typeof savedSchema>>;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #ever = false;

  constructor(dataFolder: string, tabs: OpenTabs) {
    this.#tabs = tabs;
    this.#file = new OwnedJson(join(dataFolder, 'open.json'), savedSchema, {
      files: [],
      lab: false,
      ever: false,
    });
    this.before = this.#file.read().then(({ value }) => value);
  }

  /** A tab is new or has changed; without `info`, one was closed. */
  changed(info?: SessionInfo): void {
    // Tabs that end with the app are reopened at its next start.
    if (this.#isClosed) return;
    this.#ever ||= info !== undefined && !isLab(info);
    this.#timer ??= setTimeout(() => this.#keep(), SOON_MS).unref();
  }

  /** Saves what is open now and ignores later changes; resolves once saved. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== undefined) this.#keep();
    await this.#writing;
  }

  #keep(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const infos = this.#tabs.all().map(({ info }) => info);
    const lab = infos.some(isLab);
    // A running tap reappears by itself.
    const own = infos.filter((info) => info.kind !== 'tapped' && info.file !== '' && !isLab(info));
    const files = [...new Set(own.map(({ file }) => file))].slice(-MAX_FILES);
    const written = this.#file.change((kept) => {
      const next = { files, lab, ever: kept.ever || this.#ever };
      return JSON.stringify(next) === JSON.stringify(kept) ? kept : next;
    });
    // A failure only costs convenience.
    this.#writing = Promise.allSettled([this.#writing, written]);
  }
}

function isLab({ kind, label }: SessionInfo): boolean {
  return kind === 'live' && label === 'error lab';
}
