import { err, ok, type Result } from '../../app/base/result.ts';
import type { HostEvents, Notice } from '../../app/contract/events.ts';
import type { LogState } from '../../app/contract/session-info.ts';
import { writeStderr } from '../system/command-output.ts';
import type { LiveSource } from './live-source.ts';
import { type Source, Tab } from './tab.ts';
import type { SourceEvents } from './tab-source.ts';

/** The tabs that are open, for those who only read them. */
export type OpenTabs = Pick<Tabs, 'find' | 'all' | 'get' | 'with' | 'live'>;

/** All tabs of the host. Whatever happens to them is reported to every screen here, and nowhere else. */
export class Tabs {
  readonly #feed: EventFeed;
  readonly #onChanged: (tab: Tab) => void;
  readonly #tabs = new Map<string, Tab>();
  #opened = 0;

  /** `onChanged` hears of each tab that is new or whose info became another, before the screens do. */
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

  /** What `read` makes of the tab of a session; fails with a sentence if it was closed. */
  async with<Value>(session: string, read: (tab: Tab) => Value | Promise<Value>): Promise<Result<Value>> {
    const tab = this.get(session);
    return tab.ok ? ok(await read(tab.value)) : tab;
  }

  /** The source of a session with a server of this app; fails with a sentence for any other. */
  live(session: string): Result<LiveSource> {
    const tab = this.get(session);
    if (!tab.ok) return tab;
    const { source } = tab.value;
    return source.kind === 'live' ? ok(source) : err(READ_ONLY[source.kind]);
  }

  all(): readonly Tab[] {
    return [...this.#tabs.values()];
  }

  /** Opens a tab over the source that `open` makes for it, and shows it on every screen. */
  add<Opened extends Source>(
    open: (session: string, events: SourceEvents) => Opened,
  ): { readonly session: string; readonly source: Opened } {
    this.#opened += 1;
    const session = `s${this.#opened}`;
    // A source may report while it is made, and after its tab was closed: then there is no tab to show.
    const state = () => this.#tabs.get(session)?.logState();
    const events = { changed: () => this.changed(session), grew: () => this.#feed.logGrew(session, state) };
    const source = open(session, events);
    this.#tabs.set(session, new Tab(session, source));
    events.changed();
    events.grew();
    return { session, source };
  }

  /** Puts another source under an open tab, and shows it on every screen. */
  switchTo(session: string, source: Source): void {
    const tab = this.#tabs.get(session);
    if (tab !== undefined) tab.source = source;
    this.changed(session);
    this.grew(session);
  }

  /** Takes a tab from every screen. What belongs to it still has to be closed. */
  remove(session: string): void {
    if (this.#tabs.delete(session)) this.#feed.sessionRemoved(session);
  }

  /** Shows every screen the info of a session as it is now. */
  changed(session: string): void {
    const tab = this.#tabs.get(session);
    if (tab === undefined) return;
    this.#onChanged(tab);
    this.#feed.emit((screen) => screen.sessionChanged(tab.info));
  }

  /** Lets every screen know that a session has more rows, or changed ones. */
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

/** The source of a tab as that of a session with a server. */
export function liveSource(tab: Tab | undefined): LiveSource | undefined {
  return tab?.source.kind === 'live' ? tab.source : undefined;
}

/** How often a growing log is announced at the most, in milliseconds. */
const GROW_EVERY_MS = 16;

/** Tells every screen what happens; a log that grows fast is announced once for many rows. */
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

  /** Reports a sentence; without a screen, the first one that comes hears it. */
  notice(notice: Notice): void {
    if (this.#screens.size === 0) this.#waiting.push(notice);
    this.emit((screen) => screen.notice(notice));
  }

  /** `grew` hears of each log that has grown, once the screens have; the returned function ends that. */
  watch(grew: (session: string) => void): () => void {
    this.#watchers.add(grew);
    return () => this.#watchers.delete(grew);
  }

  /** Announces a log soon; `state` is asked for only then, and gives nothing for a tab that is closed. */
  logGrew(session: string, state: () => LogState | undefined): void {
    if (this.#screens.size === 0) return;
    this.#grown.set(session, state);
    if (this.#timer !== undefined) return;
    // The first news after a rest need not wait for more.
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

  /** Reports to every screen; what one of them cannot take, the others still get, and the caller goes on. */
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
