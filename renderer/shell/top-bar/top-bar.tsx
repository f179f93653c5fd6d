import { useRef } from 'react';
import { CompareButton } from '../../runs/compare/compare-button.tsx';
import { hasMergedTab, setRailOpen, showDialog } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { modWord } from '../../ui/keyboard/key-chord.ts';
import { Logo } from './logo.tsx';
import { MergedTab } from './merged-tab.tsx';
import { SessionTab } from './session-tab.tsx';
import tabStyles from './session-tabs.module.css';
import { TabMenu } from './tab-menu.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import styles from './top-bar.module.css';

/** The first line of the window: every session as a tab, and the ways to get another one. */
export function TopBar() {
  const sessions = useScreen((state) => state.sessions);
  const active = useScreen((state) => state.active);
  const merged = useScreen((state) => state.merged);
  const offered = useScreen(hasMergedTab);
  const strip = useRef<HTMLDivElement>(null);
  return (
    <header className={styles.bar}>
      <RailToggle />
      <Logo />
      {sessions.length === 0 ? (
        <span className={styles.grow} />
      ) : (
        <div ref={strip} role="tablist" aria-label="Sessions" className={tabStyles.tabs}>
          {offered ? <MergedTab active={merged} /> : null}
          {sessions.map((info) => (
            <SessionTab
              key={info.session}
              info={info}
              active={!merged && info.session === active}
              twin={sessions.some((other) => other !== info && other.label === info.label)}
            />
          ))}
        </div>
      )}
      {sessions.length > 1 ? <TabMenu strip={strip} /> : null}
      <div className={styles.actions}>
        <CompareButton />
        <ThemeSwitch />
        <Button onClick={() => showDialog('open-recording')}>Open recording</Button>
        <Button look="primary" onClick={() => showDialog('connect')}>
          Connect
        </Button>
        <Button
          look="bare"
          className={styles.palette}
          aria-label={`${modWord()} K: all actions`}
          title="All actions"
          onClick={() => showDialog('palette')}
        >
          <kbd>{modWord()} K</kbd>
        </Button>
      </div>
    </header>
  );
}

function RailToggle() {
  const open = useScreen((state) => state.railOpen);
  return (
    <Button
      look="icon"
      aria-label="Server rail"
      aria-pressed={open}
      title={open ? 'Hide the server rail' : 'Show the server rail'}
      onClick={() => setRailOpen(!open)}
    >
      <svg aria-hidden="true" width="15" height="13" viewBox="0 0 15 13" fill="none" stroke="currentColor">
        <rect x="1" y="1" width="13" height="11" rx="2" strokeWidth="1.2" />
        <path d="M5.4 1.2v10.6" strokeWidth="1.2" />
        {open ? <path d="M2 2h3v9H2z" fill="currentColor" stroke="none" opacity=".55" /> : null}
      </svg>
    </Button>
  );
}
