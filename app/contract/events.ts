import type { JsonDelta } from '../base/json-delta.ts';
import type { ProbeState } from './probe-commands.ts';
import type { ProjectNews, SavedProfiles } from './profile-commands.ts';
import type { LogState, SessionInfo } from './session-info.ts';

/** A sentence for the user that belongs to no row of a log. */
export type Notice = { readonly level: 'info' | 'warning' | 'error'; readonly text: string };

export type HostEvents = {
  sessionChanged(info: SessionInfo): void;
  sessionRemoved(session: string): void;
  /** A log grew or changed; sent at most every 16 ms for each session. */
  logGrew(state: LogState): void;
  notice(notice: Notice): void;
  profilesChanged(list: SavedProfiles): void;
  /** The `.mcp.json` of the project folder has changed; nothing is taken over by itself. */
  projectChanged(news: ProjectNews): void;
  /** A probe has begun, has come further or is over; all that are known. */
  probesChanged(probes: readonly ProbeState[]): void;
};

/** What a carrier brings to a screen: events with changes only; `hello` answers with whole sessions. */
export type ScreenEvents = HostEvents & {
  /** Turns the held `SessionInfo` into the present one. */
  sessionPatched(session: string, delta: JsonDelta): void;
};
