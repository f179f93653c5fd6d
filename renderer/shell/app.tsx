import { ProjectBanner } from '../connect/profiles/project-banner.tsx';
import { useFollowedAsks } from '../server-requests/follow-asks.ts';
import { useActiveSession, useScreen } from '../state/screen/screen-store.ts';
import { Dialogs } from './dialogs/dialogs.tsx';
import { DropTarget } from './dialogs/drop-target.tsx';
import { useKeyboard } from './keyboard/use-keyboard.ts';
import styles from './layout/layout.module.css';
import { Panes } from './layout/panes.tsx';
import { SessionPanel } from './layout/session-panel.tsx';
import { Welcome } from './layout/welcome.tsx';
import { LinkBanner } from './notices/link-banner.tsx';
import { Notices } from './notices/notices.tsx';
import { ScreenParts } from './screen-parts.tsx';
import { StatusBar } from './status-bar/status-bar.tsx';
import { TopBar } from './top-bar/top-bar.tsx';

/** The whole screen. */
export function App() {
  const host = useScreen((state) => state.hello?.host);
  const session = useActiveSession();
  const merged = useScreen((state) => state.merged);
  useKeyboard();
  useFollowedAsks();
  return (
    <ScreenParts>
      <div className={styles.screen}>
        <TopBar />
        <div className={styles.banner}>
          <LinkBanner />
          <ProjectBanner />
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
        <StatusBar />
        <Dialogs />
        <DropTarget />
        <Notices />
      </div>
    </ScreenParts>
  );
}
