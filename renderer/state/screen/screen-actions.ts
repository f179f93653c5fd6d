import type { RowAt, RowKey } from '../../../app/frame/view/view-page.ts';
import {
  type CentreView,
  type Dialog,
  type InspectorTab,
  MERGED,
  NEW_VIEW,
  type RememberedLog,
  type ScreenState,
  type ScrollRequest,
  useScreen,
  type Viewport,
} from './screen-store.ts';
import { applyTheme, type ThemeChoice } from './theme.ts';

const { getState: get, setState: set } = useScreen;

export function activateSession(session: string): void {
  set({ active: session, merged: false });
}

/** Brings the merged log of all sessions to the front. */
export function showMerged(): void {
  if (get().sessions.length > 0) set({ merged: true });
}

/** Brings the tab `step` places to the right to the front, around the end; the merged log is the first. */
export function activateNeighbour(step: number): void {
  const { sessions, active, merged } = get();
  const tabs = sessions.map((info) => info.session);
  if (hasMergedTab(get())) tabs.unshift(MERGED);
  const at = tabs.indexOf(merged ? MERGED : (active ?? ''));
  const next = tabs[(at + step + tabs.length) % tabs.length];
  if (next === MERGED) showMerged();
  else if (next !== undefined) activateSession(next);
}

/** True if the tab strip has the merged log: of one session it would show nothing new. */
export function hasMergedTab({ sessions, merged }: Pick<ScreenState, 'sessions' | 'merged'>): boolean {
  return sessions.length > 1 || merged;
}

/** Selects a row of the log in front, and shows the log: the sidebar and the inspector are now of its session. */
export function selectInFront(session: string, seq: number): void {
  showCentreView('log');
  inspectRow(session, seq);
}

/** Shows a row in the inspector; the view in the centre stays. */
export function inspectRow(session: string, seq: number): void {
  if (get().active !== session) set({ active: session });
  selectRow(session, seq);
}

/** Brings the tab of the session whose row is selected in the merged log to the front, at that row. */
export function showInOwnTab(): void {
  const { merged, active } = get();
  if (!merged || active === null) return;
  if (selectedKey() !== null) setFollowing(active, false);
  activateSession(active);
}

/** Says which sessions the merged log leaves out. */
export function leaveOut(leftOut: readonly string[]): void {
  set({ leftOut });
}

/** True if any session is open. */
export function isAnyOpen(): boolean {
  return get().active !== null;
}

/** The view in front: a session's name or the merged log's. */
export function viewInFront(): string | null {
  const { merged, active } = get();
  return merged ? MERGED : active;
}

/** Turns the centre to a view of what is in front, or of a session. */
export function showCentreView(view: CentreView, of = viewInFront()): void {
  if (of === null || (get().centreViews[of] ?? 'log') === view) return;
  set(({ centreViews }) => ({ centreViews: { ...centreViews, [of]: view } }));
}

/** The selected row of the session in front; null if there is none. */
export function selectedKey({ active, views } = get()): RowKey | null {
  const seq = active === null ? null : (views[active]?.selected ?? null);
  return active === null || seq === null ? null : { session: active, seq };
}

/** Selects the row of `seq` in a session's log; null selects nothing. */
export function selectRow(session: string, seq: number | null): void {
  setView(session, { selected: seq });
}

export function setFollowing(session: string, following: boolean): void {
  if ((get().views[session] ?? NEW_VIEW).following !== following) setView(session, { following });
}

/** Asks the log to show a row. */
export function scrollToRow(row: RowAt, align: ScrollRequest['align']): void {
  set(({ scrollRequest }) => ({ scrollRequest: { row, align, serial: (scrollRequest?.serial ?? 0) + 1 } }));
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

/** Closes a dialog that has done its work, unless another was opened meanwhile. */
export function closeDialog(done: Dialog | null): void {
  if (get().dialog === done) set({ dialog: null });
}

export function setSidebarOpen(sidebarOpen: boolean): void {
  set({ sidebarOpen });
}

export function setFindingsOpen(findingsOpen: boolean): void {
  set({ findingsOpen });
}
