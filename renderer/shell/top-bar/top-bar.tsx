import { useRef } from 'react';
import { CompareButton } from '../../runs/compare/compare-button.tsx';
import { hasMergedTab, setRailOpen, setTheme, showDialog } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import type { ThemeChoice } from '../../state/theme/theme.ts';
import { Button } from '../../ui/controls/button.tsx';
import { modWord } from '../../ui/keyboard/key-chord.ts';
import { MergedTab } from './merged-tab.tsx';
import { SessionTab } from './session-tab.tsx';
import tabStyles from './session-tabs.module.css';
import { TabMenu } from './tab-menu.tsx';
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

/** Four tiers as four bars. */
function Logo() {
  return (
    <svg role="img" aria-label="Tierscope" className={styles.logo} width="22" height="20" viewBox="0 0 26 24">
      <rect x="0" y="14" width="5" height="10" rx="1.2" fill="var(--transport-strong)" />
      <rect x="7" y="10" width="5" height="14" rx="1.2" fill="var(--client-strong)" />
      <rect x="14" y="6" width="5" height="18" rx="1.2" fill="var(--protocol-strong)" />
      <rect x="21" y="2" width="5" height="22" rx="1.2" fill="var(--tool-strong)" />
    </svg>
  );
}

const NEXT: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' };
const WORD: Record<ThemeChoice, string> = { system: "the system's", light: 'light', dark: 'dark' };

/** Goes round: the system's theme, light, dark. */
function ThemeSwitch() {
  const theme = useScreen((state) => state.theme);
  return (
    <Button
      look="icon"
      aria-label={`Theme: ${WORD[theme]}`}
      title={`Theme: ${WORD[theme]}. Click for ${WORD[NEXT[theme]]}.`}
      onClick={() => setTheme(NEXT[theme])}
    >
      <svg aria-hidden="true" width="15" height="15" viewBox="0 0 15 15" fill="none" stroke="currentColor">
        <ThemePath theme={theme} />
      </svg>
    </Button>
  );
}

function ThemePath({ theme }: { readonly theme: ThemeChoice }) {
  const stroke = { strokeWidth: 1.3, strokeLinecap: 'round' } as const;
  switch (theme) {
    case 'light':
      return (
        <path
          d="M7.5 4.6a2.9 2.9 0 1 0 .01 0M7.5 1v1.2M7.5 12.8V14M1 7.5h1.2M12.8 7.5H14M2.9 2.9l.9.9M11.2 11.2l.9.9M2.9 12.1l.9-.9M11.2 3.8l.9-.9"
          {...stroke}
        />
      );
    case 'dark':
      return (
        <path d="M12.6 9.2A5.5 5.5 0 0 1 5.8 2.4a5.5 5.5 0 1 0 6.8 6.8z" strokeLinejoin="round" {...stroke} />
      );
    case 'system':
      return (
        <>
          <circle cx="7.5" cy="7.5" r="5.3" {...stroke} />
          <path d="M7.5 2.2a5.3 5.3 0 0 1 0 10.6z" fill="currentColor" stroke="none" />
        </>
      );
  }
}
