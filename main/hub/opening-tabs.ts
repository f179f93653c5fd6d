import type { OpenProgress } from '../recording/opened-recording.ts';
import { type OpenedSource, type OpeningFile, OpeningSource } from './file-source.ts';
import type { Tabs } from './tabs.ts';

type Shown = { readonly session: string; readonly source: OpeningSource; closed: boolean };

/** The tabs of a large file while it is read; closing the last one cancels reading. */
export class OpeningTabs {
  /** Resolves with the first tabs, if there are any. */
  readonly shown: Promise<readonly string[]>;
  readonly of: OpeningFile;
  readonly #tabs: Tabs;
  readonly #cancel = new AbortController();
  /** Aborted when the user no longer needs the file. */
  readonly signal = this.#cancel.signal;
  /** By the session's name in the file. */
  readonly #opening = new Map<string, Shown>();
  #show: (sessions: readonly string[]) => void = () => undefined;
  #percent = -1;

  constructor(tabs: Tabs, of: OpeningFile) {
    this.#tabs = tabs;
    this.of = of;
    this.shown = new Promise((resolve) => {
      this.#show = resolve;
    });
  }

  /** Updates the rows read so far, and shows them if more will follow. */
  progressed(file: OpenProgress): void {
    if (file.bytesRead >= file.bytesTotal) return;
    const percent = Math.floor((100 * file.bytesRead) / file.bytesTotal);
    for (const read of file.sessions) {
      const known = this.#opening.get(read.name);
      if (known === undefined) this.#add(file, read);
      else if (!known.closed) {
        known.source.take(file, read);
        if (percent !== this.#percent) this.#tabs.changed(known.session);
        this.#tabs.grew(known.session);
      }
    }
    this.#percent = percent;
    if (this.#opening.size > 0) this.#show([...this.#opening.values()].map(({ session }) => session));
  }

  /** Shows a complete session, by its name in the file, in its tab or a new one. Returns no tab if it was closed. */
  opened(name: string, source: OpenedSource): readonly string[] {
    const known = this.#opening.get(name);
    if (known === undefined) return [this.#tabs.add(() => source).session];
    if (known.closed) return [];
    this.#tabs.switchTo(known.session, source);
    return [known.session];
  }

  /** Removes the tabs of a file that could not be read completely. */
  remove(): void {
    for (const one of this.#opening.values()) {
      if (one.closed) continue;
      one.closed = true;
      this.#tabs.remove(one.session);
    }
  }

  #add(file: OpenProgress, read: OpenProgress['sessions'][number]): void {
    const source = new OpeningSource(this.of, file, read, () => this.#closed(read.name));
    const { session } = this.#tabs.add(() => source);
    this.#opening.set(read.name, { session, source, closed: false });
  }

  #closed(name: string): void {
    const one = this.#opening.get(name);
    if (one !== undefined) one.closed = true;
    if ([...this.#opening.values()].every(({ closed }) => closed)) this.#cancel.abort();
  }
}
