import { fileInfo, liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { WINDOW } from '../host/window-name.ts';
import type { ScreenState } from './screen-store.ts';

/** A screen is drawn some sixty times a second. */
const FRAME_MS = 16;

type Options = {
  /** Takes the present infos of sessions over, in the order in which they were first told. */
  readonly apply: (infos: readonly SessionInfo[]) => void;
  readonly wait: (milliseconds: number) => Promise<void>;
};

/**
 * What the host tells of sessions: a change after a pause is applied at once, those that follow it within a frame
 * together. A file may hold a thousand sessions, and the screen must not be drawn a thousand times for it.
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

  /** The info that is not applied yet; undefined if none is. */
  waiting(session: string): SessionInfo | undefined {
    return this.#waiting.get(session);
  }

  /** Applies what waits, before something that must follow it. */
  flush(): void {
    if (this.#waiting.size === 0) return;
    const infos = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#options.apply(infos);
  }

  /** Forgets what waits: the host has told everything anew. */
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

/** The screen's sessions after these changes, and the one that is now in front; `window` is the name of this one. */
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
    // Another session of a file that is still being read: whoever reads its first one is left there.
    const isMore = files.some((file) => opening.has(file));
    for (const file of files) opening.add(file);
    sessions.set(info.session, info);
    const owner = liveInfo(info)?.window ?? window;
    // Whoever watches all sessions is not thrown out of a selection by one that begins.
    const stays = isKnown || state.merged || isMore || owner !== window;
    if (active === null || !stays) active = info.session;
  }
  return { sessions: [...sessions.values()], active };
}

/** The file that a session is being read from, if it is. */
function openingFile(info: SessionInfo): readonly string[] {
  return fileInfo(info)?.opening === undefined ? [] : [info.file];
}
