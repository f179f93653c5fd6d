import { create } from 'zustand';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { rememberedTheme } from '../theme/theme.ts';
import { type LogView, NEW_VIEW, type ScreenState } from './screen-state.ts';

/** The screen's state. Read it in components with a selector; change it with `screen-actions.ts`. */
export const useScreen = create<ScreenState>(() => ({
  link: 'connecting',
  hello: null,
  sessions: [],
  active: null,
  merged: false,
  leftOut: [],
  views: {},
  revisions: {},
  theme: rememberedTheme(),
  inspectorTab: 'explain',
  dialog: null,
  sidebarOpen: true,
  findingsOpen: false,
  scrollRequest: null,
  viewport: { first: 0, last: 0 },
}));

/** The session whose tab is in front, or undefined if there is none. */
export function activeSession(state: ScreenState = useScreen.getState()): SessionInfo | undefined {
  return state.sessions.find((info) => info.session === state.active);
}

/** The same in a component, which is drawn again when another session comes to the front or this one changes. */
export function useActiveSession(): SessionInfo | undefined {
  return useScreen(activeSession);
}

/** What the screen remembers of a session's log. */
export function useSessionView(session: string): LogView {
  return useScreen((state) => state.views[session] ?? NEW_VIEW);
}
