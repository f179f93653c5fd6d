import { create } from 'zustand';
import type { Hello } from '../../../app/contract/commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { RowAt } from '../../../app/frame/view/view-page.ts';
import type { LinkState } from '../host/host-link.ts';
import { rememberedTheme, type ThemeChoice } from './theme.ts';

export type InspectorTab = 'explain' | 'message' | 'exchange' | 'model';

/** What the centre shows of a session, or of all sessions: its rows, or what is found out from them. */
export type CentreView = 'log' | 'problems' | 'statistics' | 'health';

/** What the screen remembers of one session's log while another is shown. */
export type RememberedLog = {
  /** The `seq` of the selected row, or null. */
  readonly selected: number | null;
  /** True while the log sticks to its newest row. */
  readonly following: boolean;
};

export type Dialog =
  | 'server-requests'
  | 'connect'
  | 'raw-editor'
  | 'open-recording'
  | 'bookmark'
  | 'export'
  | 'copy-tests'
  | 're-run'
  | 'compare'
  | 'palette'
  | 'keys'
  | 'sdk-matrix'
  | 'code-lookup'
  | 'profile'
  | 'other-hosts'
  | 'copy-profile'
  | 'start-profile'
  | 'session-settings'
  | 'doctor'
  | 'probe'
  | 'rules-off'
  | 'answers';

/** A request to see a row, which the log fulfils; `serial` distinguishes it from the same request made again. */
export type ScrollRequest = {
  readonly row: RowAt;
  /** `nearest` moves no more than it must. */
  readonly align: 'nearest' | 'centre' | 'top';
  readonly serial: number;
};

/** The first and last visible positions of the log in front. */
export type Viewport = { readonly first: number; readonly last: number };

/** A number for each session. */
export type Revisions = { readonly [session: string]: number };

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
  readonly views: { readonly [session: string]: RememberedLog };
  /** The view of each session, and of the merged log, that is not the log. */
  readonly centreViews: { readonly [session: string]: CentreView };
  /** Grows by one whenever a session's rows or counts changed: the only trace of rows in here. */
  readonly revisions: Revisions;
  /** The same for panels beside the log: while a log is flooded, no more than four times a second. */
  readonly panelRevisions: Revisions;
  readonly theme: ThemeChoice;
  readonly inspectorTab: InspectorTab;
  readonly dialog: Dialog | null;
  readonly sidebarOpen: boolean;
  /** True while the list of the session's findings is open. */
  readonly findingsOpen: boolean;
  readonly scrollRequest: ScrollRequest | null;
  readonly viewport: Viewport;
};

/** What the merged log is called where a session is named; no session has this name. */
export const MERGED = 'all';

export const NEW_VIEW: RememberedLog = { selected: null, following: true };

/** The screen's state. Read it in components with a selector; change it with `screen-actions.ts`. */
export const useScreen = create<ScreenState>(() => ({
  link: 'connecting',
  hello: null,
  sessions: [],
  active: null,
  merged: false,
  leftOut: [],
  views: {},
  centreViews: {},
  revisions: {},
  panelRevisions: {},
  theme: rememberedTheme(),
  inspectorTab: 'explain',
  dialog: null,
  sidebarOpen: true,
  findingsOpen: false,
  scrollRequest: null,
  viewport: { first: 0, last: 0 },
}));

/** What is known of an open session; undefined if there is none of this name. */
export function sessionInfo(session: string): SessionInfo | undefined {
  return useScreen.getState().sessions.find((info) => info.session === session);
}

/** The session whose tab is in front, or undefined if there is none. */
export function activeSession(state: ScreenState = useScreen.getState()): SessionInfo | undefined {
  return state.sessions.find((info) => info.session === state.active);
}

/** The same in a component, which is drawn again when another session comes to the front or this one changes. */
export function useActiveSession(): SessionInfo | undefined {
  return useScreen(activeSession);
}

/** The view that the centre shows of a session, or of the merged log. */
export function useCentreView(session: string): CentreView {
  return useScreen((state) => state.centreViews[session] ?? 'log');
}

/** What the screen remembers of a session's log. */
export function useSessionView(session: string): RememberedLog {
  return useScreen((state) => state.views[session] ?? NEW_VIEW);
}
