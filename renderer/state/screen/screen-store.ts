import { create } from 'zustand';
import type { Hello } from '../../../app/contract/commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { RowAt, RowKey } from '../../../app/frame/view/view-page.ts';
import type { ScreenNotice } from '../../ui/controls/screen-services.ts';
import type { LinkState } from '../host/host-link.ts';
import { applyTheme, rememberedTheme, type ThemeChoice } from './theme.ts';

export type InspectorTab = 'explain' | 'message' | 'exchange' | 'http' | 'model';

/** The center view of a session, or of all: its rows or an analysis of them. */
export type CenterView = 'log' | 'problems' | 'statistics' | 'health';

/** The remembered state of one session's log while another is shown. */
export type RememberedLog = {
  readonly selected: number | null;
  /** True while the log follows its newest row. */
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
  | 'glossary'
  | 'sdk-matrix'
  | 'code-lookup'
  | 'profile'
  | 'other-hosts'
  | 'hosts'
  | 'telemetry'
  | 'watch-agent'
  | 'copy-profile'
  | 'start-profile'
  | 'session-settings'
  | 'doctor'
  | 'eras'
  | 'probe'
  | 'rules-off'
  | 'answers'
  | 'model-tools';

/** A request to show a row, which the log fulfills; `serial` tells repeated requests apart. */
export type ScrollRequest = {
  readonly row: RowAt;
  /** `nearest` scrolls as little as possible. */
  readonly align: 'nearest' | 'center' | 'top';
  /** Its position, if known. */
  readonly position: number | undefined;
  readonly serial: number;
};

/** The first and last visible positions of the active log. */
export type Viewport = { readonly first: number; readonly last: number };

/** A number per session. */
export type Revisions = { readonly [session: string]: number };

/** All state of the screen except rows, which are in `log-mirror.ts`. */
export type ScreenState = {
  readonly link: LinkState;
  readonly hello: Omit<Hello, 'sessions' | 'logs'> | null;
  readonly sessions: readonly SessionInfo[];
  /** The session of the sidebar and the inspector: of the active tab, or of the row selected in the merged log. */
  readonly active: string | null;
  readonly merged: boolean;
  readonly leftOut: readonly string[];
  readonly views: { readonly [session: string]: RememberedLog };
  /** The view of each session and the merged log, if it is not the log. */
  readonly centerViews: { readonly [session: string]: CenterView };
  /** Increases whenever a session's rows or counts change: the only trace of rows in here. */
  readonly revisions: Revisions;
  /** The same for panels next to the log: at most four times a second while a log is flooded. */
  readonly panelRevisions: Revisions;
  readonly theme: ThemeChoice;
  readonly inspectorTab: InspectorTab;
  readonly dialog: Dialog | null;
  readonly sidebarOpen: boolean;
  readonly findingsOpen: boolean;
  readonly scrollRequest: ScrollRequest | null;
  readonly viewport: Viewport;
};

/** The name of the merged log among sessions; no session has this name. */
export const MERGED = 'all';

export const NEW_VIEW: RememberedLog = { selected: null, following: true };

/** The screen's state. Read it in components with a selector; change it with the functions below. */
export const useScreen = create<ScreenState>(() => ({
  link: 'connecting',
  hello: null,
  sessions: [],
  active: null,
  merged: false,
  leftOut: [],
  views: {},
  centerViews: {},
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

/** The info of an open session; undefined if there is none with this name. */
export function sessionInfo(session: string): SessionInfo | undefined {
  return useScreen.getState().sessions.find((info) => info.session === session);
}

export function activeSession(state: ScreenState = useScreen.getState()): SessionInfo | undefined {
  return state.sessions.find((info) => info.session === state.active);
}

/** The same in a component, which renders again when another session becomes active or this one changes. */
export function useActiveSession(): SessionInfo | undefined {
  return useScreen(activeSession);
}

export function useSessionView(session: string): RememberedLog {
  return useScreen((state) => state.views[session] ?? NEW_VIEW);
}

const { getState: get, setState: set } = useScreen;

export function activateSession(session: string): void {
  set({ active: session, merged: false });
}

export function showMerged(): void {
  if (get().sessions.length > 0) set({ merged: true });
}

/** Activates the tab `step` places to the right, wrapping around; the merged log is the first. */
export function activateNeighbor(step: number): void {
  const { sessions, active, merged } = get();
  const tabs = sessions.map((info) => info.session);
  if (hasMergedTab(get())) tabs.unshift(MERGED);
  const at = tabs.indexOf(merged ? MERGED : (active ?? ''));
  const next = tabs[(at + step + tabs.length) % tabs.length];
  if (next === MERGED) showMerged();
  else if (next !== undefined) activateSession(next);
}

/** True if the tab strip has the merged log: with a single session it would show nothing new. */
export function hasMergedTab({ sessions, merged }: Pick<ScreenState, 'sessions' | 'merged'>): boolean {
  return sessions.length > 1 || merged;
}

/** Selects a row of the active log and shows the log: the sidebar and the inspector now belong to its session. */
export function selectInFront(session: string, seq: number): void {
  showCenterView('log');
  inspectRow(session, seq);
}

/** Shows a row in the inspector; the view in the center does not change. */
export function inspectRow(session: string, seq: number): void {
  if (get().active !== session) set({ active: session });
  selectRow(session, seq);
}

/** Activates the tab of the session whose row is selected in the merged log, at that row. */
export function showInOwnTab(): void {
  const { merged, active } = get();
  if (!merged || active === null) return;
  const key = selectedKey();
  if (key !== null) setFollowing(active, false);
  activateSession(active);
  if (key !== null) scrollToRow(key, 'center');
}

export function leaveOut(leftOut: readonly string[]): void {
  set({ leftOut });
}

export function isAnyOpen(): boolean {
  return get().active !== null;
}

/** The active view: a session's name or the merged log's. */
export function viewInFront(): string | null {
  const { merged, active } = get();
  return merged ? MERGED : active;
}

export function showCenterView(view: CenterView, of = viewInFront()): void {
  if (of === null || (get().centerViews[of] ?? 'log') === view) return;
  set(({ centerViews }) => ({ centerViews: { ...centerViews, [of]: view } }));
}

/** The selected row of the active session; null if there is none. */
export function selectedKey({ active, views } = get()): RowKey | null {
  const seq = active === null ? null : (views[active]?.selected ?? null);
  return active === null || seq === null ? null : { session: active, seq };
}

/** Selects the row with this `seq` in a session's log; null clears the selection. */
export function selectRow(session: string, seq: number | null): void {
  setView(session, { selected: seq });
}

export function setFollowing(session: string, following: boolean): void {
  if ((get().views[session] ?? NEW_VIEW).following !== following) setView(session, { following });
}

/** Asks the log to show a row; a known position saves a request for it. */
export function scrollToRow(row: RowAt & { readonly from?: number }, align: ScrollRequest['align']): void {
  const serial = (get().scrollRequest?.serial ?? 0) + 1;
  set({ scrollRequest: { row, align, position: row.from, serial } });
}

export function setViewport(viewport: Viewport): void {
  const { first, last } = get().viewport;
  if (first !== viewport.first || last !== viewport.last) set({ viewport });
}

function setView(session: string, change: Partial<RememberedLog>): void {
  set(({ views }) => ({ views: { ...views, [session]: { ...(views[session] ?? NEW_VIEW), ...change } } }));
}

export function setTheme(theme: ThemeChoice): void {
  applyTheme(theme);
  set({ theme });
}

export function setInspectorTab(inspectorTab: InspectorTab): void {
  set({ inspectorTab });
}

export function showDialog(dialog: Dialog | null): void {
  set({ dialog });
}

/** Closes a completed dialog, unless another was opened meanwhile. */
export function closeDialog(done: Dialog | null): void {
  if (get().dialog === done) set({ dialog: null });
}

export function setSidebarOpen(sidebarOpen: boolean): void {
  set({ sidebarOpen });
}

export function setFindingsOpen(findingsOpen: boolean): void {
  set({ findingsOpen });
}

export type ShownNotice = ScreenNotice & { readonly key: number };

/** More would hide the log: the oldest is removed. */
const MOST = 4;

export const useNotices = create<{ readonly notices: readonly ShownNotice[] }>(() => ({ notices: [] }));

let lastKey = 0;

/** Shows a sentence until dismissed; `info` disappears by itself. Replaces a notice with the same text or topic. */
export function notify(notice: ScreenNotice): void {
  lastKey += 1;
  const { text, topic } = notice;
  const stays = (one: ScreenNotice) => one.text !== text && (topic === undefined || one.topic !== topic);
  useNotices.setState(({ notices }) => ({
    notices: [...notices.filter(stays), { ...notice, key: lastKey }].slice(-MOST),
  }));
}

export function dismissNotice(key: number): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.key !== key) }));
}
