import type { Notice } from '../../app/contract/events.ts';
import type { ErrorTier } from '../../app/frame/tier.ts';
import { applyTheme, type ThemeChoice } from '../theme/theme.ts';
import {
  type Dialog,
  type InspectorTab,
  type LookupState,
  NEW_VIEW,
  type ScrollWish,
  type SessionView,
  type Viewport,
} from './screen-state.ts';
import { useScreen } from './screen-store.ts';

const { getState: get, setState: set } = useScreen;

export function activateSession(session: string): void {
  set({ active: session });
}

/** Activates the session `step` tabs to the right, around the end. */
export function activateNeighbour(step: number): void {
  const { sessions, active } = get();
  if (sessions.length === 0) return;
  const at = sessions.findIndex((info) => info.session === active);
  const next = sessions[(at + step + sessions.length) % sessions.length];
  if (next !== undefined) activateSession(next.session);
}

/** Selects the row of `seq` in a session's log; null selects nothing. */
export function selectRow(session: string, seq: number | null): void {
  setView(session, { selected: seq });
}

export function setFollowing(session: string, following: boolean): void {
  if ((get().views[session] ?? NEW_VIEW).following !== following) setView(session, { following });
}

/** Asks the log to show the row at an index of its table. */
export function scrollToRow(session: string, index: number, align: ScrollWish['align']): void {
  set(({ scrollWish }) => ({ scrollWish: { session, index, align, serial: (scrollWish?.serial ?? 0) + 1 } }));
}

export function setViewport(viewport: Viewport): void {
  const { first, last } = get().viewport;
  if (first !== viewport.first || last !== viewport.last) set({ viewport });
}

function setView(session: string, change: Partial<SessionView>): void {
  set(({ views }) => ({ views: { ...views, [session]: { ...(views[session] ?? NEW_VIEW), ...change } } }));
}

/** Turns the filter on one tier on or off. */
export function toggleTier(tier: ErrorTier): void {
  set(({ tiers }) => ({
    tiers: tiers.includes(tier) ? tiers.filter((other) => other !== tier) : [...tiers, tier],
  }));
}

export function setFilterText(filterText: string): void {
  set({ filterText });
}

export function clearFilter(): void {
  set({ filterText: '', tiers: [] });
}

export function setTheme(theme: ThemeChoice): void {
  applyTheme(theme);
  set({ theme });
}

export function setInspectorTab(inspectorTab: InspectorTab): void {
  set({ inspectorTab });
}

export function setLookup(change: Partial<LookupState>): void {
  set(({ lookup }) => ({ lookup: { ...lookup, ...change } }));
}

export function showDialog(dialog: Dialog | null): void {
  set({ dialog });
}

export function setRailOpen(railOpen: boolean): void {
  set({ railOpen });
}

export function setFindingsOpen(findingsOpen: boolean): void {
  set({ findingsOpen });
}

let noticeKey = 0;

/** Shows a sentence until the user dismisses it; an `info` also goes by itself (see `notices.tsx`). */
export function notify(notice: Notice): void {
  noticeKey += 1;
  const shown = { ...notice, key: noticeKey };
  set(({ notices }) => ({
    notices: [...notices.filter((other) => other.text !== notice.text), shown].slice(-4),
  }));
}

export function dismissNotice(key: number): void {
  set(({ notices }) => ({ notices: notices.filter((notice) => notice.key !== key) }));
}
