import type { JsonDelta } from '../base/json-delta.ts';
import type { ProbeState } from './probe-commands.ts';
import type { ProjectNews, SavedProfiles } from './profile-commands.ts';
import type { LogState, SessionInfo } from './session-info.ts';

/** A sentence for the user that belongs to no row of a log. */
export type Notice = { readonly level: 'info' | 'warning' | 'error'; readonly text: string };

export type HostEvents = {
  sessionChanged(info: SessionInfo): void;
  sessionRemoved(session: string): void;
  /** A log grew or changed; sent at most every 16 ms per session. */
  logGrew(state: LogState): void;
  notice(notice: Notice): void;
  profilesChanged(list: SavedProfiles): void;
  /** The project folder's `.mcp.json` has changed; nothing is imported automatically. */
  projectChanged(news: ProjectNews): void;
  /** A probe has started, progressed or ended; all known probes. */
  probesChanged(probes: readonly ProbeState[]): void;
};

/** The events sent to a screen: only changes; `hello` answers with whole sessions. */
export type ScreenEvents = HostEvents & {
  /** Updates the held `SessionInfo`. */
  sessionPatched(session: string, delta: JsonDelta): void;
};
