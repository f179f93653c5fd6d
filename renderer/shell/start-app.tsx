import { CSPProvider } from '@base-ui/react/csp-provider';
import { type ReactNode, StrictMode, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { takesOrders } from '../answers/held-banner.tsx';
import { ProjectBanner } from '../connect/profiles/project-banner.tsx';
import { followFailedStarts } from '../connect/session/follow-failed-starts.ts';
import { ReconnectSuggestions } from '../connect/session/reconnect-suggestions.tsx';
import { SessionMenuContext, type SessionMenuItem } from '../connect/session-header/session-actions.tsx';
import { LogLevelContext } from '../connect/settings/settings-dialog.tsx';
import { AnswersFieldsContext } from '../connect/settings/settings-fields.tsx';
import {
  type ExchangeCardProps,
  type InspectorSlots,
  InspectorSlotsContext,
} from '../inspector/inspector-slots.ts';
import { LookupButton, LookupToggle } from '../lookup/lookup-actions.tsx';
import { followPin } from '../lookup/lookup-store.ts';
import { ProblemLink } from '../problems/problem-link.tsx';
import { ProbeBanners } from '../runs/probe/probe-banner.tsx';
import { openFiles } from '../runs/recordings/open-files.ts';
import { CreatedTask } from '../server/tasks/tasks-page.tsx';
import { LogLevel } from '../server/tools/sidebar.tsx';
import { AnswersSettings } from '../server-requests/answers-settings.tsx';
import { InputRoundsCard, OpenServerRequestCard, RepeatCall } from '../server-requests/exchange-cards.tsx';
import { useFollowedServerRequests } from '../server-requests/follow-server-requests.ts';
import { followProblemFilter } from '../state/problems/follow-problem-filter.ts';
import { followWatchedRestarts } from '../state/problems/follow-watched-restarts.ts';
import { openCompare } from '../state/runs/compare-store.ts';
import { canBeProbed, openProbe } from '../state/runs/probe-store.ts';
import { openReRun } from '../state/runs/re-run-store.ts';
import { followOpenedFiles } from '../state/runs/recent-store.ts';
import { notify } from '../state/screen/notices-store.ts';
import { selectRow, showDialog } from '../state/screen/screen-actions.ts';
import { startScreen } from '../state/screen/screen-host.ts';
import { useActiveSession, useScreen } from '../state/screen/screen-store.ts';
import { onSystemTheme, showTheme } from '../state/screen/theme.ts';
import { followDrafts } from '../state/server/follow-drafts.ts';
import { openRawEditor } from '../state/server/raw-editor-store.ts';
import { followFirstStart } from '../state/session/follow-first-start.ts';
import { canRestart } from '../state/session/session-text.ts';
import { followFilter } from '../traffic/filter/row-filter.ts';
import { followSavedFilters } from '../traffic/filter/saved-filters.ts';
import { RowMenuContext } from '../traffic/log/row-menu.tsx';
import { followClosedSessions } from '../traffic/replay/replay-control.ts';
import { FoundRanges } from '../traffic/search/find-bar.tsx';
import { followSearch } from '../traffic/search/follow-search.ts';
import { openSearch } from '../traffic/search/search-actions.ts';
import { FaultBoundary } from '../ui/controls/fault-boundary.tsx';
import { ScreenServicesContext } from '../ui/controls/screen-services.ts';
import { Dialogs } from './dialogs/dialogs.tsx';
import { ROW_MENU } from './keyboard/actions.ts';
import { useKeyboard } from './keyboard/use-keyboard.ts';
import styles from './layout/layout.module.css';
import { Panes } from './layout/panes.tsx';
import { SessionPanel } from './layout/session-panel.tsx';
import { Welcome } from './layout/welcome.tsx';
import { Notices } from './notices/notices.tsx';
import { LinkBanner } from './notices/session-banners.tsx';
import { StatusBar } from './status-bar/status-bar.tsx';
import { TopBar } from './top-bar/top-bar.tsx';

/** What follows the screen's state, in the order of starting; each lasts as long as the page. */
const FOLLOWERS = [
  followFilter,
  followSavedFilters,
  followSearch,
  followClosedSessions,
  followOpenedFiles,
  followDrafts,
  followProblemFilter,
  followWatchedRestarts,
  followFailedStarts,
  followPin,
  followFirstStart,
];

/** Connects the screen to its host and draws it. */
export function startApp(root: HTMLElement): void {
  // The page's CSP forbids the code that zod would generate for speed.
  z.config({ jitless: true });
  startScreen();
  for (const follow of FOLLOWERS) follow();
  onSystemTheme(() => showTheme(useScreen.getState().theme));
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <App />
      </CSPProvider>
    </StrictMode>,
  );
}

function App() {
  const host = useScreen((state) => state.hello?.host);
  const session = useActiveSession();
  const merged = useScreen((state) => state.merged);
  useKeyboard();
  useFollowedServerRequests();
  return (
    <ScreenParts>
      <div className={styles.screen}>
        <FaultBoundary part="top bar">
          <TopBar />
        </FaultBoundary>
        <div className={styles.banner}>
          <FaultBoundary part="banner">
            <LinkBanner />
            <ProjectBanner />
            <ProbeBanners />
          </FaultBoundary>
        </div>
        <main data-host={host} className={styles.main}>
          <Panes>
            {merged || session !== undefined ? (
              <SessionPanel info={merged ? undefined : session} />
            ) : (
              <Welcome />
            )}
          </Panes>
        </main>
        <FaultBoundary part="status bar">
          <StatusBar />
        </FaultBoundary>
        <Dialogs />
        <DropTarget />
        <FaultBoundary part="list of notices">
          <Notices />
        </FaultBoundary>
      </div>
    </ScreenParts>
  );
}

/** What other features show in the inspector. */
const INSPECTOR_SLOTS: InspectorSlots = {
  ExchangeCards,
  ErrorCards: ReconnectSuggestions,
  FoundRanges,
  searchFor: openSearch,
  CreatedTask,
  LookupToggle,
  LookupButton,
};

function ExchangeCards({ inspected, info }: ExchangeCardProps) {
  return (
    <>
      <OpenServerRequestCard inspected={inspected} info={info} />
      <InputRoundsCard inspected={inspected} />
      <RepeatCall inspected={inspected} info={info} />
      <ProblemLink inspected={inspected} />
    </>
  );
}

/** What other features do with the session in front. */
const SESSION_MENU: readonly (readonly SessionMenuItem[])[] = [
  [
    { title: 'Re-run…', keys: 'R', run: () => openReRun() },
    { title: 'Compare…', keys: 'C', run: openCompare },
    { title: 'Write a raw line…', keys: 'w', run: openRawEditor, when: canRestart },
    { title: 'Hold or change answers…', run: () => showDialog('answers'), when: takesOrders },
    { title: 'Probe this server…', run: () => openProbe(), when: canBeProbed },
    { title: 'Doctor: check the start…', run: () => showDialog('doctor') },
  ],
  [
    { title: 'Add a bookmark…', keys: 'm', run: () => showDialog('bookmark') },
    { title: 'Copy as tests…', run: () => showDialog('copy-tests') },
    { title: 'Export…', run: () => showDialog('export'), when: ({ kind }) => kind !== 'file' },
  ],
];

/** Gives the widgets the screen, and each feature the parts that others show in it. */
function ScreenParts({ children }: { readonly children: ReactNode }) {
  const httpsOnly = useScreen((state) => state.hello?.host === 'electron');
  const services = useMemo(
    () => ({ notify, selectRow, closeDialog: () => showDialog(null), httpsOnly }),
    [httpsOnly],
  );
  return (
    <ScreenServicesContext value={services}>
      <InspectorSlotsContext value={INSPECTOR_SLOTS}>
        <SessionMenuContext value={SESSION_MENU}>
          <AnswersFieldsContext value={AnswersSettings}>
            <LogLevelContext value={LogLevel}>
              <RowMenuContext value={ROW_MENU}>{children}</RowMenuContext>
            </LogLevelContext>
          </AnswersFieldsContext>
        </SessionMenuContext>
      </InspectorSlotsContext>
    </ScreenServicesContext>
  );
}

/** Takes files that are dropped anywhere onto the window. */
function DropTarget() {
  const [over, setOver] = useState(false);
  const [opening, setOpening] = useState('');
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const dragged = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(true);
    };
    const left = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const dropped = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      void openFiles([...(event.dataTransfer?.files ?? [])], setOpening);
    };
    window.addEventListener('dragover', dragged, { signal });
    window.addEventListener('dragleave', left, { signal });
    window.addEventListener('drop', dropped, { signal });
    return () => controller.abort();
  }, []);
  if (!over && opening === '') return null;
  return (
    <div className={styles.target} data-over={over} role="status">
      <p>{over ? 'Drop recordings here: each opens in a tab' : opening}</p>
    </div>
  );
}
