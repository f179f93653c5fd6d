import type { OpenProgress } from '../recording/opened-recording.ts';
import type { EventFeed } from './event-feed.ts';
import { OpeningTab } from './opening-tab.ts';
import type { Tab } from './tab.ts';

export type OpeningFileOptions = {
  readonly path: string;
  readonly feed: EventFeed;
  readonly tabs: Map<string, Tab>;
  readonly nextSession: () => string;
};

/**
 * The tabs of a file while it is read. A file that is read in one piece never has any: it opens at once.
 * The reading is cancelled when the last of them is closed.
 */
export class OpeningFile {
  /** Resolves with the first tabs, which may never come. */
  readonly shown: Promise<readonly string[]>;
  readonly #options: OpeningFileOptions;
  readonly #cancel = new AbortController();
  /** By the session's name in the file. */
  readonly #opening = new Map<
    string,
    { readonly session: string; readonly tab: OpeningTab; closed: boolean }
  >();
  #show: (sessions: readonly string[]) => void = () => undefined;
  #percent = -1;

  constructor(options: OpeningFileOptions) {
    this.#options = options;
    this.shown = new Promise((resolve) => {
      this.#show = resolve;
    });
  }

  /** Aborted when the user wants no more of the file. */
  get signal(): AbortSignal {
    return this.#cancel.signal;
  }

  /** Takes what is read so far, and shows it where more will come. */
  progressed(file: OpenProgress): void {
    if (file.bytesRead >= file.bytesTotal) return;
    const { feed } = this.#options;
    const percent = Math.floor((100 * file.bytesRead) / file.bytesTotal);
    for (const read of file.sessions) {
      const known = this.#opening.get(read.name);
      if (known?.closed === true) continue;
      known?.tab.take(file, read);
      const { session, tab } = known ?? this.#begin(file, read);
      if (known === undefined || percent !== this.#percent) feed.sessionChanged(tab.info);
      feed.logGrew(session, () => tab.logState);
    }
    this.#percent = percent;
    if (this.#opening.size > 0) this.#show([...this.#opening.values()].map(({ session }) => session));
  }

  /**
   * The tab to put the whole session in: that of its first rows, or a new one where it has none yet.
   * Undefined where that was closed meanwhile.
   */
  place(name: string): string | undefined {
    const known = this.#opening.get(name);
    if (known === undefined) return this.#options.nextSession();
    return known.closed ? undefined : known.session;
  }

  /** Takes away the tabs of a file that could not be read to its end. */
  remove(): void {
    const { tabs, feed } = this.#options;
    for (const one of this.#opening.values()) {
      if (one.closed) continue;
      one.closed = true;
      tabs.delete(one.session);
      feed.sessionRemoved(one.session);
    }
  }

  #begin(file: OpenProgress, read: OpenProgress['sessions'][number]): { session: string; tab: OpeningTab } {
    const { path, tabs, nextSession } = this.#options;
    const session = nextSession();
    const tab = new OpeningTab(session, path, file, read, () => this.#closed(read.name));
    tabs.set(session, tab);
    this.#opening.set(read.name, { session, tab, closed: false });
    return { session, tab };
  }

  #closed(name: string): void {
    const one = this.#opening.get(name);
    if (one !== undefined) one.closed = true;
    if ([...this.#opening.values()].every(({ closed }) => closed)) this.#cancel.abort();
  }
}
