import { withDelta } from '../../../app/base/json-delta.ts';
import type { ScreenEvents } from '../../../app/contract/events.ts';
import { fileInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { attachHost, WINDOW } from '../host/host.ts';
import { hostDial, type LinkState, openHostLink } from '../host/host-link.ts';
import { forgetFilter } from '../log/filter-store.ts';
import { viewPager } from '../log/front-view.ts';
import { logGrew, logMirrors } from '../log/log-mirrors.ts';
import { records } from '../log/use-record.ts';
import { useProbes } from '../runs/probe-store.ts';
import { loadOwnVocabularies } from '../session/own-vocabularies.ts';
import { useProfiles } from '../session/profiles-store.ts';
import { notify, type ScreenState, sessionInfo, setFollowing, useScreen } from './screen-store.ts';

/** A screen has about sixty frames a second. */
const FRAME_MS = 16;

type Options = {
  /** Applies the current infos of sessions, in the order of their first report. */
  readonly apply: (infos: readonly SessionInfo[]) => void;
  readonly wait: (milliseconds: number) => Promise<void>;
};

/**
 * The host's reports on sessions: a change after a pause is applied at once, those within the same frame together. A
 * file may contain a thousand sessions, and the screen must not render a thousand times for it.
 */
export class SessionChanges {
  readonly #options: Options;
  readonly #waiting = new Map<string, SessionInfo>();
  #paused = false;

  constructor(options: Options) {
    this.#options = options;
  }

  take(info: SessionInfo): void {
    this.#waiting.set(info.session, info);
    if (this.#paused) return;
    this.flush();
    void this.#pause();
  }

  /** The info that is not applied yet; undefined if there is none. */
  waiting(session: string): SessionInfo | undefined {
    return this.#waiting.get(session);
  }

  flush(): void {
    if (this.#waiting.size === 0) return;
    const infos = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#options.apply(infos);
  }

  drop(): void {
    this.#waiting.clear();
  }

  async #pause(): Promise<void> {
    this.#paused = true;
    do {
      this.flush();
      await this.#options.wait(FRAME_MS);
    } while (this.#waiting.size > 0);
    this.#paused = false;
  }
}

type Sessions = Pick<ScreenState, 'sessions' | 'active' | 'merged'>;

/** The screen's sessions after these changes, and the active one; `window` is the name of this window. */
export function withSessions(
  state: Sessions,
  infos: readonly SessionInfo[],
  window = WINDOW,
): Pick<Sessions, 'sessions' | 'active'> {
  const sessions = new Map(state.sessions.map((info) => [info.session, info]));
  const opening = new Set(state.sessions.flatMap(openingFile));
  let { active } = state;
  for (const info of infos) {
    const isKnown = sessions.has(info.session);
    const files = openingFile(info);
    // Another session of a file that is still being read: the user stays at its first one.
    const isMore = files.some((file) => opening.has(file));
    for (const file of files) opening.add(file);
    sessions.set(info.session, info);
    const owner = info.window ?? window;
    // A new session must not interrupt a user who watches all sessions.
    const stays = isKnown || state.merged || isMore || owner !== window;
    if (active === null || !stays) active = info.session;
  }
  return { sessions: [...sessions.values()], active };
}

function openingFile(info: SessionInfo): readonly string[] {
  return fileInfo(info)?.opening === undefined ? [] : [info.file];
}

/** Connects the screen to its host and keeps it up to date; events wait for `ready`. */
export function startScreen(ready: Promise<void>): void {
  const dial = hostDial(window);
  const link = openHostLink({
    dial: async () => {
      const [channel] = await Promise.all([dial(), ready]);
      return channel;
    },
    events: hostEvents,
    onState: (state) => void linkChanged(state),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
  attachHost(link.commands);

  /** First load and reconnect are the same: ask for the sessions, and let each log load what it lacks. */
  async function linkChanged(state: LinkState): Promise<void> {
    if (state !== 'open') {
      useScreen.setState({ link: state });
      return;
    }
    try {
      const { sessions, logs, ...hello } = await link.commands.hello({});
      changes.drop();
      const before = useScreen.getState().sessions;
      const fresh = new Set(sessions.filter((info) => isAnother(before, info)).map((info) => info.session));
      if (fresh.size > 0) records.clear();
      useScreen.setState(({ active }) => ({
        link: 'open',
        hello,
        sessions,
        active: sessions.some((info) => info.session === active) ? active : (sessions[0]?.session ?? null),
      }));
      logMirrors.resume(logs, fresh);
      const saved = await link.commands.listProfiles({});
      if (saved.ok) useProfiles.setState(saved.value);
      const probes = await link.commands.listProbes({});
      if (probes.ok) useProbes.setState({ probes: probes.value });
      await loadOwnVocabularies();
      // The table of hosts is large, and the first paint does not need it.
      const { loadHostRows } = await import('../session/use-host-lens.ts');
      await loadHostRows();
    } catch (reason) {
      notify({ level: 'error', text: `The host did not answer: ${String(reason)}` });
    }
  }
}

/** True if the session has the name of one from an earlier process run of the host. */
function isAnother(before: readonly SessionInfo[], info: SessionInfo): boolean {
  const known = before.find((other) => other.session === info.session);
  return known !== undefined && known.startedAt !== info.startedAt;
}

/** The host's last report on a session, applied or pending. */
function heldSession(session: string): SessionInfo | undefined {
  return changes.waiting(session) ?? sessionInfo(session);
}

const changes = new SessionChanges({
  apply: (infos) => useScreen.setState((state) => withSessions(state, infos)),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
});

const hostEvents: ScreenEvents = {
  sessionChanged(info) {
    const isNew = heldSession(info.session) === undefined;
    // New rows must not move those that the user is reading.
    if (isNew && fileInfo(info)?.opening !== undefined) setFollowing(info.session, false);
    changes.take(info);
  },
  sessionPatched(session, delta) {
    const held = heldSession(session);
    // The host computed the delta from the info that it sent, so the result is an info too.
    if (held !== undefined) changes.take(withDelta(held, delta) as SessionInfo);
  },
  sessionRemoved(session) {
    changes.flush();
    useScreen.setState(({ sessions, active, merged, leftOut }) => {
      const at = sessions.findIndex((info) => info.session === session);
      const left = sessions.filter((info) => info.session !== session);
      const neighbor = left[Math.min(at, left.length - 1)]?.session ?? null;
      return {
        sessions: left,
        active: active === session ? neighbor : active,
        merged: merged && left.length > 0,
        leftOut: leftOut.filter((name) => name !== session),
      };
    });
    logMirrors.forget(session);
    viewPager.forget(session);
    forgetFilter(session);
  },
  logGrew,
  notice: notify,
  profilesChanged: (saved) => useProfiles.setState(saved),
  probesChanged: (probes) => useProbes.setState({ probes }),
  projectChanged: (news) => useProfiles.setState({ news }),
};
