import { CSPProvider } from '@base-ui/react/csp-provider';
import { type ReactNode, StrictMode, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { ProjectBanner } from '../connect/profiles/project-banner.tsx';
import { AnswersFieldsContext, LogLevelContext } from '../connect/settings/settings-slots.ts';
import { ProbeBanners } from '../runs/probe/probe-banner.tsx';
import { openFiles, useOpening } from '../runs/recordings/open-files.ts';
import { startScreen } from '../state/screen/screen-host.ts';
import { notify, selectRow, showDialog, useActiveSession, useScreen } from '../state/screen/screen-store.ts';
import { onSystemTheme, showTheme } from '../state/screen/theme.ts';
import { FaultBoundary } from '../ui/controls/fault-boundary.tsx';
import { ScreenServicesContext } from '../ui/controls/screen-services.ts';
import { later, loadTheRest } from '../ui/later.tsx';
import { Dialogs } from './dialogs/dialogs.tsx';
import { holdKeys } from './keyboard/early-keys.ts';
import styles from './layout/layout.module.css';
import { Panes } from './layout/panes.tsx';
import { Welcome } from './layout/welcome.tsx';
import { LinkBanner, Notices } from './notices/notices.tsx';
import { StatusBar } from './status-bar/status-bar.tsx';
import { TopBar } from './top-bar/top-bar.tsx';

const SessionPanel = later('SessionPanel', () => import('./layout/session-panel.tsx'));
const Keyboard = later('Keyboard', () => import('./keyboard/use-keyboard.ts'));
const ServerRequests = later(
  'FollowedServerRequests',
  () => import('../server/requests/follow-server-requests.ts'),
);
const LogLevel = later('LogLevel', () => import('../server/tools/sidebar.tsx'));
const AnswersSettings = later('AnswersSettings', () => import('../server/requests/answers-settings.tsx'));

/** Renders the screen and connects it to its host. */
export function startApp(root: HTMLElement): void {
  // The page's CSP forbids the code that zod would generate for speed.
  z.config({ jitless: true });
  holdKeys();
  onSystemTheme(() => showTheme(useScreen.getState().theme));
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <App />
      </CSPProvider>
    </StrictMode>,
  );
  void connect();
}

/** The followers must be running before the host reports anything, so that they see every change. */
async function connect(): Promise<void> {
  const followers = import('./followers.ts').then(({ FOLLOWERS }) => {
    for (const follow of FOLLOWERS) follow();
  });
  startScreen(followers);
  // It contains the first rows.
  await Promise.all([followers, import('./layout/session-panel.tsx')]);
  await loadTheRest();
}

function App() {
  const host = useScreen((state) => state.hello?.host);
  const session = useActiveSession();
  const merged = useScreen((state) => state.merged);
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
        <Keyboard />
        <ServerRequests />
        <Dialogs />
        <DropTarget />
        <FaultBoundary part="list of notices">
          <Notices />
        </FaultBoundary>
      </div>
    </ScreenParts>
  );
}

function ScreenParts({ children }: { readonly children: ReactNode }) {
  const httpsOnly = useScreen((state) => state.hello?.host === 'electron');
  const services = useMemo(
    () => ({ notify, selectRow, closeDialog: () => showDialog(null), httpsOnly }),
    [httpsOnly],
  );
  return (
    <ScreenServicesContext value={services}>
      <AnswersFieldsContext value={AnswersSettings}>
        <LogLevelContext value={LogLevel}>{children}</LogLevelContext>
      </AnswersFieldsContext>
    </ScreenServicesContext>
  );
}

function DropTarget() {
  const [over, setOver] = useState(false);
  const opening = useOpening(({ text }) => text);
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
      void openFiles([...(event.dataTransfer?.files ?? [])]);
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
