import { err, ok, type Result } from '../../app/base/result.ts';
import type { HostEvents, Notice } from '../../app/contract/events.ts';
import type { LogState } from '../../app/contract/session-info.ts';
import { writeStderr } from '../system/command-output.ts';
import type { LiveSource } from './live-source.ts';
import { type Source, Tab } from './tab.ts';
import type { SourceEvents } from './tab-source.ts';

/** Read access to the open tabs. */
export type OpenTabs = Pick<Tabs, 'find' | 'all' | 'get' | 'with' | 'live'>;

/** All tabs of the host. Every event about a tab is reported to the screens here and nowhere else. */
export class Tabs {
  readonly #feed: EventFeed;
  readonly #onChanged: (tab: Tab) => void;
  readonly #tabs = new Map<string, Tab>();
  #opened = 0;

  /** `onChanged` is called for each tab that is new or has a changed info, before the screens are. */
  constructor(feed: EventFeed, onChanged: (tab: Tab) => void = () => undefined) {
    this.#feed = feed;
    this.#onChanged = onChanged;
  }

  find(session: string): Tab | undefined {
    return this.#tabs.get(session);
  }

  /** The tab of a session; fails with a sentence if it was closed. */
  get(session: string): Result<Tab> {
    const tab = this.#tabs.get(session);
    return tab === undefined ? err(`There is no session ${session} any more.`) : ok(tab);
  }

  /** Calls `read` with the tab of a session; fails with a sentence if it was closed. */
  async with<Value>(session: string, read: (tab: Tab) => Value | Promise<Value>): Promise<Result<Value>> {
    const tab = this.get(session);
    return tab.ok ? ok(await read(tab.value)) : tab;
  }

  /** The source of a session with a server of this app; fails with a sentence for any other session. */
  live(session: string): Result<LiveSource> {
    const tab = this.get(session);
    if (!tab.ok) return tab;
    const { source } = tab.value;
    return source.kind === 'live' ? ok(source) : err(READ_ONLY[source.kind]);
  }

  all(): readonly Tab[] {
    return [...this.#tabs.values()];
  }

  /** Opens a tab with the source that `open` creates, and shows it on every screen. */
  add<Opened extends Source>(
    open: (session: string, events: SourceEvents) => Opened,
  ): { readonly session: string; readonly source: Opened } {
    this.#opened += 1;
    const session = `s${this.#opened}`;
    // A source may report events before its tab exists and after it was closed.
    const state = () => this.#tabs.get(session)?.logState();
    const events = { changed: () => this.changed(session), grew: () => this.#feed.logGrew(session, state) };
    const source = open(session, events);
    this.#tabs.set(session, new Tab(session, source));
    events.changed();
    events.grew();
    return { session, source };
  }

  switchTo(session: string, source: Source): void {
    const tab = this.#tabs.get(session);
    if (tab !== undefined) tab.source = source;
    this.changed(session);
    this.grew(session);
  }

  /** Removes a tab from every screen. The caller must still close its source. */
  remove(session: string): void {
    if (this.#tabs.delete(session)) this.#feed.sessionRemoved(session);
  }

  /** Sends every screen the current info of a session. */
  changed(session: string): void {
    const tab = this.#tabs.get(session);
    if (tab === undefined) return;
    this.#onChanged(tab);
    this.#feed.emit((screen) => screen.sessionChanged(tab.info));
  }

  /** Reports to every screen that a session has more or changed rows. */
  grew(session: string): void {
    const tab = this.#tabs.get(session);
    if (tab !== undefined) this.#feed.logGrew(session, () => tab.logState());
  }

  async closeAll(): Promise<void> {
    await Promise.all(this.all().map(({ source }) => source.close()));
    this.#tabs.clear();
  }
}

const READ_ONLY = {
  opened: 'A recording has no server: nothing can be sent to it.',
  opening: 'A recording has no server: nothing can be sent to it.',
  tapped: 'A tapped session belongs to its agent: it is shown and not steered.',
} as const;

export function liveSource(tab: Tab | undefined): LiveSource | undefined {
  return tab?.source.kind === 'live' ? tab.source : undefined;
}

/** The minimum interval between announcements of a growing log, in milliseconds. */
const GROW_EVERY_MS = 16;

/** Reports events to every screen; a fast-growing log is announced once for many rows. */
export class EventFeed {
  readonly #screens = new Set<HostEvents>();
  readonly #grown = new Map<string, () => LogState | undefined>();
  readonly #watchers = new Set<(session: string) => void>();
  #waiting: Notice[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushedAt = Number.NEGATIVE_INFINITY;

  subscribe(events: HostEvents): () => void {
    this.#screens.add(events);
    for (const notice of this.#waiting.splice(0)) events.notice(notice);
    return () => this.#screens.delete(events);
  }

  sessionRemoved(session: string): void {
    this.#grown.delete(session);
    this.emit((screen) => screen.sessionRemoved(session));
  }

  /** Reports a notice; without a screen, it waits for the first one. */
  notice(notice: Notice): void {
    if (this.#screens.size === 0) this.#waiting.push(notice);
    this.emit((screen) => screen.notice(notice));
  }

  /** Calls `grew` for each log that has grown, after the screens; the returned function ends that. */
  watch(grew: (session: string) => void): () => void {
    this.#watchers.add(grew);
    return () => this.#watchers.delete(grew);
  }

  /** Announces a log soon; `state` is evaluated then, and returns undefined for a closed tab. */
  logGrew(session: string, state: () => LogState | undefined): void {
    if (this.#screens.size === 0) return;
    this.#grown.set(session, state);
    if (this.#timer !== undefined) return;
    // The first event after a pause need not wait for more.
    const left = this.#flushedAt + GROW_EVERY_MS - performance.now();
    this.#timer = setTimeout(() => this.#flush(), Math.max(0, left));
  }

  #flush(): void {
    this.#timer = undefined;
    this.#flushedAt = performance.now();
    const grown = [...this.#grown];
    this.#grown.clear();
    for (const [session, state] of grown) {
      const current = state();
      if (current === undefined) continue;
      this.emit((screen) => screen.logGrew(current));
      for (const grew of this.#watchers) grew(session);
    }
  }

  /** Reports to every screen; an exception of one affects neither the others nor the caller. */
  emit(report: (screen: HostEvents) => void): void {
    for (const screen of this.#screens) {
      try {
        report(screen);
      } catch (error) {
        writeStderr(`tierscope: a screen could not be told something: ${String(error)}\n`);
      }
    }
  }
}
