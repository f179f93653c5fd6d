import type { HostEvents, Notice } from '../../app/contract/events.ts';
import type { ProjectNews, SavedProfiles } from '../../app/contract/profile-commands.ts';
import type { LogState, SessionInfo } from '../../app/contract/session-info.ts';

/** How often a growing log is announced at the most, in milliseconds. */
const GROW_EVERY_MS = 16;

/** Tells every screen what happens; a log that grows fast is announced once for many rows. */
export class EventFeed {
  readonly #screens = new Set<HostEvents>();
  readonly #grown = new Map<string, () => LogState>();
  #waiting: Notice[] = [];
  #timer: NodeJS.Timeout | undefined;

  subscribe(events: HostEvents): () => void {
    this.#screens.add(events);
    for (const notice of this.#waiting.splice(0)) events.notice(notice);
    return () => this.#screens.delete(events);
  }

  sessionChanged(info: SessionInfo): void {
    for (const screen of this.#screens) screen.sessionChanged(info);
  }

  sessionRemoved(session: string): void {
    this.#grown.delete(session);
    for (const screen of this.#screens) screen.sessionRemoved(session);
  }

  /** Tells a sentence; without a screen, the first one that comes hears it. */
  notice(notice: Notice): void {
    if (this.#screens.size === 0) this.#waiting.push(notice);
    for (const screen of this.#screens) screen.notice(notice);
  }

  profilesChanged(list: SavedProfiles): void {
    for (const screen of this.#screens) screen.profilesChanged(list);
  }

  projectChanged(news: ProjectNews): void {
    for (const screen of this.#screens) screen.projectChanged(news);
  }

  /** Announces a log soon; `state` is asked for only then. */
  logGrew(session: string, state: () => LogState): void {
    if (this.#screens.size === 0) return;
    this.#grown.set(session, state);
    this.#timer ??= setTimeout(() => this.#flush(), GROW_EVERY_MS);
  }

  #flush(): void {
    this.#timer = undefined;
    const grown = [...this.#grown.values()];
    this.#grown.clear();
    for (const state of grown) {
      const current = state();
      for (const screen of this.#screens) screen.logGrew(current);
    }
  }
}
