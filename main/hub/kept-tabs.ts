import { join } from 'node:path';
import { z } from 'zod';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { OwnedJson } from '../system/json-file.ts';
import type { OpenTabs } from './tabs.ts';

const keptSchema = z.object({
  /** The recordings that were open, and those of the servers that were connected. */
  files: z.array(z.string()),
  lab: z.boolean(),
  /** True once anything but the error lab was open. */
  ever: z.boolean(),
});

const MAX_FILES = 12;
/** Tabs that come together are written once. */
const SOON_MS = 200;

/** What the tabs show, kept for the next start, which opens it again. */
export class KeptTabs {
  readonly #file: OwnedJson<z.infer<typeof keptSchema>>;
  readonly #tabs: OpenTabs;
  /** What the run before has left. */
  readonly before: Promise<z.infer<typeof keptSchema>>;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #ever = false;

  constructor(dataFolder: string, tabs: OpenTabs) {
    this.#tabs = tabs;
    this.#file = new OwnedJson(join(dataFolder, 'open.json'), keptSchema, {
      files: [],
      lab: false,
      ever: false,
    });
    this.before = this.#file.read().then(({ value }) => value);
  }

  /** A tab is new or changed; without `info`, one was closed. */
  changed(info?: SessionInfo): void {
    // What ends with the app is still there at its next start.
    if (this.#isClosed) return;
    this.#ever ||= info !== undefined && !isLab(info);
    this.#timer ??= setTimeout(() => this.#keep(), SOON_MS).unref();
  }

  /** Keeps what is open now and nothing after it; resolves once that is written. */
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
    // A tap that still runs shows itself again.
    const own = infos.filter((info) => info.kind !== 'tapped' && info.file !== '' && !isLab(info));
    const files = [...new Set(own.map(({ file }) => file))].slice(-MAX_FILES);
    const written = this.#file.change((kept) => {
      const next = { files, lab, ever: kept.ever || this.#ever };
      return JSON.stringify(next) === JSON.stringify(kept) ? kept : next;
    });
    // If that fails, only convenience is lost.
    this.#writing = Promise.allSettled([this.#writing, written]);
  }
}

function isLab({ kind, label }: SessionInfo): boolean {
  return kind === 'live' && label === 'error lab';
}
