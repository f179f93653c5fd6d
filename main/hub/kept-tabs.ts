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
    this.#ever ||= info !== undefined && !isLab(info);
    this.#timer ??= setTimeout(() => void this.keep(), SOON_MS).unref();
  }

  /** Writes what is open; if that fails, only convenience is lost. */
  async keep(): Promise<void> {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const infos = this.#tabs.all().map(({ info }) => info);
    const lab = infos.some(isLab);
    // A tap that still runs shows itself again.
    const own = infos.filter((info) => info.kind !== 'tapped' && info.file !== '' && !isLab(info));
    const files = [...new Set(own.map(({ file }) => file))].slice(-MAX_FILES);
    await this.#file.change((kept) => {
      const next = { files, lab, ever: kept.ever || this.#ever };
      return JSON.stringify(next) === JSON.stringify(kept) ? kept : next;
    });
  }
}

function isLab({ kind, label }: SessionInfo): boolean {
  return kind === 'live' && label === 'error lab';
}
