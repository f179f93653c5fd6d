import type { FolderProject } from '../profiles/checked-project.ts';
import type { OpenProgress } from '../recording/opened-recording.ts';
import { OpeningSource } from './file-source.ts';
import type { Tabs } from './tabs.ts';

type OpeningTabsOptions = {
  readonly path: string;
  readonly project: FolderProject;
  readonly tabs: Tabs;
};

/** Where the whole of a session belongs: in a new tab, in that of its first rows, or nowhere any more. */
export type OpenedPlace =
  | { readonly kind: 'new' }
  | { readonly kind: 'shown'; readonly session: string }
  | { readonly kind: 'closed' };

type Shown = { readonly session: string; readonly source: OpeningSource; closed: boolean };

/**
 * The tabs of a file while it is read. A file that is read in one piece never has any: it opens at once.
 * The reading is cancelled when the last of them is closed.
 */
export class OpeningTabs {
  /** Resolves with the first tabs, which may never come. */
  readonly shown: Promise<readonly string[]>;
  readonly #options: OpeningTabsOptions;
  readonly #cancel = new AbortController();
  /** By the session's name in the file. */
  readonly #opening = new Map<string, Shown>();
  #show: (sessions: readonly string[]) => void = () => undefined;
  #percent = -1;

  constructor(options: OpeningTabsOptions) {
    this.#options = options;
    this.shown = new Promise((resolve) => {
      this.#show = resolve;
    });
  }

  /** Aborted when the user wants no more of the file. */
  get signal(): AbortSignal {
    return this.#cancel.signal;
  }

  /** Takes what is read so far, and shows it if more will come. */
  progressed(file: OpenProgress): void {
    if (file.bytesRead >= file.bytesTotal) return;
    const { tabs } = this.#options;
    const percent = Math.floor((100 * file.bytesRead) / file.bytesTotal);
    for (const read of file.sessions) {
      const known = this.#opening.get(read.name);
      if (known === undefined) this.#add(file, read);
      else if (!known.closed) {
        known.source.take(file, read);
        if (percent !== this.#percent) tabs.changed(known.session);
        tabs.grew(known.session);
      }
    }
    this.#percent = percent;
    if (this.#opening.size > 0) this.#show([...this.#opening.values()].map(({ session }) => session));
  }

  /** Where the whole of a session belongs, by its name in the file. */
  place(name: string): OpenedPlace {
    const known = this.#opening.get(name);
    if (known === undefined) return { kind: 'new' };
    return known.closed ? { kind: 'closed' } : { kind: 'shown', session: known.session };
  }

  /** Takes away the tabs of a file that could not be read to its end. */
  remove(): void {
    for (const one of this.#opening.values()) {
      if (one.closed) continue;
      one.closed = true;
      this.#options.tabs.remove(one.session);
    }
  }

  #add(file: OpenProgress, read: OpenProgress['sessions'][number]): void {
    const { path, project, tabs } = this.#options;
    const source = new OpeningSource({ path, project }, file, read, () => this.#closed(read.name));
    const { session } = tabs.add(() => source);
    this.#opening.set(read.name, { session, source, closed: false });
  }

  #closed(name: string): void {
    const one = this.#opening.get(name);
    if (one !== undefined) one.closed = true;
    if ([...this.#opening.values()].every(({ closed }) => closed)) this.#cancel.abort();
  }
}
