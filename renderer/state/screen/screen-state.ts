import type { Hello } from '../../../app/contract/commands.ts';
import type { Notice } from '../../../app/contract/events.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { ErrorTier } from '../../../app/frame/tier.ts';
import type { LinkState } from '../host/host-link.ts';
import type { ThemeChoice } from '../theme/theme.ts';

export type InspectorTab = 'explain' | 'message' | 'exchange' | 'model';

/** What the screen remembers of one session's log while another is shown. */
export type LogView = {
  /** The `seq` of the selected row, or null. */
  readonly selected: number | null;
  /** True while the log sticks to its newest row. */
  readonly following: boolean;
};

export type LookupState = {
  readonly open: boolean;
  readonly query: string;
  /** A pinned lookup does not follow the selection. */
  readonly pinned: boolean;
  readonly view: LookupView;
  /** The text that is to be classified. */
  readonly text: string;
};

/** The pages of the code lookup. */
export type LookupView = 'meanings' | 'classify' | 'sdks' | 'conflicts' | 'corrections' | 'own';

export type Dialog =
  | 'server-requests'
  | 'connect'
  | 'raw-editor'
  | 'open-recording'
  | 'bookmark'
  | 'export'
  | 'send-again'
  | 'compare'
  | 'palette'
  | 'keys'
  | 'sdk-matrix'
  | 'profile'
  | 'other-hosts'
  | 'copy-profile'
  | 'start-profile'
  | 'session-settings';

export type ShownNotice = Notice & { readonly key: number };

/** A request to see a row, which the log fulfils; `serial` tells it from the same request made again. */
export type ScrollRequest = {
  readonly session: string;
  readonly index: number;
  /** `nearest` moves no more than it must. */
  readonly align: 'nearest' | 'centre' | 'top';
  readonly serial: number;
};

/** The first and last visible positions of the log in front. */
export type Viewport = { readonly first: number; readonly last: number };

/** Everything that the screen shows and that is not a row; rows live in `log-mirror.ts`. */
export type ScreenState = {
  readonly link: LinkState;
  readonly hello: Omit<Hello, 'sessions' | 'logs'> | null;
  readonly sessions: readonly SessionInfo[];
  /** The session that sidebar and inspector belong to: of the tab in front, or of the row selected in the merged log. */
  readonly active: string | null;
  /** True while the merged log of all sessions is in front. */
  readonly merged: boolean;
  /** The sessions that the merged log leaves out. */
  readonly leftOut: readonly string[];
  readonly views: { readonly [session: string]: LogView };
  /** Grows by one whenever a session's rows or counts changed: the only trace of rows in here. */
  readonly revisions: { readonly [session: string]: number };
  /** The tiers that the counters filter on; empty shows all. */
  readonly tiers: readonly ErrorTier[];
  readonly filterText: string;
  /** One sentence where the filter cannot be read; empty if it can. */
  readonly filterFault: string;
  readonly theme: ThemeChoice;
  readonly lookup: LookupState;
  readonly inspectorTab: InspectorTab;
  readonly dialog: Dialog | null;
  readonly notices: readonly ShownNotice[];
  readonly sidebarOpen: boolean;
  /** True while the list of the session's findings is open. */
  readonly findingsOpen: boolean;
  readonly scrollRequest: ScrollRequest | null;
  readonly viewport: Viewport;
};

/** What the merged log is called where a session is named; no session has this name. */
export const MERGED = 'all';

export const NEW_VIEW: LogView = { selected: null, following: true };
